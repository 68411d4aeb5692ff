import { codeAt, type HarnessBrowser, signInAt } from '../harness/oauth-browser.ts';
import {
  accessTokenIn,
  callWith,
  describeResponse,
  refreshTokenIn,
  type SessionHarness,
} from './session-harness.ts';

/** A signed-in user, and the tokens of the console. */
export interface SignedIn {
  readonly browser: HarnessBrowser;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Starts a sign-in at one process, which is killed; continues at the other; ends at the first after its restart. */
export async function failOver(harness: SessionHarness): Promise<SignedIn> {
  const { a, b, findings, oauth } = harness;
  const step = 'a sign-in over the end of a process';
  const browser = oauth.newBrowser();
  const { path, verifier } = await oauth.push(a.port);
  await a.kill();
  const asked = await browser.open(b.port, path);
  const uid = signInAt(asked.location);
  findings.check(step, uid !== undefined, `the other process did not ask: ${describeResponse(asked)}`);
  const [next] = await Promise.all([oauth.finishSignIn(uid ?? ''), a.start()]);
  const back = await browser.open(a.port, next);
  const code = codeAt(back.location);
  findings.check(step, code !== undefined, `no code from the restarted process: ${describeResponse(back)}`);
  const redeemed = await oauth.redeem(b.port, { code: code ?? '', verifier });
  findings.check(step, redeemed.status === 200, `the code was not redeemed: ${describeResponse(redeemed)}`);
  const accessToken = accessTokenIn(redeemed);
  for (const { port } of [a, b]) {
    const response = await callWith(harness, port, accessToken);
    findings.check(step, response.status === 200, `the token is refused: ${describeResponse(response)}`);
  }
  return { browser, accessToken, refreshToken: refreshTokenIn(redeemed) };
}

/** Checks that a signed-in user is not asked again at any process. */
export async function signOnAgain(
  { findings, oauth }: SessionHarness,
  browser: HarnessBrowser,
  [pushedAt, openedAt]: readonly [number, number],
): Promise<void> {
  const step = 'a second authorization without pages';
  const { path, verifier } = await oauth.push(pushedAt);
  const opened = await browser.open(openedAt, path);
  const code = codeAt(opened.location);
  findings.check(step, code !== undefined, describeResponse(opened));
  if (code === undefined) return;
  const redeemed = await oauth.redeem(pushedAt, { code, verifier });
  findings.check(step, redeemed.status === 200, describeResponse(redeemed));
}

/** Signs in a user with a new browser. */
export async function signIn({ oauth }: SessionHarness, port: number): Promise<SignedIn> {
  const browser = oauth.newBrowser();
  const redeemed = await oauth.redeem(port, await oauth.code(port, { browser }));
  if (redeemed.status !== 200) throw new Error(`sign-in failed: ${describeResponse(redeemed)}`);
  return { browser, accessToken: accessTokenIn(redeemed), refreshToken: refreshTokenIn(redeemed) };
}

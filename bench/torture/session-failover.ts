import { codeAt, type RigBrowser, signInAt } from '../harness/oauth-browser.ts';
import { accessTokenIn, callWith, refreshTokenIn, type SessionHarness, told } from './session-harness.ts';

/** Somebody who has signed in, and what their console got for it. */
export interface SignedIn {
  readonly browser: RigBrowser;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Begins at one process, which dies; goes on at the other; ends at the first one, started anew. */
export async function failOver(harness: SessionHarness): Promise<SignedIn> {
  const { a, b, findings, oauth } = harness;
  const step = 'a sign-in over the end of a process';
  const browser = oauth.newBrowser();
  const { path, verifier } = await oauth.push(a.port);
  await a.kill();
  const asked = await browser.open(b.port, path);
  const uid = signInAt(asked.location);
  findings.check(step, uid !== undefined, `the other process did not ask: ${told(asked)}`);
  const [next] = await Promise.all([oauth.finishSignIn(uid ?? ''), a.start()]);
  const back = await browser.open(a.port, next);
  const code = codeAt(back.location);
  findings.check(step, code !== undefined, `no code from the process started anew: ${told(back)}`);
  const redeemed = await oauth.redeem(b.port, { code: code ?? '', verifier });
  findings.check(step, redeemed.status === 200, `the code was not redeemed: ${told(redeemed)}`);
  const accessToken = accessTokenIn(redeemed);
  for (const { port } of [a, b]) {
    const answer = await callWith(harness, port, accessToken);
    findings.check(step, answer.status === 200, `the token is not believed: ${told(answer)}`);
  }
  return { browser, accessToken, refreshToken: refreshTokenIn(redeemed) };
}

/** Who has signed in anywhere is not asked again anywhere. */
export async function signOnAgain(
  { findings, oauth }: SessionHarness,
  browser: RigBrowser,
  [pushedAt, openedAt]: readonly [number, number],
): Promise<void> {
  const step = 'a second authorization without pages';
  const { path, verifier } = await oauth.push(pushedAt);
  const opened = await browser.open(openedAt, path);
  const code = codeAt(opened.location);
  findings.check(step, code !== undefined, told(opened));
  if (code === undefined) return;
  const redeemed = await oauth.redeem(pushedAt, { code, verifier });
  findings.check(step, redeemed.status === 200, told(redeemed));
}

/** Signs somebody in who has a browser of their own. */
export async function signIn({ oauth }: SessionHarness, port: number): Promise<SignedIn> {
  const browser = oauth.newBrowser();
  const redeemed = await oauth.redeem(port, await oauth.code(port, { browser }));
  if (redeemed.status !== 200) throw new Error(`nobody signed in: ${told(redeemed)}`);
  return { browser, accessToken: accessTokenIn(redeemed), refreshToken: refreshTokenIn(redeemed) };
}

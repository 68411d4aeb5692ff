import type { ApiProcess } from '../harness/api-process.ts';
import { signInAt } from '../harness/oauth-browser.ts';
import type { HarnessClient } from '../harness/oauth-client.ts';
import { harnessBank, harnessTokenPath } from '../harness/oauth-harness.ts';
import { startProgram } from '../harness/processes.ts';
import { type SignedIn, signIn, signOnAgain } from './session-failover.ts';
import {
  accessTokenIn,
  callWith,
  claimOf,
  describeResponse,
  isTokenRefused,
  type Measured,
  refusedAfterMs,
  revokedAtMs,
  type SessionHarness,
  verifyRefusal,
} from './session-harness.ts';

const revocationPath = `${harnessTokenPath}/revocation`;
const signOutPath = `/oauth/${harnessBank}/session/end`;

/** Checks that what ends at one process ends at the other within seconds. */
export async function endThings(harness: SessionHarness): Promise<void> {
  await Promise.all([revokeToken(harness), revokeFamily(harness), signOut(harness), disableClients(harness)]);
}

async function revokeToken(harness: SessionHarness): Promise<void> {
  const { accessToken } = await signIn(harness, harness.b.port);
  await revoke(harness, accessToken);
  const since = await revokedAtMs(harness, 'token', claimOf(accessToken, 'jti'));
  await refusedAtBoth(
    harness,
    { token: accessToken },
    { name: 'token', step: 'a revoked access token', since },
  );
}

async function revokeFamily(harness: SessionHarness): Promise<void> {
  const { accessToken, refreshToken } = await signIn(harness, harness.b.port);
  await revoke(harness, refreshToken);
  await mustNotRefresh(harness, refreshToken, 'a revoked refresh token');
  const since = await revokedAtMs(harness, 'grant', claimOf(accessToken, 'grant-id'));
  await refusedAtBoth(
    harness,
    { token: accessToken },
    { name: 'grant', step: 'an access token of a revoked family', since },
  );
}

async function revoke({ a, findings, oauth }: SessionHarness, token: string): Promise<void> {
  const response = await oauth.post(a.port, revocationPath, { token });
  findings.check('a revocation', response.status === 200, describeResponse(response));
}

async function mustNotRefresh(
  { b, findings, oauth }: SessionHarness,
  token: string,
  step: string,
): Promise<void> {
  const response = await oauth.refresh(b.port, token);
  const isRefused = response.status === 400 && response.body['error'] === 'invalid_grant';
  findings.check(step, isRefused, describeResponse(response));
}

interface Ending {
  readonly name: Measured;
  readonly step: string;
  /** Time of the end. */
  readonly since: number;
}

async function refusedAtBoth(
  harness: SessionHarness,
  held: { readonly token: string; readonly by?: HarnessClient },
  { name, since, step }: Ending,
): Promise<void> {
  await Promise.all(
    [harness.a, harness.b].map(async ({ port }) => {
      const ms = await refusedAfterMs(() => isTokenRefused(harness, port, held), since);
      verifyRefusal(harness, name, { step, ms });
    }),
  );
}

/** Signs out at one process. Saved cookies must be invalid at the other one too. */
async function signOut(harness: SessionHarness): Promise<void> {
  const { a, b, findings, oauth } = harness;
  const person = await signIn(harness, a.port);
  await signOnAgain(harness, person.browser, [a.port, b.port]);
  const kept = person.browser.copy();
  await confirmSignOut(harness, person);
  const since = await revokedAtMs(harness, 'grant', claimOf(person.accessToken, 'grant-id'));
  const { path } = await oauth.push(b.port);
  const opened = await kept.open(b.port, path);
  findings.check(
    'a session that was signed out',
    signInAt(opened.location) !== undefined,
    describeResponse(opened),
  );
  await mustNotRefresh(harness, person.refreshToken, 'a refresh token after signing out');
  await refusedAtBoth(
    harness,
    { token: person.accessToken },
    { name: 'session', step: 'an access token after signing out', since },
  );
}

async function confirmSignOut({ a, findings }: SessionHarness, { browser }: SignedIn): Promise<void> {
  const page = await browser.open(a.port, signOutPath);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  findings.check('the page that asks whether to sign out', xsrf !== '', describeResponse(page));
  const done = await browser.submit(a.port, `${signOutPath}/confirm`, { xsrf, logout: 'yes' });
  findings.check('signing out', done.status === 303, describeResponse(done));
}

/** Disables two clients with the command: one where users signed in, and a back end. */
async function disableClients(harness: SessionHarness): Promise<void> {
  await Promise.all([disableConsole(harness), disableApplication(harness)]);
}

async function disableConsole(harness: SessionHarness): Promise<void> {
  const { b, findings, oauth } = harness;
  const by = await oauth.register('console');
  const code = await oauth.code(b.port, { by, browser: oauth.newBrowser() });
  const token = accessTokenIn(await oauth.redeem(b.port, code, { by }));
  const before = await callWith(harness, b.port, token, by);
  findings.check('a token of a client that is still on', before.status === 200, describeResponse(before));
  const since = await disable(harness, by);
  await refusedAtBoth(
    harness,
    { token, by },
    { name: 'client-token', step: 'a token of a client that was switched off', since },
  );
}

async function disableApplication(harness: SessionHarness): Promise<void> {
  const { a, b, findings, oauth } = harness;
  const by = await oauth.register('application');
  // Both processes have used the client, so both cache it for a moment.
  for (const { port } of [a, b]) {
    const before = await oauth.grant(port, { by });
    findings.check('a grant to a client that is still on', before.status === 200, describeResponse(before));
  }
  // Requests tokens without a pause, so that the client is cached when it is disabled.
  const [since, lastGrantsAtMs] = await Promise.all([disable(harness, by), askOn(harness, by)]);
  for (const lastGrantedAtMs of lastGrantsAtMs)
    findings.measured('client-grant', Math.max(0, lastGrantedAtMs - since));
}

/** Requests tokens from both processes until both refuse; returns the time of the last success at each. */
function askOn({ a, b, findings, oauth }: SessionHarness, by: HarnessClient): Promise<readonly number[]> {
  const askAt = async ({ port }: ApiProcess): Promise<number> => {
    const deadline = Date.now() + 30_000;
    let lastGrantedAt = 0;
    while (Date.now() < deadline) {
      const sentAt = Date.now();
      const response = await oauth.grant(port, { by });
      if (response.status === 200) lastGrantedAt = sentAt;
      else {
        findings.check(
          'a grant to a client that was switched off',
          response.status === 401,
          describeResponse(response),
        );
        return lastGrantedAt;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    findings.check('a grant to a client that was switched off', false, 'was never refused');
    return Date.now();
  };
  return Promise.all([a, b].map(askAt));
}

/** Disables a client as an operator does; returns the time. */
async function disable(harness: SessionHarness, { clientId }: HarnessClient): Promise<number> {
  const { ended } = startProgram({
    args: ['server/src/main.ts', 'clients', 'disable', '--bank', harnessBank, '--id', clientId],
    env: { ...harness.env },
  });
  const code = await ended;
  harness.findings.check('clients disable', code === 0, `ended with ${String(code)}`);
  return revokedAtMs(harness, 'client', clientId);
}

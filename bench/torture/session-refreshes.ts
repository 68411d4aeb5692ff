import type { BrowserResponse } from '../harness/oauth-harness.ts';
import { type SignedIn, signIn } from './session-failover.ts';
import {
  claimOf,
  describeResponse,
  isTokenRefused,
  refreshTokenIn,
  refusedAfterMs,
  revokedAtMs,
  type SessionHarness,
  verifyRefusal,
} from './session-harness.ts';

const families = 10;
/** The process is killed after at most this number of responses; the other requests are in progress. */
const respondedMax = 5;
/** Number of ended families that are requested until they are refused. */
const watchedMax = 2;
/** Time over which the requests start, so that each is at another point when the process is killed. */
const spreadMs = 30;

/** A family of refresh tokens, and the response to its client; undefined when the process was killed first. */
interface Family extends SignedIn {
  readonly response: BrowserResponse | undefined;
}

/**
 * Ten clients refresh in parallel and the process is killed. A client without a response sends the old token to the
 * other process: it works, or it was consumed, and then the whole family ends. A family never has two valid tokens.
 */
export async function refreshThroughTheEnd(harness: SessionHarness): Promise<void> {
  const { a, b } = harness;
  const people = await Promise.all(
    Array.from({ length: families }, (_, nth) => signIn(harness, nth % 2 === 0 ? a.port : b.port)),
  );
  const outcomes = await refreshAndKill(harness, people);
  const [over] = await Promise.all([verifyFamilies(harness, outcomes), a.start()]);
  await Promise.all(over.map((family) => expectRefused(harness, family, a.port)));
}

async function refreshAndKill(
  { a, oauth, random }: SessionHarness,
  people: readonly SignedIn[],
): Promise<readonly Family[]> {
  const enough = 1 + Math.floor(random() * respondedMax);
  let responded = 0;
  let killed: Promise<void> | undefined;
  const outcomes = await Promise.all(
    people.map(async (person) => {
      await new Promise((resolve) => setTimeout(resolve, random() * spreadMs));
      // No response: the process was killed. The client knows nothing else.
      const response = await oauth.refresh(a.port, person.refreshToken).catch(() => undefined);
      if (response !== undefined) responded += 1;
      if (responded >= enough) killed ??= a.kill();
      return { ...person, response };
    }),
  );
  await killed;
  return outcomes;
}

/** Checks the state of each family; returns some of the ended ones. */
async function verifyFamilies(
  harness: SessionHarness,
  outcomes: readonly Family[],
): Promise<readonly Family[]> {
  const over: Family[] = [];
  for (const family of outcomes) {
    const living =
      family.response === undefined ? await retry(harness, family) : answeredToken(harness, family.response);
    const count = await livingTokens(harness, family);
    if (count > 1) harness.findings.count('two-living');
    harness.findings.check(
      'a family after the end of a process',
      count === (living === undefined ? 0 : 1),
      `${count} living tokens where the client has ${living === undefined ? 'none' : 'one'}`,
    );
    if (living === undefined) over.push(family);
    else await continueSession(harness, living);
  }
  const watched = over.slice(0, watchedMax);
  await Promise.all(watched.map((family) => expectRefused(harness, family, harness.b.port)));
  return watched;
}

function answeredToken({ findings }: SessionHarness, response: BrowserResponse): string | undefined {
  findings.count('answered');
  findings.check(
    'a refresh before the end of a process',
    response.status === 200,
    describeResponse(response),
  );
  return response.status === 200 ? refreshTokenIn(response) : undefined;
}

/** Retries at the other process with the old token. */
async function retry(
  { b, findings, oauth }: SessionHarness,
  { refreshToken }: Family,
): Promise<string | undefined> {
  const response = await oauth.refresh(b.port, refreshToken);
  if (response.status === 200) {
    findings.count('retried');
    return refreshTokenIn(response);
  }
  findings.count('over');
  const isOver = response.status === 400 && response.body['error'] === 'invalid_grant';
  findings.check('a refresh that is repeated', isOver, describeResponse(response));
  return undefined;
}

/** Counts the tokens of the family that can still be exchanged; tokens of a revoked grant cannot. */
async function livingTokens({ instance }: SessionHarness, { accessToken }: Family): Promise<number> {
  const rows = await instance.database.query<{ living: number }>(
    `select count(*)::int as living
       from oauth.artefact token
       join oauth.artefact consent
         on consent.bank_id = token.bank_id and consent.kind = 'Grant'
        and consent.artefact_hash = token.grant_hash
      where token.kind = 'RefreshToken' and token.consumed_at is null
        and substring(token.grant_hash from 1 for 16) = $1`,
    [Buffer.from(claimOf(accessToken, 'grant-id'), 'base64url')],
  );
  return rows[0]?.living ?? 0;
}

async function continueSession({ b, findings, oauth }: SessionHarness, refreshToken: string): Promise<void> {
  const response = await oauth.refresh(b.port, refreshToken);
  findings.check('the token a client was given', response.status === 200, describeResponse(response));
}

/** The holder of a token of an ended family may be a thief. */
async function expectRefused(harness: SessionHarness, { accessToken }: Family, port: number): Promise<void> {
  const revokedAt = await revokedAtMs(harness, 'grant', claimOf(accessToken, 'grant-id'));
  // The restarted process could not refuse anything while it was down.
  const since = port === harness.a.port ? Date.now() : revokedAt;
  const ms = await refusedAfterMs(() => isTokenRefused(harness, port, { token: accessToken }), since);
  verifyRefusal(harness, 'grant', { step: 'an access token of a family that is over', ms });
}

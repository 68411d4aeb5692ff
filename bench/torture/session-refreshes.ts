import type { BrowserResponse } from '../harness/oauth-harness.ts';
import { type SignedIn, signIn } from './session-failover.ts';
import {
  claimOf,
  isTokenRefused,
  refreshTokenIn,
  refusedAfterMs,
  revokedAtMs,
  type SessionHarness,
  told,
  verifyRefusal,
} from './session-harness.ts';

const families = 10;
/** The process dies when so many have their answer, at most; the others are under way. */
const answeredMax = 5;
/** Of those that are over, so many are asked for until they are refused. */
const watchedMax = 2;
/** They do not ask at the same moment, so that each is at another point when the process dies. */
const spreadMs = 30;

/** A family of refresh tokens, and what its client was told; nothing, when the process died first. */
interface Family extends SignedIn {
  readonly answer: BrowserResponse | undefined;
}

/**
 * Ten clients refresh at once and the process dies over it. Whoever got no answer asks the other one with the old
 * token: it works, or it is used up, and then all of the family is over. Never do two of its tokens live.
 */
export async function refreshThroughTheEnd(harness: SessionHarness): Promise<void> {
  const { a, b } = harness;
  const people = await Promise.all(
    Array.from({ length: families }, (_, nth) => signIn(harness, nth % 2 === 0 ? a.port : b.port)),
  );
  const outcomes = await refreshAndKill(harness, people);
  const [over] = await Promise.all([verifyFamilies(harness, outcomes), a.start()]);
  await Promise.all(over.map((family) => mustBeRefused(harness, family, a.port)));
}

async function refreshAndKill(
  { a, oauth, random }: SessionHarness,
  people: readonly SignedIn[],
): Promise<readonly Family[]> {
  const enough = 1 + Math.floor(random() * answeredMax);
  let answered = 0;
  let killed: Promise<void> | undefined;
  const outcomes = await Promise.all(
    people.map(async (person) => {
      await new Promise((resolve) => setTimeout(resolve, random() * spreadMs));
      // Nothing came back: the process is gone. The client knows no more than that.
      const answer = await oauth.refresh(a.port, person.refreshToken).catch(() => undefined);
      if (answer !== undefined) answered += 1;
      if (answered >= enough) killed ??= a.kill();
      return { ...person, answer };
    }),
  );
  await killed;
  return outcomes;
}

/** What became of each; some of those that are over. */
async function verifyFamilies(
  harness: SessionHarness,
  outcomes: readonly Family[],
): Promise<readonly Family[]> {
  const over: Family[] = [];
  for (const family of outcomes) {
    const living =
      family.answer === undefined ? await retry(harness, family) : answeredToken(harness, family.answer);
    const count = await livingTokens(harness, family);
    if (count > 1) harness.findings.count('two-living');
    harness.findings.check(
      'a family after the end of a process',
      count === (living === undefined ? 0 : 1),
      `${count} living tokens where the client has ${living === undefined ? 'none' : 'one'}`,
    );
    if (living === undefined) over.push(family);
    else await goOn(harness, living);
  }
  const watched = over.slice(0, watchedMax);
  await Promise.all(watched.map((family) => mustBeRefused(harness, family, harness.b.port)));
  return watched;
}

function answeredToken({ findings }: SessionHarness, answer: BrowserResponse): string | undefined {
  findings.count('answered');
  findings.check('a refresh before the end of a process', answer.status === 200, told(answer));
  return answer.status === 200 ? refreshTokenIn(answer) : undefined;
}

/** Nobody answered, so the client asks again, another process, with what it has. */
async function retry(
  { b, findings, oauth }: SessionHarness,
  { refreshToken }: Family,
): Promise<string | undefined> {
  const answer = await oauth.refresh(b.port, refreshToken);
  if (answer.status === 200) {
    findings.count('retried');
    return refreshTokenIn(answer);
  }
  findings.count('over');
  const isOver = answer.status === 400 && answer.body['error'] === 'invalid_grant';
  findings.check('a refresh that is repeated', isOver, told(answer));
  return undefined;
}

/** Tokens of the family that could still be exchanged; a token whose grant is gone could not. */
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

async function goOn({ b, findings, oauth }: SessionHarness, refreshToken: string): Promise<void> {
  const answer = await oauth.refresh(b.port, refreshToken);
  findings.check('the token a client was given', answer.status === 200, told(answer));
}

/** Whoever holds something of a family that is over may be a thief. */
async function mustBeRefused(harness: SessionHarness, { accessToken }: Family, port: number): Promise<void> {
  const revokedAt = await revokedAtMs(harness, 'grant', claimOf(accessToken, 'grant-id'));
  // The process that is started anew could not refuse anything meanwhile.
  const since = port === harness.a.port ? Date.now() : revokedAt;
  const ms = await refusedAfterMs(() => isTokenRefused(harness, port, { token: accessToken }), since);
  verifyRefusal(harness, 'grant', { step: 'an access token of a family that is over', ms });
}

import { HOTP, Secret as OtpSecret } from 'otpauth';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { assignToken } from '../operations/tokens/assign-token.ts';
import { type ImportedToken, importTokens } from '../operations/tokens/import-tokens.ts';
import type { User } from '../ports/users.ts';
import { type AuthorizationTestApp, app } from './authorization-test-app.suite.ts';
import { enrolToken, readerAnswer } from './enrolled-token.suite.ts';

/** A token of a test user. */
export interface TestToken {
  readonly user: User;
  readonly tokenId: string;
  /** The code of a counter or time step. */
  codeAt(counter: number): string;
  /** Returns the current code of a time token, or the code this many steps away. */
  codeNow(steps?: number): string;
  /** Returns the response of an OCRA token. */
  answerTo(challenge: string, steps?: number): string;
}

let serials = 0;

/** Returns an unused serial number. */
export function newSerial(): string {
  serials += 1;
  return `SN-${String(serials).padStart(6, '0')}`;
}

/** Creates a TOTP or OCRA token for a new user. */
export async function enrolled(
  testApp: AuthorizationTestApp,
  kind: 'totp' | 'ocra',
  user: User = testApp.users.add(),
): Promise<TestToken> {
  const { digits, seed, stepSeconds, tokenId } = await enrolToken(testApp.context(), {
    userId: user.userId,
    deviceId: undefined,
    kind,
  });
  return testToken(testApp, { user, tokenId, seed, digits, algorithm: 'SHA256', stepSeconds });
}

/** Assigns an event token from a delivery to a new user. */
export async function withHotp(
  testApp: AuthorizationTestApp,
  more: Partial<ImportedToken> = {},
): Promise<TestToken> {
  const user = testApp.users.add();
  const seed = new Secret<Uint8Array>(Buffer.from('12345678901234567890'));
  const serial = newSerial();
  const token = {
    serial,
    kind: 'hotp',
    suite: 'sha1',
    digits: 6,
    stepSeconds: 30,
    seed,
    counter: 0,
    drift: 0,
  } as const;
  await importTokens(testApp.context(), [{ ...token, ...more }]);
  const assigned = testToken(testApp, {
    user,
    tokenId: serial,
    seed,
    digits: token.digits,
    algorithm: 'SHA1',
    stepSeconds: 30,
  });
  const code = more.kind === 'totp' ? assigned.codeNow() : assigned.codeAt(more.counter ?? 0);
  const outcome = await assignToken(testApp.context(), { serial, userName: user.userId, code });
  if (outcome !== 'assigned') throw new Error(outcome);
  // Tests count from the first code on, as if the assignment had used none.
  await testApp.database.query(
    `update "authorization".oath_token set counter = $2, drift = $3 where serial = $1`,
    [serial, more.kind === 'totp' ? null : (more.counter ?? 0), more.drift ?? 0],
  );
  return assigned;
}

function testToken(
  { clock }: AuthorizationTestApp,
  made: {
    readonly user: User;
    readonly tokenId: string;
    readonly seed: Secret<Uint8Array>;
    readonly digits: number;
    readonly algorithm: string;
    readonly stepSeconds: number;
  },
): TestToken {
  const { algorithm, digits, seed, stepSeconds, tokenId, user } = made;
  const step = (steps: number): number =>
    Math.floor(clock.now().epochMilliseconds / (stepSeconds * 1_000)) + steps;
  const secret = new OtpSecret({ buffer: Uint8Array.from(seed.reveal()).buffer });
  const codeAt = (counter: number): string => HOTP.generate({ secret, algorithm, digits, counter });
  return {
    user,
    tokenId,
    codeAt,
    codeNow: (steps = 0) => codeAt(step(steps)),
    answerTo: (challenge, steps = 0) =>
      readerAnswer({ seed, stepSeconds }, challenge, clock.now().add({ seconds: steps * stepSeconds })),
  };
}

/** A challenge of a test user. */
interface TestChallenge {
  readonly id: string;
  readonly code: string;
}

/** Test steps for tokens over HTTP. */
export interface TokenSteps {
  oath(userName: string, otp: string, as?: TokenRequest): Promise<TestResponse>;
  /** With data, a challenge that signs it. */
  challenge(userName: string, data?: string, as?: TokenRequest): Promise<TestResponse>;
  /** The same, but throws unless it succeeds. */
  newChallenge(userName: string, data?: string, as?: TokenRequest): Promise<TestChallenge>;
  answer(id: string, responseCode: string, as?: TokenRequest): Promise<TestResponse>;
  /** Attempts at a challenge, and how it ended before it was answered. */
  challengeRow(id: string): Promise<{ readonly attempts: number; readonly end: string }>;
  setStatus(tokenId: string, status: string): Promise<void>;
}

export function tokenSteps(testApp: AuthorizationTestApp): TokenSteps {
  const challenge: TokenSteps['challenge'] = (userName, data, as = app()) => {
    const mode =
      data === undefined
        ? { 'challenge-mode': 'random' }
        : { 'challenge-mode': 'signature', 'signature-data': data };
    return testApp.post('/ocra/challenge', { ...mode, 'user-id': userName }, as);
  };
  return {
    oath: (userName, otp, as = app()) => testApp.post('/otp/oath/verify', { 'user-id': userName, otp }, as),
    challenge,
    newChallenge: async (userName, data, as) => {
      const { body, status, text } = await challenge(userName, data, as);
      if (status !== 200) throw new Error(`no challenge: ${status} ${text}`);
      return { id: String(at(body, 'challenge-id')), code: String(at(body, 'challenge-code')) };
    },
    answer: (id, responseCode, as = app()) =>
      testApp.post('/ocra/verify', { 'challenge-id': id, 'response-code': responseCode }, as),
    challengeRow: async (id) => {
      const [row] = await testApp.database.query<{ attempts: number; end: string }>(
        `select attempts, case when voided_at is not null then 'void' when superseded_at is not null then 'superseded'
                               else 'open' end as end
           from "authorization".ocra_challenge where challenge_id = $1`,
        [id],
      );
      if (row === undefined) throw new Error('no such challenge');
      return row;
    },
    setStatus: async (tokenId, status) => {
      await testApp.database.query(`update "authorization".oath_token set status = $2 where token_id = $1`, [
        tokenId,
        status,
      ]);
    },
  };
}

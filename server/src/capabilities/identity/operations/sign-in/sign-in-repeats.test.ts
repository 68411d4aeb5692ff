import { randomBytes } from 'node:crypto';
import { HOTP, Secret as OtpSecret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import {
  addressFailuresMax,
  formLockSeconds,
  formRepeatableSeconds,
  formRepeatsMax,
} from '../../domain/policy.ts';
import { createPasswordHasher, type PasswordHasher } from '../../engine/passwords/password-hasher.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
  testOrigin,
} from '../../testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import {
  attemptsOf,
  restBeforeCode,
  type SignInWalk,
  sessionsIn,
  signInBySms,
  tracesOf,
  type WalkOptions,
  walkIn,
  walkToFactor,
} from '../../testing/sign-in-steps.suite.ts';
import { createTestAuthenticator } from '../../testing/test-authenticator.suite.ts';
import { beginPasskey } from '../account/begin-passkey.ts';
import { findSignedInUser } from '../account/find-signed-in-user.ts';
import { savePasskey } from '../account/save-passkey.ts';
import { findFinishedSignIn } from './find-finished-sign-in.ts';
import type { SubmitOutcome } from './submit-sign-in.ts';

let app: IdentityTestApp;
let words: RecoverySteps;
/** Passwords that were compared with a stored hash. */
let compared: string[] = [];
/** Blocks until it is resolved, after a password has been counted. */
let latch: Promise<void> = Promise.resolve();

function latched(hasher: PasswordHasher): PasswordHasher {
  return {
    ...hasher,
    async verify(bankId, stored, secret) {
      if (stored !== undefined) compared.push(secret);
      await latch;
      return hasher.verify(bankId, stored, secret);
    },
  };
}

beforeAll(async () => {
  const hasher = createPasswordHasher({
    keys: createLocalKeys([randomBytes(32)]),
    parameters: { memoryKib: 64, iterations: 1, parallelism: 1 },
    waitingMax: 1_000,
  });
  app = await createIdentityTestApp({ poolSize: 10, ports: { passwordHasher: latched(hasher) } });
  words = await recoverySteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(async () => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  await words.work();
  await words.messages();
  compared = [];
  latch = Promise.resolve();
});

/** A sign-in, and the form that is submitted next. */
interface AtForm {
  readonly walk: SignInWalk;
  readonly fields: Readonly<Record<string, string>>;
  readonly user: TestUser;
}

async function atPassword(options: WalkOptions = {}, given?: TestUser): Promise<AtForm> {
  const user = given ?? (await app.register());
  restBeforeCode(app);
  const walk = await walkIn(app, options);
  await walk.post('identify', { username: user.username });
  return { walk, user, fields: { step: 'password', password: user.password } };
}

async function atCode(options: WalkOptions = {}): Promise<AtForm> {
  const user = await app.register();
  const walk = await walkToFactor(app, user, options);
  const { code } = await app.newestCode(user.userId);
  return { walk, user, fields: { step: 'code', code } };
}

async function withToken(): Promise<{ readonly user: TestUser; readonly code: () => string }> {
  const user = await app.register();
  const made = await enrolToken(
    { ...app.context(), ...app.ports.authorization },
    { userId: user.userId, deviceId: undefined, kind: 'totp' },
  );
  await app.database.query(`update "authorization".oath_token set status = 'active' where token_id = $1`, [
    made.tokenId,
  ]);
  const secret = new OtpSecret({ buffer: Uint8Array.from(made.seed.reveal()).buffer });
  const code = (): string =>
    HOTP.generate({
      secret,
      algorithm: 'SHA256',
      digits: made.digits,
      counter: Math.floor(app.clock.now().epochMilliseconds / (made.stepSeconds * 1_000)),
    });
  return { user, code };
}

async function withPasskey(): Promise<{
  readonly user: TestUser;
  readonly device: ReturnType<typeof createTestAuthenticator>;
}> {
  const user = await app.register();
  const { outcome } = await signInBySms(app, user);
  const signedInUser = await findSignedInUser(
    app.context(),
    outcome.kind === 'finished' ? outcome.sessionSecret : '',
  );
  if (signedInUser === undefined) throw new Error('the user is not signed in');
  const device = createTestAuthenticator({ rpId: 'portico.test', origin: testOrigin });
  const response = device.create(await beginPasskey(app.context(), signedInUser));
  await savePasskey(app.context(), signedInUser, { response, name: 'Mine', browserName: 'Firefox' });
  return { user, device };
}

async function atPasskey(): Promise<AtForm> {
  const { device, user } = await withPasskey();
  const walk = await walkIn(app);
  const view = await walk.view();
  const options = view?.kind === 'identify' ? view.passkeyOptions : '';
  return { walk, user, fields: { step: 'passkey', passkey: device.get(options) } };
}

async function atTemporary(): Promise<AtForm> {
  const user = await app.register();
  restBeforeCode(app);
  const walk = await walkIn(app);
  await walk.post('forgot-password');
  await walk.post('send-reset', { username: user.username });
  await words.work();
  const temporary = /[b-z]{20}/v.exec((await words.messages()).at(-1)?.text ?? '')?.[0] ?? '';
  return { walk, user, fields: { step: 'temporary-password', 'temporary-password': temporary } };
}

async function atRecoveryCode(): Promise<AtForm> {
  const { fields, user, walk } = await atTemporary();
  await walk.post('temporary-password', fields);
  const { code } = await app.newestCode(user.userId);
  return { walk, user, fields: { step: 'code', code } };
}

async function atNewPassword(): Promise<AtForm> {
  const { fields, user, walk } = await atRecoveryCode();
  await walk.post('code', fields);
  const chosen = 'nineteen quiet otters 9';
  return {
    walk,
    user,
    fields: { step: 'new-password', 'new-password': chosen, 'repeat-password': chosen },
  };
}

/** Every form of a sign-in, and the page that it leads to. */
const everyForm: readonly (readonly [string, () => Promise<AtForm>, string])[] = [
  [
    'user name',
    async () => {
      const user = await app.register();
      return { walk: await walkIn(app), user, fields: { step: 'identify', username: user.username } };
    },
    'password',
  ],
  ['password, before a code by SMS', () => atPassword(), 'code'],
  ['password, before a code of a token', async () => atPassword({}, (await withToken()).user), 'code'],
  ['password, before a passkey', async () => atPassword({}, (await withPasskey()).user), 'passkey'],
  ['wrong password', async () => ({ ...(await atPassword()), fields: wrongPassword }), 'password wrong'],
  [
    'password that is enough',
    () => atPassword({ assurance: '1fa', browserInfo: { clientName: 'App' } }),
    'finished',
  ],
  [
    'choice of another factor',
    async () => {
      const { user } = await withToken();
      const walk = await walkToFactor(app, user);
      return { walk, user, fields: { step: 'method', factor: 'sms' } };
    },
    'code',
  ],
  ['code by SMS', () => atCode(), 'finished'],
  [
    'code of a token',
    async () => {
      const { code, user } = await withToken();
      const walk = await walkToFactor(app, user);
      return { walk, user, fields: { step: 'code', code: code() } };
    },
    'finished',
  ],
  ['passkey', atPasskey, 'finished'],
  ['temporary password', atTemporary, 'code'],
  ['code of a recovery', atRecoveryCode, 'new-password'],
  ['new password', atNewPassword, 'identify'],
];
const wrongPassword = { step: 'password', password: 'not the right one 5' };

const codesSent = async ({ userId }: TestUser): Promise<number> =>
  (await app.database.query(`select 1 from "authorization".otp_verification where user_id = $1`, [userId]))
    .length;

/** The page that a browser shows after this outcome, or that it is signed in. */
async function reached({ walk, user }: AtForm, outcome: SubmitOutcome): Promise<string> {
  if (outcome.kind === 'finished') return outcome.userId === user.userId ? 'finished' : 'another user';
  if (outcome.kind !== 'continues') return outcome.kind;
  return walk.page(outcome.secret);
}

/** The secret that a browser has after this outcome. */
function secretAfter(outcome: SubmitOutcome): string {
  if (outcome.kind === 'finished') return outcome.nextSecret;
  return (outcome.kind === 'continues' ? outcome.secret : undefined) ?? '';
}

describe.each(everyForm)('the form with the %s', (_, begin, page) => {
  test('submitted again when the first response was lost gets the same response', async () => {
    const at = await begin();
    const before = await codesSent(at.user);
    const first = await at.walk.send(at.fields);
    const sent = (await codesSent(at.user)) - before;
    expect(sent).toBeLessThanOrEqual(1);
    for (let repeat = 0; repeat < formRepeatsMax; repeat += 1)
      expect(await at.walk.send(at.fields)).toEqual(first);
    expect(await reached(at, first)).toBe(page);
    expect((await codesSent(at.user)) - before).toBe(sent);
  });

  test('submitted twice at once gets the same response twice, and is processed once', async () => {
    const at = await begin();
    const before = await codesSent(at.user);
    const [first, second] = await Promise.all([at.walk.send(at.fields), at.walk.send(at.fields)]);
    expect(second).toEqual(first);
    expect(await reached(at, second)).toBe(page);
    expect(sessionsIn([first, second])).toBe(page === 'finished' ? 1 : 0);
    expect((await codesSent(at.user)) - before).toBeLessThanOrEqual(1);
  });

  test('submitted again by a browser that has the response, and waits for the next page, leads there', async () => {
    const at = await begin();
    const csrf = at.walk.ctx.identityVault.csrfOf('01', at.walk.secret());
    const first = await at.walk.send(at.fields);
    const second = await at.walk.send({ ...at.fields, csrf }, secretAfter(first));
    expect(second).toEqual(first.kind === 'finished' ? first : { kind: 'continues', secret: undefined });
    expect(await reached(at, first)).toBe(page);
  });

  test('gets no response after three repeats, and none after a minute', async () => {
    const at = await begin();
    await at.walk.send(at.fields);
    for (let repeat = 0; repeat < formRepeatsMax; repeat += 1) await at.walk.send(at.fields);
    expect((await at.walk.send(at.fields)).kind).toBe('over');
    const late = await begin();
    await late.walk.send(late.fields);
    app.clock.advance({ seconds: formRepeatableSeconds });
    expect((await late.walk.send(late.fields)).kind).toBe('over');
  });
});

describe('a password that is being compared', () => {
  test('makes the same form wait, which is not compared a second time', async () => {
    const { fields, user, walk } = await atPassword();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    latch = promise;
    const first = walk.send(fields);
    await expect.poll(() => compared, { timeout: 20_000 }).toEqual([user.password]);
    const second = walk.send(fields);
    await expect.poll(() => repeatsLeft(walk), { timeout: 20_000 }).toBe(formRepeatsMax - 1);
    resolve(undefined);
    expect(await second).toEqual(await first);
    expect(compared).toEqual([user.password]);
  });

  test('does not make another password wait: it is counted, and compared', async () => {
    const { fields, user, walk } = await atPassword();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    latch = promise;
    const first = walk.send(fields);
    await expect.poll(() => compared, { timeout: 20_000 }).toHaveLength(1);
    const second = walk.send(wrongPassword);
    await expect.poll(() => compared, { timeout: 20_000 }).toHaveLength(2);
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 2 });
    resolve(undefined);
    await Promise.all([first, second]);
  });

  test('is not processed a second time because another form was submitted in between', async () => {
    const { fields, user, walk } = await atPassword();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    latch = promise;
    const first = walk.send(fields);
    await expect.poll(() => compared, { timeout: 20_000 }).toHaveLength(1);
    const between = walk.send(wrongPassword);
    await expect.poll(() => compared, { timeout: 20_000 }).toHaveLength(2);
    const again = walk.send(fields);
    await expect.poll(() => repeatsLeft(walk), { timeout: 20_000 }).toBe(formRepeatsMax - 1);
    expect(compared).toEqual([user.password, wrongPassword.password]);
    resolve(undefined);
    const outcomes = await Promise.all([first, between, again]);
    expect(compared).toEqual([user.password, wrongPassword.password]);
    expect(outcomes[2]).not.toEqual({ kind: 'busy' });
  });

  test('of a crashed instance is processed by the form that is submitted again', async () => {
    const { fields, user, walk } = await atPassword();
    latch = new Promise(() => undefined);
    void walk.send(fields);
    await expect.poll(() => compared, { timeout: 20_000 }).toHaveLength(1);
    latch = Promise.resolve();
    app.clock.advance({ seconds: formLockSeconds });
    const outcome = await walk.send(fields);
    expect(await reached({ walk, user, fields }, outcome)).toBe('code');
  });
});

async function repeatsLeft({ signInId }: SignInWalk): Promise<number> {
  const [row] = await app.database.query<{ left: number }>(
    `select repeats_left as left from identity.sign_in where sign_in_id = $1`,
    [signInId],
  );
  return row?.left ?? -1;
}

describe('a browser with the secret of the page before', () => {
  test('gets nothing for another password, which is counted as wrong each time', async () => {
    const { fields, user, walk } = await atPassword();
    await walk.send(fields);
    compared = [];
    for (let guess = 0; guess < formRepeatsMax; guess += 1)
      expect(await walk.send({ ...fields, password: `guess number ${guess}` })).toEqual({ kind: 'over' });
    expect(await attemptsOf(app, user.userId)).toEqual({ other: formRepeatsMax });
    expect((await tracesOf(app, user.userId)).logins).toEqual(['wrong', 'wrong', 'wrong']);
    // Nothing is left to compare with: the right and a wrong one get the same response.
    expect(await walk.send(fields)).toEqual({ kind: 'over' });
    expect(compared).toEqual([]);
  });

  test('is locked by it like any other browser', async () => {
    const user = await app.register();
    for (let round = 0; round < 2; round += 1) {
      const { fields, walk } = await atPassword({}, user);
      await walk.send({ ...fields, password: 'wrong in the first place' });
      for (let guess = 0; guess < formRepeatsMax; guess += 1)
        await walk.send({ ...fields, password: `guess ${round} ${guess}` });
    }
    const names = (await app.eventsOf(user.userId)).map(({ name }) => name);
    expect(names.filter((name) => name === 'user-locked')).toHaveLength(1);
    expect(await (await walkToFactor(app, user)).page()).toBe('locked');
  });

  test('counts nothing from a network that has reached its limit', async () => {
    const sourceAddress = '203.0.113.77';
    for (let index = 0; index < addressFailuresMax; index += 1) {
      const other = await walkIn(app, { sourceAddress });
      await other.post('identify', { username: `unknown.user.${index}` });
      await other.post('password', { password: `tried ${index}` });
    }
    const { fields, user, walk } = await atPassword({ sourceAddress });
    expect((await walk.send(fields)).kind).toBe('continues');
    for (let guess = 0; guess < formRepeatsMax; guess += 1)
      expect(await walk.send({ ...fields, password: `guess number ${guess}` })).toEqual({ kind: 'over' });
    expect(await repeatsLeft(walk)).toBe(0);
    expect((await tracesOf(app, user.userId)).logins).toEqual([]);
  });

  test('cannot continue from the page that the customer has reached', async () => {
    const { fields, walk } = await atPassword();
    const old = walk.secret();
    await walk.send(fields);
    expect(await walk.send({ step: 'code', code: '000000' }, old)).toEqual({ kind: 'over' });
    expect(await walk.page(old)).toBe('over');
  });

  test('of an even earlier page gets nothing, not for the same form either', async () => {
    const user = await app.register();
    restBeforeCode(app);
    const walk = await walkIn(app);
    const first = walk.secret();
    await walk.post('identify', { username: user.username });
    await walk.post('password', { password: user.password });
    expect(await walk.send({ step: 'identify', username: user.username }, first)).toEqual({ kind: 'over' });
  });
});

test('a sign-in that was idle for too long has ended, for a new form and for the same one', async () => {
  const age = ({ signInId }: SignInWalk): Promise<unknown> =>
    app.database.query(
      `update identity.sign_in set touched_at = touched_at - interval '301 seconds' where sign_in_id = $1`,
      [signInId],
    );
  const [left, sent] = [await atPassword(), await atPassword()];
  await age(left.walk);
  expect(await left.walk.send(left.fields)).toEqual({ kind: 'over' });
  await sent.walk.send(sent.fields);
  await age(sent.walk);
  expect(await sent.walk.send(sent.fields)).toEqual({ kind: 'over' });
});

describe('an observer who has seen the last form and its secret', () => {
  test('gets no session in another network or another browser', async () => {
    for (const other of [
      { sourceAddress: '203.0.113.200', browserName: 'Firefox on Linux' },
      { sourceAddress: '198.51.100.77', browserName: 'Curl' },
    ]) {
      const { fields, walk } = await atCode({ sourceAddress: '198.51.100.77' });
      const first = await walk.send(fields);
      expect(first.kind).toBe('finished');
      expect(await walk.sendFrom(other, fields)).toEqual({ kind: 'over' });
      expect(await walk.send(fields)).toEqual(first);
    }
  });
});

describe('a browser that is signed in', () => {
  test('and requests the previous page gets the result, at most three times', async () => {
    const { fields, walk } = await atCode();
    const outcome = await walk.send(fields);
    if (outcome.kind !== 'finished') throw new Error('the user is not signed in');
    const browserInfo = {
      browserName: 'Firefox on Linux',
      browserSecret: undefined,
      clientName: undefined,
    };
    const request = { signInId: walk.signInId, secret: outcome.nextSecret, browserInfo };
    for (let repeat = 0; repeat < formRepeatsMax; repeat += 1)
      expect(await findFinishedSignIn(walk.ctx, request)).toEqual(outcome);
    expect(await findFinishedSignIn(walk.ctx, request)).toBeUndefined();
  });

  test('that was paired stays paired, although the response to the last form was lost', async () => {
    const user = await app.register();
    const { outcome } = await signInBySms(app, user);
    const known = outcome.kind === 'finished' ? outcome.browserSecret : '';
    const walk = await walkToFactor(app, user, { browserInfo: { browserSecret: known } });
    const { code } = await app.newestCode(user.userId);
    await walk.send({ step: 'code', code });
    const again = await walk.send({ step: 'code', code });
    const browserSecret = again.kind === 'finished' ? again.browserSecret : '';
    const next = await atPassword({ browserInfo: { browserSecret } }, user);
    await next.walk.send(wrongPassword);
    expect(await attemptsOf(app, user.userId)).toEqual({ other: 0, paired: 1 });
    const events = (await app.eventsOf(user.userId)).filter(({ name }) => name === 'user-signed-in');
    expect(events).toEqual([]);
    expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in', 'signed-in', 'wrong']);
  });
});

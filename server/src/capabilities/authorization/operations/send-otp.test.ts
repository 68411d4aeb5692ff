import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  type Fields,
  faultsOf,
  refusalOf,
  trustedApp,
} from '../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps } from '../testing/otp-steps.suite.ts';

let testApp: AuthorizationTestApp;
let words: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  words = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const sms = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/sms/send', body, as);
const email = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/email/send', body, as);

describe('whom a code is sent to', () => {
  test('a user by id or by username, at the number or address on file', async () => {
    const user = testApp.users.add();
    const first = idIn(await sms({ 'user-id': user.userId, action: 'login' }));
    expect(await words.row(first)).toMatchObject({ user_id: user.userId, is_decoy: false, is_due: true });
    const second = idIn(await email({ 'user-id': user.username, action: 'consent' }));
    expect(await words.row(second)).toMatchObject({
      user_id: user.userId,
      is_decoy: false,
      action: 'consent',
    });
    expect(await words.row(first)).toMatchObject({ superseded: false });
  });

  test('a user and the number on file, however it is spelled', async () => {
    const { mobileNumber = '', userId } = testApp.users.add();
    const spelled = `${mobileNumber.slice(0, 3)} (151) ${mobileNumber.slice(6, 9)}-${mobileNumber.slice(9)}`;
    expect(refusalOf(await sms({ 'user-id': userId, 'phone-number': spelled }, trustedApp))).toBe('202');
  });

  test('a user and the address on file in other case', async () => {
    const { email: address = '', userId } = testApp.users.add();
    expect(refusalOf(await email({ 'user-id': userId, email: address.toUpperCase() }, trustedApp))).toBe(
      '202',
    );
  });

  test.each([
    ['nobody by this name', () => ({ 'user-id': 'nobody.by.this.name' })],
    [
      'a user with the number of another',
      () => ({
        'user-id': testApp.users.add().userId,
        'phone-number': testApp.users.add().mobileNumber,
      }),
    ],
    [
      'nobody, and a number that somebody has',
      () => ({
        'user-id': 'nobody.with.a.number',
        'phone-number': testApp.users.add().mobileNumber,
      }),
    ],
    [
      'a user without a verified number',
      () => ({
        'user-id': testApp.users.add({ mobileNumber: undefined }).userId,
      }),
    ],
    [
      'a user without a verified number who names one',
      () => ({
        'user-id': testApp.users.add({ mobileNumber: undefined }).userId,
        'phone-number': '+4915112345678',
      }),
    ],
    ['a pending user', () => ({ 'user-id': testApp.users.add({ status: 'pending' }).userId })],
    ['a locked user', () => ({ 'user-id': testApp.users.add({ status: 'locked' }).userId })],
    ['a suspended user', () => ({ 'user-id': testApp.users.add({ status: 'suspended' }).userId })],
    ['a closed user', () => ({ 'user-id': testApp.users.add({ status: 'closed' }).userId })],
  ])('%s is nobody, and only those hear who may look users up', async (_, body) => {
    const asked = { ...body(), action: 'login' };
    expect(refusalOf(await sms(asked, trustedApp))).toBe('440 no-such-user');
    const answer = await sms(asked);
    expect(refusalOf(answer)).toBe('202');
    expect(await words.row(idIn(answer))).toMatchObject({ is_decoy: true, user_id: null });
  });

  test('a user without a verified address is nobody by e-mail', async () => {
    const { userId } = testApp.users.add({ email: undefined });
    expect(refusalOf(await email({ 'user-id': userId }, trustedApp))).toBe('440 no-such-user');
    expect(refusalOf(await email({ 'user-id': userId }))).toBe('202');
    expect(refusalOf(await sms({ 'user-id': userId }, trustedApp))).toBe('202');
  });

  test('a number alone, for whoever signs up or lost what they had', async () => {
    const actions = ['registration', 'username-recovery', 'password-reset'];
    const answers = await Promise.all(
      actions.map((action, index) => sms({ 'phone-number': `+4915190000${index}10`, action })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const rows = await Promise.all(answers.map((answer) => words.row(idIn(answer))));
    expect(rows.map(({ is_decoy, user_id }) => ({ is_decoy, user_id }))).toEqual(
      actions.map(() => ({ is_decoy: false, user_id: null })),
    );
  });

  test('a number alone needs a right of its own', async () => {
    const asked = { 'phone-number': '+4915190000044', action: 'registration' };
    expect(refusalOf(await sms(asked, app(['otp', 'user-lookup'])))).toBe('403 forbidden');
    const written = { email: 'somebody@example.org', action: 'registration' };
    expect(refusalOf(await email(written, app(['otp'])))).toBe('403 forbidden');
    expect(refusalOf(await sms({ 'user-id': testApp.users.add().userId }, app(['otp'])))).toBe('202');
  });

  test.each([undefined, 'login', 'payment', 'consent', 'contact-change'])(
    'a number alone is not enough for %s',
    async (action) => {
      const more = action === undefined ? {} : { action };
      const answers = [
        await sms({ 'phone-number': '+4915190000055', ...more }),
        await email({ email: 'somebody@example.org', ...more }),
      ];
      expect(answers.flatMap(faultsOf)).toEqual([
        '400 action combination-not-allowed',
        '400 action combination-not-allowed',
      ]);
    },
  );

  test('without the right to send at all nobody gets anything', async () => {
    const asked = { 'user-id': testApp.users.add().userId };
    const as = app(['oath', 'ocra', 'user-lookup', 'otp.unregistered']);
    expect(refusalOf(await sms(asked, as))).toBe('403 forbidden');
    expect(
      refusalOf(await testApp.call({ method: 'POST', path: '/v1/authorization/otp/sms/send', body: asked })),
    ).toBe('401 unauthorized');
  });
});

describe('a wish for a code is refused', () => {
  const id = (): Fields => ({ 'user-id': testApp.users.add().userId });
  test.each([
    ['nobody is named', () => ({ action: 'login' }), '400 user-id required'],
    ['the name is empty', () => ({ 'user-id': '' }), '400 user-id too-short'],
    ['the name is too long', () => ({ 'user-id': 'x'.repeat(65) }), '400 user-id too-long'],
    ['the action is no word of ours', () => ({ ...id(), action: 'sudo' }), '400 action enum'],
    ['the message is too long', () => ({ ...id(), message: 'x'.repeat(121) }), '400 message too-long'],
    ['the number is none', () => ({ ...id(), 'phone-number': 'call me' }), '400 phone-number format'],
    [
      'the number has no country',
      () => ({ ...id(), 'phone-number': '0151 1234567' }),
      '400 phone-number format',
    ],
    ['the number is empty', () => ({ ...id(), 'phone-number': '' }), '400 phone-number too-short'],
    ['a field is unknown', () => ({ ...id(), code: '123456' }), '400 code unknown-field'],
  ])('when %s', async (_, body, fault) => {
    expect(faultsOf(await sms(body()))).toContain(fault);
  });

  test('when the address is none', async () => {
    expect(faultsOf(await email({ ...id(), email: 'not an address' }))).toEqual(['400 email format']);
    expect(faultsOf(await email({ action: 'login' }))).toEqual(['400 user-id required']);
  });

  test.each([
    'see http://bank.example',
    'see HTTPS://BANK.EXAMPLE',
    'see www.bank',
    'see bank.example/pay',
    'see bank.example',
    'bank.example?x',
    'myapp://pay',
    'write to me@bank.example',
    '@bank.example #123456',
    'one\ntwo',
    'one\rtwo',
    'one\u2028two',
    'one\u2029two',
    'one\u0085two',
    'one\u0007two',
    'one\ttwo',
  ])('when its message is %j', async (message) => {
    expect(faultsOf(await sms({ ...id(), message }))).toEqual(['400 message pattern']);
  });

  test.each([
    '',
    'Sign in at 10:30, till 4',
    'Überweisung an Müller & Söhne',
    '50,00 € an K. Weber',
    '1.500,00 EUR',
  ])('but not when it is %j', async (message) => {
    expect(refusalOf(await sms({ ...id(), message }))).toBe('202');
  });

  test('when it would go to a number at which somebody earns, in the words of a full budget', async () => {
    const answer = await sms({ 'phone-number': '+4990012345678', action: 'registration' });
    expect(refusalOf(answer)).toBe('429 too-many-requests');
    expect(answer.headers['retry-after']).toBe('3600');
  });

  test('but not of a user who has such a number: nobody is told that the user exists', async () => {
    const { userId } = testApp.users.add({ mobileNumber: '+4990012345678' });
    expect((await sms({ 'user-id': userId, action: 'login' })).status).toBe(202);
  });
});

describe('a newer code', () => {
  test('for the same action takes the place of the older, whatever way it goes', async () => {
    const user = testApp.users.add();
    const old = idIn(await words.sendTo(user.userId));
    const oldCode = await testApp.codeOf(old);
    const fresh = idIn(await email({ 'user-id': user.userId, action: 'login' }));
    expect(refusalOf(await words.verify(old, oldCode))).toBe('440 no-such-verification');
    expect(await words.attempts(old)).toBe(0);
    const answer = await testApp.post(
      '/otp/email/verify',
      { 'verification-id': fresh, otp: await testApp.codeOf(fresh) },
      app(),
    );
    expect(answer.status).toBe(204);
  });

  test('for another action leaves the older as it is', async () => {
    const user = testApp.users.add();
    const one = idIn(await words.sendTo(user.userId));
    testApp.clock.advance({ seconds: 31 });
    const other = idIn(await words.sendTo(user.userId, { action: 'contact-change' }));
    expect((await words.verify(one, await testApp.codeOf(one))).status).toBe(204);
    expect((await words.verify(other, await testApp.codeOf(other))).status).toBe(204);
  });

  test('does not undo one that was passed', async () => {
    const { code, id, user } = await words.sent();
    expect((await words.verify(id, code)).status).toBe(204);
    testApp.clock.advance({ seconds: 31 });
    idIn(await words.sendTo(user.userId));
    expect(await words.row(id)).toMatchObject({ superseded: false });
    expect(refusalOf(await words.verify(id, code))).toBe('440 replayed-otp');
  });

  test('has to wait thirty seconds, then a minute, then two', async () => {
    const { userId } = testApp.users.add();
    const wait = async (): Promise<unknown> => (await words.sendTo(userId)).headers['retry-after'];
    expect(refusalOf(await words.sendTo(userId))).toBe('202');
    for (const seconds of [30, 60, 120]) {
      expect(await wait()).toBe(String(seconds));
      testApp.clock.advance({ seconds: seconds - 1 });
      const early = await words.sendTo(userId);
      expect(refusalOf(early)).toBe('429 too-many-requests');
      expect(early.headers['retry-after']).toBe('1');
      testApp.clock.advance({ seconds: 1 });
      expect(refusalOf(await words.sendTo(userId))).toBe('202');
    }
  });

  test('that is refused leaves the older one good', async () => {
    const { code, id, user } = await words.sent();
    expect(refusalOf(await words.sendTo(user.userId))).toBe('429 too-many-requests');
    expect((await words.verify(id, code)).status).toBe(204);
  });
});

describe('with an idempotency key', () => {
  test('the same wish again is the same code', async () => {
    const body = { 'user-id': testApp.users.add().userId, action: 'login' };
    const first = await words.keyed('/otp/sms/send', body, 'send-0123456789abcdef');
    const again = await words.keyed('/otp/sms/send', body, 'send-0123456789abcdef');
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await words.keyed('/otp/sms/send', { ...body, action: 'payment' }, 'send-0123456789abcdef');
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
    const rows = await testApp.database.query(
      `select 1 from "authorization".otp_verification where subject = $1`,
      [body['user-id']],
    );
    expect(rows).toHaveLength(1);
  });

  test('many of the same wish at once are one code', async () => {
    const { userId } = testApp.users.add();
    const body = { 'user-id': userId, action: 'login' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => words.keyed('/otp/sms/send', body, 'send-many-0123456789')),
    );
    const ids = new Set(answers.filter(({ status }) => status === 202).map(({ body: id }) => id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ status }) => ![202, 409, 429].includes(status))).toEqual([]);
    const rows = await testApp.database.query(
      `select 1 from "authorization".otp_verification where subject = $1`,
      [userId],
    );
    expect(rows).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiOf } from '#platform/openapi/openapi.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { sendSmsOtp } from '../../contract/otp.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps } from '../../testing/otp-steps.suite.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const sms = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/sms/send', body, as);
const email = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/email/send', body, as);

test('the response is the id as a JSON string, in the published media type', async () => {
  const response = await sms({ 'user-id': testApp.users.add().userId, action: 'login' });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.text).toBe(JSON.stringify(response.body));
  const published = openApiOf([sendSmsOtp], { version: '1', tokenUrl: '/token' });
  const content = at(published, 'paths', sendSmsOtp.path, 'post', 'responses', '202', 'content');
  expect(content).toEqual({
    'application/json': { schema: { type: 'string', description: 'verification-id' } },
  });
});

describe('the recipient of a code', () => {
  test('a user by id or by username, at the number or address on file', async () => {
    const user = testApp.users.add();
    const first = idIn(await sms({ 'user-id': user.userId, action: 'login' }));
    expect(await steps.row(first)).toMatchObject({ user_id: user.userId, is_dummy: false, is_due: true });
    const second = idIn(await email({ 'user-id': user.username, action: 'consent' }));
    expect(await steps.row(second)).toMatchObject({
      user_id: user.userId,
      is_dummy: false,
      action: 'consent',
    });
    expect(await steps.row(first)).toMatchObject({ superseded: false });
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
    ['an unknown user name', () => ({ 'user-id': 'unknown.user.name' })],
    [
      'a user with the number of another',
      () => ({
        'user-id': testApp.users.add().userId,
        'phone-number': testApp.users.add().mobileNumber,
      }),
    ],
    [
      'an unknown user name with the number of a known user',
      () => ({
        'user-id': 'unknown.user.with.number',
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
  ])('%s is unknown, which only callers with user lookup learn', async (_, body) => {
    const codeRequest = { ...body(), action: 'login' };
    expect(refusalOf(await sms(codeRequest, trustedApp))).toBe('440 no-such-user');
    const response = await sms(codeRequest);
    expect(refusalOf(response)).toBe('202');
    expect(await steps.row(idIn(response))).toMatchObject({ is_dummy: true, user_id: null });
  });

  test('a user without a verified address is unknown by e-mail', async () => {
    const { userId } = testApp.users.add({ email: undefined });
    expect(refusalOf(await email({ 'user-id': userId }, trustedApp))).toBe('440 no-such-user');
    expect(refusalOf(await email({ 'user-id': userId }))).toBe('202');
    expect(refusalOf(await sms({ 'user-id': userId }, trustedApp))).toBe('202');
  });

  test('a number alone, for sign-up and recovery', async () => {
    const actions = ['registration', 'username-recovery', 'password-reset'];
    const responses = await Promise.all(
      actions.map((action, index) => sms({ 'phone-number': `+4915190000${index}10`, action })),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    const rows = await Promise.all(responses.map((response) => steps.row(idIn(response))));
    expect(rows.map(({ is_dummy, user_id }) => ({ is_dummy, user_id }))).toEqual(
      actions.map(() => ({ is_dummy: false, user_id: null })),
    );
  });

  test('a number alone needs a scope of its own', async () => {
    const codeRequest = { 'phone-number': '+4915190000044', action: 'registration' };
    expect(refusalOf(await sms(codeRequest, app(['otp', 'user-lookup'])))).toBe('403 forbidden');
    const written = { email: 'unknown@example.org', action: 'registration' };
    expect(refusalOf(await email(written, app(['otp'])))).toBe('403 forbidden');
    expect(refusalOf(await sms({ 'user-id': testApp.users.add().userId }, app(['otp'])))).toBe('202');
  });

  test.each([undefined, 'login', 'payment', 'consent', 'contact-change'])(
    'a number alone is not enough for %s',
    async (action) => {
      const more = action === undefined ? {} : { action };
      const responses = [
        await sms({ 'phone-number': '+4915190000055', ...more }),
        await email({ email: 'unknown@example.org', ...more }),
      ];
      expect(responses.flatMap(errorsOf)).toEqual([
        '400 action combination-not-allowed',
        '400 action combination-not-allowed',
      ]);
    },
  );

  test('without the scope to send, nothing is sent', async () => {
    const codeRequest = { 'user-id': testApp.users.add().userId };
    const as = app(['oath', 'ocra', 'user-lookup', 'otp.unregistered']);
    expect(refusalOf(await sms(codeRequest, as))).toBe('403 forbidden');
    expect(
      refusalOf(
        await testApp.call({ method: 'POST', path: '/v1/authorization/otp/sms/send', body: codeRequest }),
      ),
    ).toBe('401 unauthorized');
  });
});

describe('a request for a code is refused', () => {
  const id = (): Fields => ({ 'user-id': testApp.users.add().userId });
  test.each([
    ['no recipient is named', () => ({ action: 'login' }), '400 user-id required'],
    ['the name is empty', () => ({ 'user-id': '' }), '400 user-id too-short'],
    ['the name is too long', () => ({ 'user-id': 'x'.repeat(65) }), '400 user-id too-long'],
    ['the action is unknown', () => ({ ...id(), action: 'sudo' }), '400 action enum'],
    ['the message is too long', () => ({ ...id(), message: 'x'.repeat(121) }), '400 message too-long'],
    ['the number is none', () => ({ ...id(), 'phone-number': 'call me' }), '400 phone-number format'],
    [
      'the number has no country',
      () => ({ ...id(), 'phone-number': '0151 1234567' }),
      '400 phone-number format',
    ],
    ['the number is empty', () => ({ ...id(), 'phone-number': '' }), '400 phone-number too-short'],
    ['a field is unknown', () => ({ ...id(), code: '123456' }), '400 code unknown-field'],
  ])('when %s', async (_, body, error) => {
    expect(errorsOf(await sms(body()))).toContain(error);
  });

  test('when the address is invalid', async () => {
    expect(errorsOf(await email({ ...id(), email: 'not an address' }))).toEqual(['400 email format']);
    expect(errorsOf(await email({ action: 'login' }))).toEqual(['400 user-id required']);
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
    expect(errorsOf(await sms({ ...id(), message }))).toEqual(['400 message pattern']);
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

  test('when it would go to a premium-rate number, with the problem of an exhausted limit', async () => {
    const response = await sms({ 'phone-number': '+4990012345678', action: 'registration' });
    expect(refusalOf(response)).toBe('429 too-many-requests');
    expect(response.headers['retry-after']).toBe('3600');
  });

  test('but not for a user who has such a number: the problem would reveal that the user exists', async () => {
    const { userId } = testApp.users.add({ mobileNumber: '+4990012345678' });
    expect((await sms({ 'user-id': userId, action: 'login' })).status).toBe(202);
  });
});

describe('a newer code', () => {
  test('for the same action supersedes the older, whatever medium it goes by', async () => {
    const user = testApp.users.add();
    const old = idIn(await steps.sendTo(user.userId));
    const oldCode = await testApp.codeOf(old);
    const fresh = idIn(await email({ 'user-id': user.userId, action: 'login' }));
    expect(refusalOf(await steps.verify(old, oldCode))).toBe('440 no-such-verification');
    expect(await steps.attempts(old)).toBe(0);
    const response = await testApp.post(
      '/otp/email/verify',
      { 'verification-id': fresh, otp: await testApp.codeOf(fresh) },
      app(),
    );
    expect(response.status).toBe(204);
  });

  test('for another action leaves the older unchanged', async () => {
    const user = testApp.users.add();
    const one = idIn(await steps.sendTo(user.userId));
    testApp.clock.advance({ seconds: 31 });
    const other = idIn(await steps.sendTo(user.userId, { action: 'contact-change' }));
    expect((await steps.verify(one, await testApp.codeOf(one))).status).toBe(204);
    expect((await steps.verify(other, await testApp.codeOf(other))).status).toBe(204);
  });

  test('does not undo a passed verification', async () => {
    const { code, id, user } = await steps.sent();
    expect((await steps.verify(id, code)).status).toBe(204);
    testApp.clock.advance({ seconds: 31 });
    idIn(await steps.sendTo(user.userId));
    expect(await steps.row(id)).toMatchObject({ superseded: false });
    expect(refusalOf(await steps.verify(id, code))).toBe('440 replayed-otp');
  });

  test('has to wait thirty seconds, then a minute, then two', async () => {
    const { userId } = testApp.users.add();
    const wait = async (): Promise<unknown> => (await steps.sendTo(userId)).headers['retry-after'];
    expect(refusalOf(await steps.sendTo(userId))).toBe('202');
    for (const seconds of [30, 60, 120]) {
      expect(await wait()).toBe(String(seconds));
      testApp.clock.advance({ seconds: seconds - 1 });
      const early = await steps.sendTo(userId);
      expect(refusalOf(early)).toBe('429 too-many-requests');
      expect(early.headers['retry-after']).toBe('1');
      testApp.clock.advance({ seconds: 1 });
      expect(refusalOf(await steps.sendTo(userId))).toBe('202');
    }
  });

  test('that is refused leaves the older one valid', async () => {
    const { code, id, user } = await steps.sent();
    expect(refusalOf(await steps.sendTo(user.userId))).toBe('429 too-many-requests');
    expect((await steps.verify(id, code)).status).toBe(204);
  });
});

describe('with an idempotency key', () => {
  test('the same request again is the same code', async () => {
    const body = { 'user-id': testApp.users.add().userId, action: 'login' };
    const first = await steps.keyed('/otp/sms/send', body, 'send-0123456789abcdef');
    const again = await steps.keyed('/otp/sms/send', body, 'send-0123456789abcdef');
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await steps.keyed('/otp/sms/send', { ...body, action: 'payment' }, 'send-0123456789abcdef');
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
    const rows = await testApp.database.query(
      `select 1 from "authorization".otp_verification where subject = $1`,
      [body['user-id']],
    );
    expect(rows).toHaveLength(1);
  });

  test('many concurrent requests with one key are one code', async () => {
    const { userId } = testApp.users.add();
    const body = { 'user-id': userId, action: 'login' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => steps.keyed('/otp/sms/send', body, 'send-many-0123456789')),
    );
    const ids = new Set(responses.filter(({ status }) => status === 202).map(({ body: id }) => id));
    expect(ids.size).toBe(1);
    expect(responses.filter(({ status }) => ![202, 409, 429].includes(status))).toEqual([]);
    const rows = await testApp.database.query(
      `select 1 from "authorization".otp_verification where subject = $1`,
      [userId],
    );
    expect(rows).toHaveLength(1);
  });
});

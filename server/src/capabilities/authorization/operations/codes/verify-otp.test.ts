import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
  trustedApp,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps, wrong } from '../../testing/otp-steps.suite.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const verify = (id: string, otp: string, as = app()): Promise<TestResponse> => steps.verify(id, otp, as);

describe('a one-time password', () => {
  test('is accepted once', async () => {
    const { code, id } = await steps.sent();
    expect(await verify(id, code)).toMatchObject({ status: 204, text: '' });
    expect(refusalOf(await verify(id, code))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(id, wrong(code)))).toBe('440 replayed-otp');
    expect((await testApp.eventsOf('verification', id)).map(({ name }) => name)).toEqual(['otp-verified']);
  });

  test('may be wrong five times, and then the user is locked out', async () => {
    const { code, id, user } = await steps.sent();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(refusalOf(await verify(id, wrong(code)))).toBe('440 bad-otp');
      expect(await steps.attempts(id)).toBe(attempt);
    }
    const late = await verify(id, code);
    expect(refusalOf(late)).toBe('429 too-many-requests');
    expect(late.headers['retry-after']).toBe('1800');
    expect((await testApp.eventsOf('verification', id)).map(({ name }) => name)).toEqual([
      ...Array.from({ length: 5 }, () => 'otp-refused'),
      'otp-exhausted',
    ]);
    expect(await testApp.eventsOf('user', user.userId)).toMatchObject([
      { name: 'second-factor-blocked', data: { 'is-last-warning': false } },
    ]);
    testApp.clock.advance({ minutes: 30 });
    expect(refusalOf(await verify(id, code))).toBe('440 no-such-verification');
  });

  test('of another length consumes no attempt', async () => {
    const { code, id } = await steps.sent();
    expect(errorsOf(await verify(id, `${code}1`))).toEqual(['400 otp pattern']);
    expect(await steps.attempts(id)).toBe(0);
  });

  test('for money has eight digits', async () => {
    const { code, id } = await steps.sent({ action: 'payment' });
    expect(code).toMatch(/^[0-9]{8}$/);
    expect((await verify(id, code)).status).toBe(204);
  });
});

const byEmail = (id: string, otp: string, as = app()): Promise<TestResponse> =>
  testApp.post('/otp/email/verify', { 'verification-id': id, otp }, as);

describe('a code is reported as unknown', () => {
  const unknown = '440 no-such-verification';

  test('for ids that were never issued', async () => {
    for (const id of ['x', '0'.repeat(64), 'V'.repeat(22), "' or 1=1 --"]) {
      expect(refusalOf(await verify(id, '123456'))).toBe(unknown);
      expect(refusalOf(await verify(id, '123456', trustedApp))).toBe(unknown);
      expect(refusalOf(await byEmail(id, '12345678'))).toBe(unknown);
    }
  });

  test('to another client, another bank and by another channel', async () => {
    const { code, id } = await steps.sent();
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await verify(id, code, app(undefined, { banks: ['02'] })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
    expect(await steps.attempts(id)).toBe(0);
    expect((await verify(id, code)).status).toBe(204);
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
  });

  test('to another client while its user is locked out', async () => {
    const { code, id } = await steps.sent();
    for (let attempt = 1; attempt <= 5; attempt += 1) await verify(id, wrong(code));
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
  });

  test('whatever its length, once it has expired', async () => {
    const { code, id } = await steps.sent();
    testApp.clock.advance({ minutes: 5 });
    expect(refusalOf(await verify(id, `${code}12`))).toBe(unknown);
    expect(refusalOf(await verify(id, code))).toBe(unknown);
  });

  test('and is not compared without the scope to verify', async () => {
    const { code, id } = await steps.sent();
    expect(refusalOf(await verify(id, code, app(['oath', 'ocra', 'user-lookup'])))).toBe('403 forbidden');
    expect(await steps.attempts(id)).toBe(0);
  });
});

describe('a code is rejected before it is counted', () => {
  test.each([
    ['it is missing', { otp: undefined }, '400 otp required'],
    ['its id is missing', { 'verification-id': undefined }, '400 verification-id required'],
    ['its id is empty', { 'verification-id': '' }, '400 verification-id too-short'],
    ['its id is too long', { 'verification-id': 'x'.repeat(65) }, '400 verification-id too-long'],
    ['it is short', { otp: '12345' }, '400 otp pattern'],
    ['it is long', { otp: '123456789' }, '400 otp pattern'],
    ['it ends in a line break', { otp: '123456\n' }, '400 otp pattern'],
    ['it has other digits', { otp: '\u0661\u0662\u0663\u0664\u0665\u0666' }, '400 otp pattern'],
    ['it has a letter', { otp: '12345a' }, '400 otp pattern'],
    ['it is a number', { otp: 123_456 }, '400 otp type'],
    ['there is an unknown field', { 'user-id': 'user' }, '400 user-id unknown-field'],
  ])('when %s', async (_, more: Fields, error) => {
    const { id } = await steps.sent();
    const response = await testApp.post(
      '/otp/sms/verify',
      { 'verification-id': id, otp: '123456', ...more },
      app(),
    );
    expect(errorsOf(response)).toEqual([error]);
    expect(await steps.attempts(id)).toBe(0);
  });
});

describe('a code expires', () => {
  test('five minutes after it was sent by SMS, to the second', async () => {
    const early = await steps.sent();
    const late = await steps.sent();
    testApp.clock.advance({ minutes: 4, seconds: 59, milliseconds: 999 });
    expect((await verify(early.id, early.code)).status).toBe(204);
    testApp.clock.advance({ milliseconds: 1 });
    expect(refusalOf(await verify(late.id, late.code))).toBe('440 no-such-verification');
    expect(await steps.attempts(late.id)).toBe(0);
  });

  test('once it was accepted by e-mail', async () => {
    const { userId } = testApp.users.add();
    const id = idIn(await testApp.post('/otp/email/send', { 'user-id': userId }, app()));
    const code = await testApp.codeOf(id);
    expect((await byEmail(id, code)).status).toBe(204);
    expect(refusalOf(await byEmail(id, code))).toBe('440 replayed-otp');
  });

  test('ten minutes after it was sent by e-mail, to the second', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { userId } = testApp.users.add();
      ids.push(idIn(await testApp.post('/otp/email/send', { 'user-id': userId }, app())));
    }
    const [early = '', late = ''] = ids;
    testApp.clock.advance({ minutes: 9, seconds: 59 });
    expect((await byEmail(early, await testApp.codeOf(early))).status).toBe(204);
    testApp.clock.advance({ seconds: 1 });
    expect(refusalOf(await byEmail(late, await testApp.codeOf(late)))).toBe('440 no-such-verification');
  });

  test('for a user who was suspended meanwhile', async () => {
    const { code, id, user } = await steps.sent();
    testApp.users.change(user.userId, { status: 'suspended' });
    expect(refusalOf(await verify(id, code))).toBe('440 bad-otp');
  });
});

describe('a passed verification', () => {
  test.each([
    ['login', 5],
    ['payment', 5],
    ['registration', 15],
    [undefined, 5],
  ])('for %s is a proof for %d minutes', async (action, minutes) => {
    const { code, id } = await steps.sent({ action });
    testApp.clock.advance({ minutes: 1 });
    expect((await verify(id, code)).status).toBe(204);
    const until = testApp.clock.now().add({ minutes }).toString({ fractionalSecondDigits: 0 });
    expect((await steps.row(id)).proof_until).toBe(until);
  });

  test('stays passed: replayed while it is a proof, after it expired, and to callers with user lookup', async () => {
    const { code, id } = await steps.sent();
    expect((await verify(id, code)).status).toBe(204);
    expect(refusalOf(await verify(id, code, trustedApp))).toBe('440 replayed-otp');
    testApp.clock.advance({ minutes: 6 });
    expect(refusalOf(await verify(id, code))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(id, '00000000'))).toBe('440 replayed-otp');
  });

  test('is not counted as an attempt a second time', async () => {
    const { code, id } = await steps.sent();
    await verify(id, wrong(code));
    await verify(id, code);
    await verify(id, code);
    expect(await steps.attempts(id)).toBe(2);
  });
});

describe('with an idempotency key', () => {
  test('the right code again gets the same response, and nothing happens twice', async () => {
    const { code, id } = await steps.sent();
    const body = { 'verification-id': id, otp: code };
    const first = await steps.keyed('/otp/sms/verify', body, 'verify-0123456789ab');
    const again = await steps.keyed('/otp/sms/verify', body, 'verify-0123456789ab');
    expect([first.status, again.status]).toEqual([204, 204]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await steps.attempts(id)).toBe(1);
    const other = await steps.keyed('/otp/sms/verify', { ...body, otp: wrong(code) }, 'verify-0123456789ab');
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
  });

  test('a wrong code again gets the same response and costs one attempt', async () => {
    const { code, id } = await steps.sent();
    const body = { 'verification-id': id, otp: wrong(code) };
    const key = 'verify-wrong-0123456789';
    expect(refusalOf(await steps.keyed('/otp/sms/verify', body, key))).toBe('440 bad-otp');
    expect(refusalOf(await steps.keyed('/otp/sms/verify', body, key))).toBe('440 bad-otp');
    expect(await steps.attempts(id)).toBe(1);
    const other = await steps.keyed('/otp/sms/verify', { ...body, otp: code }, key);
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
    expect(await steps.attempts(id)).toBe(1);
    expect((await verify(id, code)).status).toBe(204);
  });
});

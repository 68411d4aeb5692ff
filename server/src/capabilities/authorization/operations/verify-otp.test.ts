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
import { idIn, type OtpSteps, otpSteps, wrong } from '../testing/otp-steps.suite.ts';

let testApp: AuthorizationTestApp;
let words: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  words = otpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const verify = (id: string, otp: string, as = app()): Promise<TestResponse> => words.verify(id, otp, as);

describe('a one-time password', () => {
  test('is right once', async () => {
    const { code, id } = await words.sent();
    expect(await verify(id, code)).toMatchObject({ status: 204, text: '' });
    expect(refusalOf(await verify(id, code))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(id, wrong(code)))).toBe('440 replayed-otp');
    expect((await testApp.eventsOf('verification', id)).map(({ name }) => name)).toEqual(['otp-verified']);
  });

  test('is wrong five times, and then over; whoever failed so often has to wait', async () => {
    const { code, id, user } = await words.sent();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(refusalOf(await verify(id, wrong(code)))).toBe('440 bad-otp');
      expect(await words.attempts(id)).toBe(attempt);
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

  test('of other length uses no attempt', async () => {
    const { code, id } = await words.sent();
    expect(faultsOf(await verify(id, `${code}1`))).toEqual(['400 otp pattern']);
    expect(await words.attempts(id)).toBe(0);
  });

  test('for money has eight digits', async () => {
    const { code, id } = await words.sent({ action: 'payment' });
    expect(code).toMatch(/^[0-9]{8}$/);
    expect((await verify(id, code)).status).toBe(204);
  });
});

const byEmail = (id: string, otp: string, as = app()): Promise<TestResponse> =>
  testApp.post('/otp/email/verify', { 'verification-id': id, otp }, as);

describe('a code is as unknown as one that never was', () => {
  const unknown = '440 no-such-verification';

  test('to everybody for ids that nobody gave', async () => {
    for (const id of ['x', '0'.repeat(64), 'V'.repeat(22), "' or 1=1 --"]) {
      expect(refusalOf(await verify(id, '123456'))).toBe(unknown);
      expect(refusalOf(await verify(id, '123456', trustedApp))).toBe(unknown);
      expect(refusalOf(await byEmail(id, '12345678'))).toBe(unknown);
    }
  });

  test('to another client, another bank and by another channel', async () => {
    const { code, id } = await words.sent();
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await verify(id, code, app(undefined, { banks: ['02'] })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
    expect(await words.attempts(id)).toBe(0);
    expect((await verify(id, code)).status).toBe(204);
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
  });

  test('to another client while its user is blocked', async () => {
    const { code, id } = await words.sent();
    for (let attempt = 1; attempt <= 5; attempt += 1) await verify(id, wrong(code));
    expect(refusalOf(await verify(id, code, app(undefined, { id: 'other-app' })))).toBe(unknown);
    expect(refusalOf(await byEmail(id, code))).toBe(unknown);
  });

  test('whatever its length, once it is over', async () => {
    const { code, id } = await words.sent();
    testApp.clock.advance({ minutes: 5 });
    expect(refusalOf(await verify(id, `${code}12`))).toBe(unknown);
    expect(refusalOf(await verify(id, code))).toBe(unknown);
  });

  test('without the right to verify it is not even looked at', async () => {
    const { code, id } = await words.sent();
    expect(refusalOf(await verify(id, code, app(['oath', 'ocra', 'user-lookup'])))).toBe('403 forbidden');
    expect(await words.attempts(id)).toBe(0);
  });
});

describe('a code is refused before it is counted', () => {
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
    ['there is more', { 'user-id': 'somebody' }, '400 user-id unknown-field'],
  ])('when %s', async (_, more: Fields, fault) => {
    const { id } = await words.sent();
    const answer = await testApp.post(
      '/otp/sms/verify',
      { 'verification-id': id, otp: '123456', ...more },
      app(),
    );
    expect(faultsOf(answer)).toEqual([fault]);
    expect(await words.attempts(id)).toBe(0);
  });
});

describe('a code ends', () => {
  test('five minutes after it was sent by SMS, to the second', async () => {
    const early = await words.sent();
    const late = await words.sent();
    testApp.clock.advance({ minutes: 4, seconds: 59, milliseconds: 999 });
    expect((await verify(early.id, early.code)).status).toBe(204);
    testApp.clock.advance({ milliseconds: 1 });
    expect(refusalOf(await verify(late.id, late.code))).toBe('440 no-such-verification');
    expect(await words.attempts(late.id)).toBe(0);
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

  test('for somebody who was suspended meanwhile', async () => {
    const { code, id, user } = await words.sent();
    testApp.users.change(user.userId, { status: 'suspended' });
    const answer = await verify(id, code);
    expect(answer.status).not.toBe(204);
  });
});

describe('what was passed', () => {
  test.each([
    ['login', 5],
    ['payment', 5],
    ['registration', 15],
    [undefined, 5],
  ])('for %s is a proof for %d minutes', async (action, minutes) => {
    const { code, id } = await words.sent({ action });
    testApp.clock.advance({ minutes: 1 });
    expect((await verify(id, code)).status).toBe(204);
    const until = testApp.clock.now().add({ minutes }).toString({ fractionalSecondDigits: 0 });
    expect((await words.row(id)).proof_until).toBe(until);
  });

  test('stays passed: replayed while it is a proof, after it lapsed, and to whoever may look users up', async () => {
    const { code, id } = await words.sent();
    expect((await verify(id, code)).status).toBe(204);
    expect(refusalOf(await verify(id, code, trustedApp))).toBe('440 replayed-otp');
    testApp.clock.advance({ minutes: 6 });
    expect(refusalOf(await verify(id, code))).toBe('440 replayed-otp');
    expect(refusalOf(await verify(id, '00000000'))).toBe('440 replayed-otp');
  });

  test('is not counted as an attempt a second time', async () => {
    const { code, id } = await words.sent();
    await verify(id, wrong(code));
    await verify(id, code);
    await verify(id, code);
    expect(await words.attempts(id)).toBe(2);
  });
});

describe('with an idempotency key', () => {
  test('the right code again is right again, and nothing happens twice', async () => {
    const { code, id } = await words.sent();
    const body = { 'verification-id': id, otp: code };
    const first = await words.keyed('/otp/sms/verify', body, 'verify-0123456789ab');
    const again = await words.keyed('/otp/sms/verify', body, 'verify-0123456789ab');
    expect([first.status, again.status]).toEqual([204, 204]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await words.attempts(id)).toBe(1);
    const other = await words.keyed('/otp/sms/verify', { ...body, otp: wrong(code) }, 'verify-0123456789ab');
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
  });

  test('a wrong code again is wrong again and costs one attempt', async () => {
    const { code, id } = await words.sent();
    const body = { 'verification-id': id, otp: wrong(code) };
    const key = 'verify-wrong-0123456789';
    expect(refusalOf(await words.keyed('/otp/sms/verify', body, key))).toBe('440 bad-otp');
    expect(refusalOf(await words.keyed('/otp/sms/verify', body, key))).toBe('440 bad-otp');
    expect(await words.attempts(id)).toBe(1);
    const other = await words.keyed('/otp/sms/verify', { ...body, otp: code }, key);
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
    expect(await words.attempts(id)).toBe(1);
    expect((await verify(id, code)).status).toBe(204);
  });
});

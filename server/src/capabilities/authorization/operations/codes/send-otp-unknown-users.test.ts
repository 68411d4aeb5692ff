import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../../testing/token-steps.suite.ts';

let testApp: AuthorizationTestApp;
let tokens: TokenSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  tokens = tokenSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(() => testApp.clock.set('2026-11-15T10:00:00Z'));

const send = (channel: 'sms' | 'email', name: string, more = {}): Promise<TestResponse> =>
  testApp.post(`/otp/${channel}/send`, { 'user-id': name, ...more }, app());
const verify = (channel: 'sms' | 'email', id: string, otp = '000000'): Promise<TestResponse> =>
  testApp.post(`/otp/${channel}/verify`, { 'verification-id': id, otp }, app());

let unknownUsers = 0;
/** Returns an unknown user id of the usual form. */
function unknownUserId(): string {
  unknownUsers += 1;
  return `019a8000-0000-7000-9000-${String(unknownUsers).padStart(12, '0')}`;
}

/** Returns everything that a caller can observe: digits and ids stand for any of the same length. */
function seenOf({ headers, status, text }: TestResponse): unknown {
  const own = new Set(['x-request-id', 'request-id', 'traceparent', 'date']);
  const shown = Object.entries(headers)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .toSorted();
  const shape = text
    .replaceAll(/"(instance|trace-id|request-id)":"[^"]*"/g, '"$1":""')
    .replaceAll(/[A-Za-z0-9_-]{20,}/g, (id) => `id of ${id.length}`)
    .replaceAll(/[0-9]/g, '0');
  return { status, shown, shape };
}

let numbers = 10_000_000;
/** Returns a number of no user that nothing was sent to. */
function newNumber(): { readonly 'phone-number': string } {
  numbers += 1;
  return { 'phone-number': `+49152${numbers}` };
}

interface Both {
  readonly real: readonly unknown[];
  readonly dummy: readonly unknown[];
  /** Statuses and literals of the known user. */
  readonly outcomes: readonly string[];
}

/** Runs the same calls for a known and an unknown user; returns what each of them observes. */
async function both(known: string, play: (name: string) => Promise<readonly TestResponse[]>): Promise<Both> {
  const real = await play(known);
  testApp.clock.set('2026-11-15T10:00:00Z');
  const dummy = await play(unknownUserId());
  return { real: real.map(seenOf), dummy: dummy.map(seenOf), outcomes: real.map(refusalOf) };
}

/** Returns the id in a response, or an unknown one when the response is a problem. */
function idOr(found: unknown): string {
  return typeof found === 'string' ? found : 'x';
}

describe('known and unknown users look alike', () => {
  test.each(['sms', 'email'] as const)(
    'by %s: sending, sending again, guessing, being blocked',
    async (channel) => {
      const { dummy, real, outcomes } = await both(testApp.users.add().userId, async (name) => {
        const responses = [await send(channel, name), await send(channel, name)];
        const id = String(responses[0]?.body);
        for (let attempt = 1; attempt <= 6; attempt += 1) responses.push(await verify(channel, id));
        responses.push(await send(channel, name), await send(channel, name, { action: 'payment' }));
        testApp.clock.advance({ minutes: 31 });
        responses.push(await verify(channel, id), await send(channel, name));
        responses.push(await verify(channel, String(responses.at(-1)?.body), '00000000'));
        return responses;
      });
      expect(dummy).toEqual(real);
      expect(outcomes).toEqual([
        '202',
        '429 too-many-requests',
        ...Array.from({ length: 5 }, () => '440 bad-otp'),
        ...Array.from({ length: 3 }, () => '429 too-many-requests'),
        '440 no-such-verification',
        '202',
        '400',
      ]);
    },
  );

  test.each(['suspended', 'closed', 'locked', 'pending'] as const)(
    'also when the known user is %s',
    async (status) => {
      const { dummy, real } = await both(testApp.users.add({ status }).userId, async (name) => {
        const responses = [await send('sms', name), await send('sms', name), await send('email', name)];
        responses.push(
          await verify('sms', String(responses[0]?.body)),
          await verify('email', String(responses[2]?.body)),
        );
        responses.push(await tokens.oath(name, '12345678'), await tokens.challenge(name));
        return responses;
      });
      expect(dummy).toEqual(real);
    },
  );

  test('when the request names an unknown number', async () => {
    const { dummy, real } = await both(testApp.users.add().userId, async (name) => {
      const more = newNumber();
      return [await send('sms', name, more), await send('sms', name, more)];
    });
    expect(dummy).toEqual(real);
  });

  test('when first a user alone and then the user with a number is named', async () => {
    const { dummy, real } = await both(testApp.users.add().userId, async (name) => {
      return [await send('sms', name), await send('sms', name, newNumber())];
    });
    expect(dummy).toEqual(real);
  });

  test('when first a user with a number and then the user alone is named', async () => {
    const { dummy, real } = await both(testApp.users.add().userId, async (name) => {
      return [await send('sms', name, newNumber()), await send('sms', name)];
    });
    expect(dummy).toEqual(real);
  });

  test('whether a number is the one on file or not: to the user with it, then to it alone', async () => {
    const ownNumber = { 'phone-number': '+4915199999905' };
    const wrong = { 'phone-number': '+4915199999906' };
    const { userId } = testApp.users.add({ mobileNumber: ownNumber['phone-number'] });
    const play = async (phone: typeof ownNumber): Promise<readonly unknown[]> => {
      const first = await send('sms', userId, phone);
      const bare = await testApp.post('/otp/sms/send', { ...phone, action: 'registration' }, app());
      testApp.clock.advance({ hours: 2 });
      return [first, bare].map(seenOf);
    };
    expect(await play(ownNumber)).toEqual(await play(wrong));
  });

  test('whether a number is the one on file or not: to the user, then to the user with it', async () => {
    const ownNumber = { 'phone-number': '+4915199999907' };
    const wrong = { 'phone-number': '+4915199999908' };
    const { userId } = testApp.users.add({ mobileNumber: ownNumber['phone-number'] });
    const play = async (phone: typeof ownNumber): Promise<readonly unknown[]> => {
      const responses = [await send('sms', userId), await send('sms', userId, phone)];
      testApp.clock.advance({ hours: 2 });
      return responses.map(seenOf);
    };
    expect(await play(ownNumber)).toEqual(await play(wrong));
  });

  test('at tokens: guessing, being blocked, waiting', async () => {
    const { user } = await enrolled(testApp, 'totp');
    const { dummy, real, outcomes } = await both(user.userId, async (name) => {
      const responses: TestResponse[] = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) responses.push(await tokens.oath(name, '00000000'));
      testApp.clock.advance({ minutes: 30 });
      for (let attempt = 1; attempt <= 6; attempt += 1) responses.push(await tokens.oath(name, '000000'));
      return responses;
    });
    const five = Array.from({ length: 5 }, () => '440 bad-otp');
    expect(dummy).toEqual(real);
    expect(outcomes).toEqual([...five, '429 too-many-requests', ...five, '429 too-many-requests']);
  });

  test('at devices: asking, answering wrongly, asking again', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const { dummy, real, outcomes } = await both(user.userId, async (name) => {
      const challenges = [
        await tokens.challenge(name),
        await tokens.challenge(name, 'EUR 1.00 DE40100100103307118608'),
      ];
      const [one, other] = challenges.map(({ body }) => String(at(body, 'challenge-id')));
      const responses = [...challenges];
      for (let attempt = 1; attempt <= 4; attempt += 1)
        responses.push(await tokens.answer(one ?? '', '00000000'));
      for (let attempt = 1; attempt <= 3; attempt += 1)
        responses.push(await tokens.answer(other ?? '', '00000000'));
      responses.push(await tokens.challenge(name));
      return responses;
    });
    expect(dummy).toEqual(real);
    expect(outcomes).toEqual([
      '200',
      '200',
      '440 bad-response',
      '440 bad-response',
      '440 bad-response',
      '440 no-such-challenge',
      '440 bad-response',
      '440 bad-response',
      '429 too-many-requests',
      '429 too-many-requests',
    ]);
  });

  test('through a day of thirty calls with every factor', async () => {
    const user = testApp.users.add();
    await enrolled(testApp, 'totp', user);
    await enrolled(testApp, 'ocra', user);
    const { dummy, real, outcomes } = await both(user.userId, async (name) => {
      const responses: TestResponse[] = [];
      for (let round = 0; round < 6; round += 1) {
        const sent = await send('sms', name, { action: 'login' });
        const challenge = await tokens.challenge(name);
        responses.push(sent, challenge, await verify('sms', idOr(sent.body)));
        responses.push(await tokens.oath(name, '00000000'));
        responses.push(await tokens.answer(idOr(at(challenge.body, 'challenge-id')), '00000000'));
        testApp.clock.advance({ minutes: 17 });
      }
      return responses;
    });
    expect(dummy).toEqual(real);
    expect(outcomes).toHaveLength(30);
    expect(new Set(outcomes).size).toBeGreaterThan(4);
  });

  test('a dummy verification never succeeds, whatever code is presented', async () => {
    const id = String((await send('sms', unknownUserId())).body);
    const code = await testApp.codeOf(id);
    expect(refusalOf(await verify('sms', id, code))).toBe('440 bad-otp');
    const { userId } = testApp.users.add({ status: 'suspended' });
    const token = await enrolled(testApp, 'ocra', testApp.users.add());
    testApp.users.change(token.user.userId, { status: 'suspended' });
    const codeRequest = await tokens.newChallenge(token.user.userId);
    expect(refusalOf(await tokens.answer(codeRequest.id, token.answerTo(codeRequest.code)))).toBe(
      '440 bad-response',
    );
    const other = String((await send('sms', userId)).body);
    expect(refusalOf(await verify('sms', other, await testApp.codeOf(other)))).toBe('440 bad-otp');
  });
});

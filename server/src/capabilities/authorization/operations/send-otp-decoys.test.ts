import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  refusalOf,
} from '../testing/authorization-test-app.suite.ts';
import { enrolled, type TokenSteps, tokenSteps } from '../testing/token-steps.suite.ts';

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

let strangers = 0;
/** As long as a user id, and looks like one. */
function stranger(): string {
  strangers += 1;
  return `019a8000-0000-7000-9000-${String(strangers).padStart(12, '0')}`;
}

/** Everything a caller can see: digits and ids stand for any of the same length. */
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
/** A number nobody has, and that nothing was sent to. */
function newNumber(): { readonly 'phone-number': string } {
  numbers += 1;
  return { 'phone-number': `+49152${numbers}` };
}

interface Both {
  readonly real: readonly unknown[];
  readonly dummy: readonly unknown[];
  /** Statuses and literals of the real one. */
  readonly said: readonly string[];
}

/** Runs the same calls for somebody and for nobody: what each of them sees. */
async function both(known: string, play: (name: string) => Promise<readonly TestResponse[]>): Promise<Both> {
  const real = await play(known);
  testApp.clock.set('2026-11-15T10:00:00Z');
  const dummy = await play(stranger());
  return { real: real.map(seenOf), dummy: dummy.map(seenOf), said: real.map(refusalOf) };
}

/** A name in an answer, or one that nobody gave where the answer was a refusal. */
function idOr(found: unknown): string {
  return typeof found === 'string' ? found : 'x';
}

describe('somebody and nobody look alike', () => {
  test.each(['sms', 'email'] as const)(
    'by %s: sending, sending again, guessing, being blocked',
    async (channel) => {
      const {
        dummy: decoy,
        real,
        said,
      } = await both(testApp.users.add().userId, async (name) => {
        const answers = [await send(channel, name), await send(channel, name)];
        const id = String(answers[0]?.body);
        for (let attempt = 1; attempt <= 6; attempt += 1) answers.push(await verify(channel, id));
        answers.push(await send(channel, name), await send(channel, name, { action: 'payment' }));
        testApp.clock.advance({ minutes: 31 });
        answers.push(await verify(channel, id), await send(channel, name));
        answers.push(await verify(channel, String(answers.at(-1)?.body), '00000000'));
        return answers;
      });
      expect(decoy).toEqual(real);
      expect(said).toEqual([
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
    'also when somebody is %s',
    async (status) => {
      const { dummy: decoy, real } = await both(testApp.users.add({ status }).userId, async (name) => {
        const answers = [await send('sms', name), await send('sms', name), await send('email', name)];
        answers.push(
          await verify('sms', String(answers[0]?.body)),
          await verify('email', String(answers[2]?.body)),
        );
        answers.push(await tokens.oath(name, '12345678'), await tokens.challenge(name));
        return answers;
      });
      expect(decoy).toEqual(real);
    },
  );

  test('when a number is named that nobody has', async () => {
    const { dummy: decoy, real } = await both(testApp.users.add().userId, async (name) => {
      const more = newNumber();
      return [await send('sms', name, more), await send('sms', name, more)];
    });
    expect(decoy).toEqual(real);
  });

  test('when first a user alone and then with some number is named', async () => {
    const { dummy: decoy, real } = await both(testApp.users.add().userId, async (name) => {
      return [await send('sms', name), await send('sms', name, newNumber())];
    });
    expect(decoy).toEqual(real);
  });

  test('when first some number is named with a user and then the user alone', async () => {
    const { dummy: decoy, real } = await both(testApp.users.add().userId, async (name) => {
      return [await send('sms', name, newNumber()), await send('sms', name)];
    });
    expect(decoy).toEqual(real);
  });

  test('whether a number is the one on file or not: to the user with it, then to it alone', async () => {
    const right = { 'phone-number': '+4915199999905' };
    const wrong = { 'phone-number': '+4915199999906' };
    const { userId } = testApp.users.add({ mobileNumber: right['phone-number'] });
    const play = async (phone: typeof right): Promise<readonly unknown[]> => {
      const first = await send('sms', userId, phone);
      const bare = await testApp.post('/otp/sms/send', { ...phone, action: 'registration' }, app());
      testApp.clock.advance({ hours: 2 });
      return [first, bare].map(seenOf);
    };
    expect(await play(right)).toEqual(await play(wrong));
  });

  test('whether a number is the one on file or not: to the user, then to the user with it', async () => {
    const right = { 'phone-number': '+4915199999907' };
    const wrong = { 'phone-number': '+4915199999908' };
    const { userId } = testApp.users.add({ mobileNumber: right['phone-number'] });
    const play = async (phone: typeof right): Promise<readonly unknown[]> => {
      const answers = [await send('sms', userId), await send('sms', userId, phone)];
      testApp.clock.advance({ hours: 2 });
      return answers.map(seenOf);
    };
    expect(await play(right)).toEqual(await play(wrong));
  });

  test('at tokens: guessing, being blocked, waiting', async () => {
    const { user } = await enrolled(testApp, 'totp');
    const {
      dummy: decoy,
      real,
      said,
    } = await both(user.userId, async (name) => {
      const answers: TestResponse[] = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) answers.push(await tokens.oath(name, '00000000'));
      testApp.clock.advance({ minutes: 30 });
      for (let attempt = 1; attempt <= 6; attempt += 1) answers.push(await tokens.oath(name, '000000'));
      return answers;
    });
    const five = Array.from({ length: 5 }, () => '440 bad-otp');
    expect(decoy).toEqual(real);
    expect(said).toEqual([...five, '429 too-many-requests', ...five, '429 too-many-requests']);
  });

  test('at devices: asking, answering wrongly, asking again', async () => {
    const { user } = await enrolled(testApp, 'ocra');
    const {
      dummy: decoy,
      real,
      said,
    } = await both(user.userId, async (name) => {
      const asked = [
        await tokens.challenge(name),
        await tokens.challenge(name, 'EUR 1.00 DE40100100103307118608'),
      ];
      const [one, other] = asked.map(({ body }) => String(at(body, 'challenge-id')));
      const answers = [...asked];
      for (let attempt = 1; attempt <= 4; attempt += 1)
        answers.push(await tokens.answer(one ?? '', '00000000'));
      for (let attempt = 1; attempt <= 3; attempt += 1)
        answers.push(await tokens.answer(other ?? '', '00000000'));
      answers.push(await tokens.challenge(name));
      return answers;
    });
    expect(decoy).toEqual(real);
    expect(said).toEqual([
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
    const {
      dummy: decoy,
      real,
      said,
    } = await both(user.userId, async (name) => {
      const answers: TestResponse[] = [];
      for (let round = 0; round < 6; round += 1) {
        const sent = await send('sms', name, { action: 'login' });
        const asked = await tokens.challenge(name);
        answers.push(sent, asked, await verify('sms', idOr(sent.body)));
        answers.push(await tokens.oath(name, '00000000'));
        answers.push(await tokens.answer(idOr(at(asked.body, 'challenge-id')), '00000000'));
        testApp.clock.advance({ minutes: 17 });
      }
      return answers;
    });
    expect(decoy).toEqual(real);
    expect(said).toHaveLength(30);
    expect(new Set(said).size).toBeGreaterThan(4);
  });

  test('a decoy never verifies, whatever is typed', async () => {
    const id = String((await send('sms', stranger())).body);
    const code = await testApp.codeOf(id);
    expect(refusalOf(await verify('sms', id, code))).toBe('440 bad-otp');
    const { userId } = testApp.users.add({ status: 'suspended' });
    const token = await enrolled(testApp, 'ocra', testApp.users.add());
    testApp.users.change(token.user.userId, { status: 'suspended' });
    const asked = await tokens.asked(token.user.userId);
    expect(refusalOf(await tokens.answer(asked.id, token.answerTo(asked.code)))).toBe('440 bad-response');
    const other = String((await send('sms', userId)).body);
    expect(refusalOf(await verify('sms', other, await testApp.codeOf(other)))).toBe('440 bad-otp');
  });
});

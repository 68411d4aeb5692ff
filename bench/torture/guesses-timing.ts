import { app } from '../../server/src/capabilities/authorization/testing/authorization-test-app.suite.ts';
import { enrolled } from '../../server/src/capabilities/authorization/testing/token-steps.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import type { GuessHarness } from './guesses-harness.ts';

const base = '/v1/authorization';
const warmUp = 40;

/** Response times of the same request for known and unknown users. */
export interface Timing {
  readonly name: string;
  readonly samples: number;
  readonly knownMs: number;
  readonly unknownMs: number;
  /** Probability that samples of one distribution differ as much. */
  readonly chance: number;
  readonly gapMs: number;
}

type Ask = (userName: string) => Promise<{ readonly path: string; readonly body: unknown }>;

/**
 * Sends the same requests for known and unknown users, alternating in random order within each pair, so that both run
 * under the same load of the machine.
 */
export async function measureTimings(
  harness: GuessHarness,
  samples: number,
  seed: number,
): Promise<readonly Timing[]> {
  const chance = chanceFrom(seed);
  const authorization = `Bearer ${await harness.testApp.mint.mint(app())}`;
  const timings: Timing[] = [];
  for (const [name, ask] of questions(harness, authorization)) {
    const [known, unknown] = await sample(harness, { ask, authorization, chance, count: samples + warmUp });
    const [one, other] = [known.slice(warmUp), unknown.slice(warmUp)];
    timings.push({
      name,
      samples,
      knownMs: median(one),
      unknownMs: median(other),
      chance: sameChance(one, other),
      gapMs: Math.abs(median(one) - median(other)),
    });
  }
  return timings;
}

function questions(harness: GuessHarness, authorization: string): readonly (readonly [string, Ask])[] {
  const asked = async (path: string, body: unknown): Promise<unknown> =>
    (await harness.testApp.call({ method: 'POST', path: `${base}${path}`, body, headers: { authorization } }))
      .body;
  return [
    ['send by SMS', async (name) => ({ path: '/otp/sms/send', body: { 'user-id': name, action: 'login' } })],
    [
      'send by e-mail',
      async (name) => ({ path: '/otp/email/send', body: { 'user-id': name, action: 'login' } }),
    ],
    [
      'verify a code',
      async (name) => {
        const id = await asked('/otp/sms/send', { 'user-id': name, action: 'login' });
        return { path: '/otp/sms/verify', body: { 'verification-id': id, otp: '000000' } };
      },
    ],
    [
      'verify a code of a token',
      async (name) => ({ path: '/otp/oath/verify', body: { 'user-id': name, otp: '00000000' } }),
    ],
    [
      'request a challenge',
      async (name) => ({ path: '/ocra/challenge', body: { 'user-id': name, 'challenge-mode': 'random' } }),
    ],
    [
      'answer a challenge',
      async (name) => {
        const made = await asked('/ocra/challenge', { 'user-id': name, 'challenge-mode': 'random' });
        return {
          path: '/ocra/verify',
          body: { 'challenge-id': at(made, 'challenge-id'), 'response-code': '00000000' },
        };
      },
    ],
  ];
}

interface Sampling {
  readonly ask: Ask;
  readonly authorization: string;
  readonly chance: Chance;
  readonly count: number;
}

async function sample(
  harness: GuessHarness,
  { ask, authorization, chance, count }: Sampling,
): Promise<readonly [readonly number[], readonly number[]]> {
  const times: readonly [number[], number[]] = [[], []];
  const measure = async (name: string): Promise<number> => {
    const { body, path } = await ask(name);
    const begun = performance.now();
    await harness.testApp.call({ method: 'POST', path: `${base}${path}`, body, headers: { authorization } });
    return performance.now() - begun;
  };
  for (let index = 0; index < count; index += 1) {
    const known = await createUser(harness);
    const unknown = `0${known.slice(1, 19)}f${known.slice(20)}`;
    const order = chance.integer(0, 1) === 0 ? [known, unknown] : [unknown, known];
    for (const name of order) times[name === known ? 0 : 1].push(await measure(name));
  }
  return times;
}

/** Creates a user with phone number, e-mail address, TOTP token and device. */
async function createUser(harness: GuessHarness): Promise<string> {
  const userId = harness.addUser();
  const user = { ...harness.testApp.users.add(), userId };
  await enrolled(harness.testApp, 'totp', user);
  await enrolled(harness.testApp, 'ocra', user);
  return userId;
}

const termsOfSeries = 100;

/** Two-sample Kolmogorov-Smirnov test: returns the probability of the largest gap between both distributions. */
export function sameChance(one: readonly number[], other: readonly number[]): number {
  const sorted = [one.toSorted((a, b) => a - b), other.toSorted((a, b) => a - b)] as const;
  const shareUpTo = (values: readonly number[], limit: number): number =>
    values.filter((value) => value <= limit).length / values.length;
  const gap = Math.max(
    ...[...sorted[0], ...sorted[1]].map((value) =>
      Math.abs(shareUpTo(sorted[0], value) - shareUpTo(sorted[1], value)),
    ),
  );
  const root = Math.sqrt((one.length * other.length) / (one.length + other.length));
  const lambda = (root + 0.12 + 0.11 / root) * gap;
  // The series does not converge for tiny gaps; the probability is 1 there.
  if (lambda < 0.2) return 1;
  const terms = Array.from({ length: termsOfSeries }, (_, index) => index + 1).map(
    (term) => (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * term * term * lambda * lambda),
  );
  return Math.min(
    1,
    Math.max(
      0,
      terms.reduce((sum, term) => sum + term, 0),
    ),
  );
}

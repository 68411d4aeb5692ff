import {
  enrolled,
  type TestToken,
  withHotp,
} from '../../server/src/capabilities/authorization/testing/token-steps.suite.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type GuessHarness, type Verdict, wrongOf } from './guesses-harness.ts';

const tickSeconds = 30;
const hours = 48;
const dayTicks = (24 * 3_600) / tickSeconds;
const start = '2027-03-03T08:00:00Z';

/** Result of repeated guesses at the second factors of one user. */
export interface GuessSeries {
  readonly name: string;
  /** Maximum number of evaluated guesses in any 24 hours. */
  readonly cap: number;
  /** Ticks of the evaluated guesses. */
  readonly evaluated: readonly number[];
  readonly guesses: number;
  /** Accepted codes of the owner. */
  readonly accepted: number;
  readonly isBroken: boolean;
}

interface Victim {
  readonly name: string;
  readonly cap: number;
  readonly userId: string;
  /** Makes a guess; returns its result. */
  guess(): Promise<Verdict>;
  /** Signs the owner in, which ends the sequence of failures. */
  signIn(): Promise<Verdict>;
}

/** State of one user during the run. */
interface Seen {
  readonly evaluated: number[];
  guesses: number;
  accepted: number;
  /** Tick of the next guess. */
  next: number;
}

/**
 * Guesses every thirty seconds for two days. The owners sign in so often that five failures in a row are rare: the
 * lockout does not apply, only the daily cap. One owner never signs in, so that the lockout applies. A short run
 * pauses after each refusal for up to `pauseMax` ticks, because a lockout gives the same result for hours.
 */
export async function bruteForce(
  harness: GuessHarness,
  { pauseMax, seed }: { readonly pauseMax: number; readonly seed: number },
): Promise<readonly GuessSeries[]> {
  const { clock } = harness.testApp;
  const chance = chanceFrom(seed);
  clock.set(start);
  const victims = [await tokenVictim(harness), await codeVictim(harness), await lonelyVictim(harness)];
  const bruteForced = victims.map((victim) => {
    const seen: Seen = { evaluated: [], guesses: 0, accepted: 0, next: 0 };
    return { victim, seen };
  });
  for (let tick = 0; tick < (hours * 3_600) / tickSeconds; tick += 1) {
    clock.advance({ seconds: tickSeconds });
    const due = bruteForced.filter(({ seen }) => seen.next <= tick);
    await Promise.all(due.map(({ seen, victim }) => guessOnce(victim, seen, { tick, pauseMax, chance })));
  }
  return bruteForced.map(({ seen: { evaluated, guesses, accepted }, victim: { cap, name } }) => ({
    name,
    cap,
    evaluated,
    guesses,
    accepted,
    isBroken: mostInADay(evaluated) > cap,
  }));
}

async function guessOnce(
  victim: Victim,
  seen: Seen,
  { chance, pauseMax, tick }: { readonly tick: number; readonly pauseMax: number; readonly chance: Chance },
): Promise<void> {
  const result = await victim.guess();
  seen.guesses += 1;
  if (result === 'right') throw new Error(`${victim.name}: a wrong code was right`);
  const isEvaluated = result === 'bad-otp' || result === 'replayed-otp';
  if (isEvaluated) seen.evaluated.push(tick);
  seen.next = tick + (isEvaluated ? 1 : chance.integer(1, pauseMax));
  if (chance.integer(1, 3) === 1 && (await victim.signIn()) === 'right') seen.accepted += 1;
}

/** Returns the maximum count of any 24 hours. */
export function mostInADay(ticks: readonly number[]): number {
  return ticks.reduce((most, first, index) => {
    const inDay = ticks.slice(index).filter((tick) => tick - first < dayTicks).length;
    return Math.max(most, inDay);
  }, 0);
}

async function tokenVictim(harness: GuessHarness): Promise<Victim> {
  const userId = harness.addUser();
  const token = await withHotpOf(harness, userId);
  let counter = 0;
  return {
    name: 'HOTP token of six digits, owner signs in',
    cap: 16,
    userId,
    guess: () => harness.guessToken(userId, wrongOf(token.codeAt(counter))),
    async signIn() {
      const result = await harness.guessToken(userId, token.codeAt(counter));
      if (result === 'right') counter += 1;
      return result;
    },
  };
}

/** Assigns a token of the import to a user of the test directory. */
async function withHotpOf(harness: GuessHarness, userId: string): Promise<TestToken> {
  const token = await withHotp({ ...harness.testApp, context: (bankId) => contextKnowing(harness, bankId) });
  await harness.testApp.database.query(
    `update "authorization".oath_token set user_id = $1 where serial = $2`,
    [userId, token.tokenId],
  );
  await harness.testApp.database.query(
    `update "authorization".factor_attempts set subject = $1 where subject = $2`,
    [userId, token.user.userId],
  );
  return token;
}

/** Returns a context whose user directory has only the users of the run. */
function contextKnowing({ testApp }: GuessHarness, bankId?: string): ReturnType<typeof testApp.context> {
  return { ...testApp.context(bankId), users: testApp.users };
}

async function codeVictim(harness: GuessHarness): Promise<Victim> {
  const userId = harness.addUser();
  const user = { ...harness.testApp.users.add(), userId };
  const token = await enrolled(harness.testApp, 'totp', user);
  const open = openCode(harness, userId);
  return {
    name: 'codes that are sent, owner signs in with a TOTP token',
    cap: 20,
    userId,
    guess: open,
    signIn: () => harness.guessToken(userId, token.codeNow()),
  };
}

async function lonelyVictim(harness: GuessHarness): Promise<Victim> {
  const userId = harness.addUser();
  return {
    name: 'codes that are sent, no sign-ins',
    cap: 15,
    userId,
    guess: openCode(harness, userId),
    signIn: async () => 'absent',
  };
}

/** Returns a function that guesses at the open code; without an open code it requests a new one first. */
function openCode(harness: GuessHarness, userId: string): () => Promise<Verdict> {
  let open: { readonly id: string; readonly code: string } | undefined;
  return async () => {
    if (open === undefined) {
      const sent = await harness.send(userId);
      if (typeof sent === 'string') return sent;
      open = { id: sent.id, code: await harness.codeOf(sent.id) };
    }
    const result = await harness.guess(open.id, wrongOf(open.code));
    if (result === 'no-such-verification') open = undefined;
    return result;
  };
}

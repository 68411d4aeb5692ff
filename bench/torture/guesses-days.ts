import {
  enrolled,
  type HeldToken,
  withHotp,
} from '../../server/src/capabilities/authorization/testing/token-steps.suite.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { type GuessHarness, type Verdict, wrongOf } from './guesses-harness.ts';

const tickSeconds = 30;
const hours = 48;
const dayTicks = (24 * 3_600) / tickSeconds;
const start = '2027-03-03T08:00:00Z';

/** Somebody at whose second factors another one guesses, again and again. */
export interface Siege {
  readonly name: string;
  /** The most that may be looked at in any 24 hours. */
  readonly cap: number;
  /** Guesses that were looked at, by the tick they came in. */
  readonly evaluated: readonly number[];
  readonly guesses: number;
  /** Right codes of the owner that were taken. */
  readonly taken: number;
  readonly isBroken: boolean;
}

interface Victim {
  readonly name: string;
  readonly cap: number;
  readonly userId: string;
  /** A guess, and what came of it. */
  guess(): Promise<Verdict>;
  /** The owner signs in; taken back by nobody, it ends the row of failures. */
  signIn(): Promise<Verdict>;
}

/** What one victim has seen so far. */
interface Seen {
  readonly evaluated: number[];
  guesses: number;
  taken: number;
  /** The tick of the next guess. */
  next: number;
}

/**
 * A guess every thirty seconds for two days, at users whose owners sign in often enough that failures are seldom five
 * in a row: the block never helps, only the bound of the day does. With one nobody signs in, and only blocks are seen.
 * A short run pauses after each refusal for up to so many ticks: whoever is closed for hours answers the same.
 */
export async function bruteForce(
  harness: GuessHarness,
  { pauseMax, seed }: { readonly pauseMax: number; readonly seed: number },
): Promise<readonly Siege[]> {
  const { clock } = harness.testApp;
  const chance = chanceFrom(seed);
  clock.set(start);
  const victims = [await tokenVictim(harness), await codeVictim(harness), await lonelyVictim(harness)];
  const bruteForced = victims.map((victim) => {
    const seen: Seen = { evaluated: [], guesses: 0, taken: 0, next: 0 };
    return { victim, seen };
  });
  for (let tick = 0; tick < (hours * 3_600) / tickSeconds; tick += 1) {
    clock.advance({ seconds: tickSeconds });
    const due = bruteForced.filter(({ seen }) => seen.next <= tick);
    await Promise.all(due.map(({ seen, victim }) => guessOnce(victim, seen, { tick, pauseMax, chance })));
  }
  return bruteForced.map(({ seen: { evaluated, guesses, taken }, victim: { cap, name } }) => ({
    name,
    cap,
    evaluated,
    guesses,
    taken,
    isBroken: mostInADay(evaluated) > cap,
  }));
}

async function guessOnce(
  victim: Victim,
  seen: Seen,
  { chance, pauseMax, tick }: { readonly tick: number; readonly pauseMax: number; readonly chance: Chance },
): Promise<void> {
  const said = await victim.guess();
  seen.guesses += 1;
  if (said === 'right') throw new Error(`${victim.name}: a wrong code was right`);
  const isEvaluated = said === 'bad-otp' || said === 'replayed-otp';
  if (isEvaluated) seen.evaluated.push(tick);
  seen.next = tick + (isEvaluated ? 1 : chance.integer(1, pauseMax));
  if (chance.integer(1, 3) === 1 && (await victim.signIn()) === 'right') seen.taken += 1;
}

/** The fullest 24 hours. */
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
    name: 'event token of six digits, owner signs in',
    cap: 16,
    userId,
    guess: () => harness.guessToken(userId, wrongOf(token.codeAt(counter))),
    async signIn() {
      const said = await harness.guessToken(userId, token.codeAt(counter));
      if (said === 'right') counter += 1;
      return said;
    },
  };
}

/** Hands the token of a delivery to somebody of our own directory. */
async function withHotpOf(harness: GuessHarness, userId: string): Promise<HeldToken> {
  const token = await withHotp({ ...harness.testApp, context: (bankId) => contextKnowing(harness, bankId) });
  await harness.testApp.database.query(
    `update "authorization".oath_token set user_id = $1 where serial = $2`,
    [userId, token.tokenId],
  );
  await harness.testApp.database.query(
    `update "authorization".factor_guard set subject = $1 where subject = $2`,
    [userId, token.user.userId],
  );
  return token;
}

/** The directory of the tests knows whom it made. */
function contextKnowing({ testApp: world }: GuessHarness, bankId?: string): ReturnType<typeof world.context> {
  return { ...world.context(bankId), users: world.users };
}

async function codeVictim(harness: GuessHarness): Promise<Victim> {
  const userId = harness.addUser();
  const user = { ...harness.testApp.users.add(), userId };
  const token = await enrolled(harness.testApp, 'totp', user);
  const open = openCode(harness, userId);
  return {
    name: 'codes that are sent, owner signs in with a time token',
    cap: 20,
    userId,
    guess: open,
    signIn: () => harness.guessToken(userId, token.codeNow()),
  };
}

async function lonelyVictim(harness: GuessHarness): Promise<Victim> {
  const userId = harness.addUser();
  return {
    name: 'codes that are sent, nobody signs in',
    cap: 15,
    userId,
    guess: openCode(harness, userId),
    signIn: async () => 'absent',
  };
}

/** Guesses at the code that is open; where none is, asks for a new one first. */
function openCode(harness: GuessHarness, userId: string): () => Promise<Verdict> {
  let open: { readonly id: string; readonly code: string } | undefined;
  return async () => {
    if (open === undefined) {
      const sent = await harness.send(userId);
      if (typeof sent === 'string') return sent;
      open = { id: sent.id, code: await harness.codeOf(sent.id) };
    }
    const said = await harness.guess(open.id, wrongOf(open.code));
    if (said === 'no-such-verification') open = undefined;
    return said;
  };
}

import type { RememberedResync } from './outcome.ts';
import { guessesPerDayMax, hotpLookAhead, totpWindowSteps } from './policy.ts';

/** How unlikely it must be that somebody guesses a code of a user within a day: less than one in so many. */
export interface GuessGoal {
  readonly oneIn: bigint;
}

/** For a code that proves who somebody is. */
export const ordinaryGoal: GuessGoal = { oneIn: 10_000n };
/** For a code that authorises money. */
export const moneyGoal: GuessGoal = { oneIn: 1_000_000n };

/** As much of a token as decides how many codes it would accept. */
export interface GuessableToken {
  readonly kind: 'hotp' | 'totp';
  readonly resync: RememberedResync | undefined;
}

/** How many values one guess is compared with and would be accepted for. A remembered resync adds the one behind it. */
export function guessValues({ kind, resync }: GuessableToken): number {
  return acceptedValues(kind) + (resync === undefined ? 0 : 1);
}

function acceptedValues(kind: GuessableToken['kind']): number {
  switch (kind) {
    case 'totp':
      return 2 * totpWindowSteps + 1;
    case 'hotp':
      return hotpLookAhead + 1;
  }
}

/** What the chance of a guess depends on. */
export interface Guessing {
  readonly digits: number;
  /** The sum over all tokens a guess is compared with. */
  readonly values: number;
  readonly goal: GuessGoal;
}

/** How many guesses may be evaluated in a day; zero says that codes of this kind do not reach the goal at all. */
export function dailyCap({ digits, values, goal }: Guessing): number {
  const codes = 10n ** BigInt(digits);
  const share = BigInt(values) * goal.oneIn;
  // The largest whole number that is truly below codes / share.
  const below = (codes - 1n) / share;
  return below < BigInt(guessesPerDayMax) ? Number(below) : guessesPerDayMax;
}

/** Whether so many guesses a day stay below the goal; asked at start-up and when a token is enrolled. */
export function isWithinGoal(guesses: number, { digits, values, goal }: Guessing): boolean {
  return BigInt(guesses) * BigInt(values) * goal.oneIn < 10n ** BigInt(digits);
}

import type { RememberedResync } from './outcome.ts';
import { guessesPerDayMax, hotpLookAhead, totpWindowSteps } from './policy.ts';

/** Upper bound for the chance to guess a code of a user within a day: less than one in `oneIn`. */
export interface GuessGoal {
  readonly oneIn: bigint;
}

/** For a code that authenticates a user. */
export const ordinaryGoal: GuessGoal = { oneIn: 10_000n };
/** For a code that authorises money. */
export const moneyGoal: GuessGoal = { oneIn: 1_000_000n };

/** Properties of a token that decide how many codes it accepts. */
export interface GuessableToken {
  readonly kind: 'hotp' | 'totp';
  readonly resync: RememberedResync | undefined;
}

/** Returns how many counter values would accept one guess. A remembered resync adds the counter after it. */
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
  /** Sum over all tokens that a guess is compared with. */
  readonly values: number;
  readonly goal: GuessGoal;
}

/** Returns how many guesses may be evaluated in a day; zero means that codes of this kind cannot reach the goal. */
export function dailyCap({ digits, values, goal }: Guessing): number {
  const codes = 10n ** BigInt(digits);
  const share = BigInt(values) * goal.oneIn;
  // The largest integer strictly below codes / share.
  const below = (codes - 1n) / share;
  return below < BigInt(guessesPerDayMax) ? Number(below) : guessesPerDayMax;
}

/** Returns whether this many guesses a day stay below the goal. Checked at startup and when a token is enrolled. */
export function isWithinGoal(guesses: number, { digits, values, goal }: Guessing): boolean {
  return BigInt(guesses) * BigInt(values) * goal.oneIn < 10n ** BigInt(digits);
}

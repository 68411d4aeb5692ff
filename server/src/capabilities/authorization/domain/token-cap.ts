import { dailyCap, guessValues, ordinaryGoal } from './oath/guessing.ts';
import { otpDigits } from './policy.ts';

/** Properties of a token that decide how easily its codes are guessed. */
export interface CountedToken {
  readonly kind: 'totp' | 'hotp' | 'ocra';
  readonly digits: number;
}

/** Returns how many guesses a day the tokens of a user allow; codes that are sent are harder to guess than these. */
export function capFor(tokens: readonly CountedToken[]): number {
  const made = tokens.filter(({ kind }) => kind !== 'ocra');
  if (made.length === 0) return dailyCap({ digits: otpDigits, values: 1, goal: ordinaryGoal });
  const digits = Math.min(...made.map((token) => token.digits));
  const values = made
    .map(({ kind }) => guessValues({ kind: kind === 'hotp' ? 'hotp' : 'totp', resync: undefined }))
    .reduce((sum, count) => sum + count, 0);
  return Math.max(1, dailyCap({ digits, values, goal: ordinaryGoal }));
}

import { containsPersonalWord } from './personal-words.ts';
import { isTrivialPattern, repeatedBlock } from './trivial-patterns.ts';
import { codePoints, coreOf, foldWord } from './word-forms.ts';

/** Error codes for passwords. SPEC 8.2 names them; there are no rules about kinds of characters. */
export const passwordErrors = ['too-short', 'too-long', 'blocklisted', 'contains-personal-data'] as const;

export type PasswordError = (typeof passwordErrors)[number];

/** A password to validate. */
export interface PasswordCandidate {
  readonly password: string;
  readonly personalWords: readonly string[];
  /** In code points, like `lengthMax`. */
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly isBlocklisted: (word: string) => boolean;
}

/** Returns the same text for every keyboard. Nothing is truncated and no space is removed. */
export function normalizePassword(text: string): string {
  return text.normalize('NFC');
}

/** Returns all errors, in the order of the catalogue. Stops at a password that is too long, so the work is bounded. */
export function validatePassword(candidate: PasswordCandidate): readonly PasswordError[] {
  const password = normalizePassword(candidate.password);
  const length = codePoints(password);
  if (length > candidate.lengthMax) return ['too-long'];
  const errors: PasswordError[] = [];
  if (length < candidate.lengthMin) errors.push('too-short');
  if (isGuessable(password, candidate.isBlocklisted)) errors.push('blocklisted');
  if (containsPersonalWord(password, candidate.personalWords)) errors.push('contains-personal-data');
  return errors;
}

/** Returns whether a secret is easy to guess: a common word, also repeated or with padding, or a trivial pattern. */
export function isGuessable(secret: string, isBlocklisted: (word: string) => boolean): boolean {
  if (isTrivialPattern(secret) || isBlocklisted(secret)) return true;
  const folded = foldWord(secret);
  const core = coreOf(folded);
  // A simple core counts only if it is most of the secret.
  if (codePoints(core) * 2 > codePoints(folded) && isTrivialPattern(core)) return true;
  return [folded, core].some((text) => {
    const block = repeatedBlock(text);
    return block !== text && isBlocklisted(block);
  });
}

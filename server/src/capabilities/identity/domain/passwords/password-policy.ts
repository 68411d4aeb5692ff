import { containsPersonalWord } from './personal-words.ts';
import { isTrivialPattern, repeatedBlock } from './trivial-patterns.ts';
import { codePoints, coreOf, foldWord } from './word-forms.ts';

/** What may be wrong with a password. SPEC 8.2 names them; there are no rules about kinds of characters. */
export const passwordFaults = ['too-short', 'too-long', 'blocklisted', 'contains-personal-data'] as const;

export type PasswordError = (typeof passwordFaults)[number];

/** A password before it is judged. */
export interface PasswordQuestion {
  readonly password: string;
  readonly personalWords: readonly string[];
  /** In code points, like its counterpart. */
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly isBlocklisted: (word: string) => boolean;
}

/** The same text from every keyboard. Nothing is cut off and no space is lost. */
export function normalizePassword(text: string): string {
  return text.normalize('NFC');
}

/** All that is wrong, in the order of the catalogue. What is too long is not looked at further, so the work is bounded. */
export function validatePassword(question: PasswordQuestion): readonly PasswordError[] {
  const password = normalizePassword(question.password);
  const length = codePoints(password);
  if (length > question.lengthMax) return ['too-long'];
  const faults: PasswordError[] = [];
  if (length < question.lengthMin) faults.push('too-short');
  if (isGuessable(password, question.isBlocklisted)) faults.push('blocklisted');
  if (containsPersonalWord(password, question.personalWords)) faults.push('contains-personal-data');
  return faults;
}

/** A common word stays one when it is repeated, and so does a pattern everybody knows, whatever is put around them. */
export function isGuessable(secret: string, isBlocklisted: (word: string) => boolean): boolean {
  if (isTrivialPattern(secret) || isBlocklisted(secret)) return true;
  const folded = foldWord(secret);
  const core = coreOf(folded);
  // Of a secret that is mostly something else, a simple core says little.
  if (codePoints(core) * 2 > codePoints(folded) && isTrivialPattern(core)) return true;
  return [folded, core].some((text) => {
    const block = repeatedBlock(text);
    return block !== text && isBlocklisted(block);
  });
}

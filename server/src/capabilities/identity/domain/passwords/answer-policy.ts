import { isGuessable, type PasswordError } from './password-policy.ts';
import { containsPersonalWord } from './personal-words.ts';
import { codePoints } from './word-forms.ts';

/** A security answer to validate. */
export interface AnswerCandidate {
  readonly answer: string;
  readonly personalWords: readonly string[];
  readonly isBlocklisted: (word: string) => boolean;
}

// SPEC 8.3.7: S(3..100). Counted again here, because normalizing may make an answer shorter or longer.
const answerLengthMin = 3;
const answerLengthMax = 100;

/** Normalizes an answer: width, case and spaces do not count, because people do not remember how they wrote it. */
export function normalizeAnswer(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/gu, ' ');
}

/** Returns everything that is wrong with an answer, with the error codes of passwords. */
export function validateAnswer(candidate: AnswerCandidate): readonly PasswordError[] {
  const answer = normalizeAnswer(candidate.answer);
  const length = codePoints(answer);
  if (length > answerLengthMax) return ['too-long'];
  const errors: PasswordError[] = [];
  if (length < answerLengthMin) errors.push('too-short');
  if (isGuessable(answer, candidate.isBlocklisted)) errors.push('blocklisted');
  if (containsPersonalWord(answer, candidate.personalWords)) errors.push('contains-personal-data');
  return errors;
}

import { isGuessable, type PasswordError } from './password-policy.ts';
import { containsPersonalWord } from './personal-words.ts';
import { codePoints } from './word-forms.ts';

/** An answer to a security question before it is judged. */
export interface AnswerQuestion {
  readonly answer: string;
  readonly personalWords: readonly string[];
  readonly isBlocklisted: (word: string) => boolean;
}

// SPEC 8.3.7: S(3..100). Counted again here, because normalizing may make an answer shorter or longer.
const answerLengthMin = 3;
const answerLengthMax = 100;

/** People do not remember how they wrote it: width, case and spaces do not count. */
export function normalizeAnswer(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/gu, ' ');
}

/** All that is wrong with an answer, in the words of passwords. */
export function validateAnswer(question: AnswerQuestion): readonly PasswordError[] {
  const answer = normalizeAnswer(question.answer);
  const length = codePoints(answer);
  if (length > answerLengthMax) return ['too-long'];
  const faults: PasswordError[] = [];
  if (length < answerLengthMin) faults.push('too-short');
  if (isGuessable(answer, question.isBlocklisted)) faults.push('blocklisted');
  if (containsPersonalWord(answer, question.personalWords)) faults.push('contains-personal-data');
  return faults;
}

import { answersMin } from './policy.ts';
import { choiceTexts, type QuestionId, questionTexts } from './question-texts.ts';

/** SPEC 8.1: how an answer is written. */
export const answerFormatTypes = ['free-text', 'single-choice', 'date', 'number', 'pattern'] as const;
export type AnswerFormatType = (typeof answerFormatTypes)[number];

/** A question that a user may choose. Its id never changes: answers are stored under it. */
export interface Question {
  readonly questionId: QuestionId;
  readonly formatType: AnswerFormatType;
  /** Empty, `YYYY-MM-DD`, `min..max`, or a regular expression from the beginning to the end. */
  readonly format: string;
  /** The allowed values of a single choice; otherwise empty. */
  readonly choices: readonly string[];
}

/** A question in one language. */
export interface ShownQuestion {
  readonly questionId: string;
  readonly question: string;
  readonly description: string | undefined;
  readonly formatType: AnswerFormatType;
  readonly format: string;
  readonly answers: readonly { readonly value: string; readonly text: string }[];
}

const free = (questionId: QuestionId): Question => ({
  questionId,
  formatType: 'free-text',
  format: '',
  choices: [],
});

/** Answers must not be in public registers or on social media. Questions may be added, never removed. */
export const questions: readonly Question[] = [
  free('first-teacher'),
  free('friend-street'),
  free('friend-nickname'),
  free('first-concert'),
  free('childhood-dream'),
  free('childhood-book'),
  free('childhood-toy'),
  free('hiding-place'),
  free('first-journey'),
  free('first-dish'),
  free('first-film'),
  {
    questionId: 'first-earnings',
    formatType: 'single-choice',
    format: '',
    choices: Object.keys(choiceTexts['first-earnings']),
  },
  { questionId: 'remembered-day', formatType: 'date', format: 'YYYY-MM-DD', choices: [] },
  { questionId: 'membership-number', formatType: 'number', format: '100..999999999', choices: [] },
  // Half of all shorter numbers are on every list of common passwords.
  { questionId: 'old-phone', formatType: 'pattern', format: '^[0-9]{6}$', choices: [] },
  {
    questionId: 'family-car',
    formatType: 'pattern',
    format: '^[A-Za-z0-9][A-Za-z0-9 \\-]{2,11}$',
    choices: [],
  },
];

export function findQuestion(questionId: string): Question | undefined {
  return questions.find((question) => question.questionId === questionId);
}

export const questionLanguages = ['en', 'de', 'nl', 'fr', 'ar'] as const;
export type QuestionLanguage = (typeof questionLanguages)[number];

export function showQuestion(question: Question, language: string): ShownQuestion {
  const spoken = questionLanguages.find((one) => one === language) ?? 'en';
  const { choices, format, formatType, questionId } = question;
  const texts = questionTexts[questionId];
  const words: Readonly<Record<string, Readonly<Record<QuestionLanguage, string>>>> =
    questionId === 'first-earnings' ? choiceTexts[questionId] : {};
  return {
    questionId,
    question: texts.question[spoken],
    description: texts.description?.[spoken],
    formatType,
    format,
    answers: choices.map((value) => ({ value, text: words[value]?.[spoken] ?? value })),
  };
}

/** Most users choose the minimum number of questions; dummy lists have the same distribution. */
const dummyExtraCounts = [0, 0, 0, 0, 0, 1, 1, 2] as const;

/** Returns questions that a user could have chosen: always the same ones for the same seed. */
export function dummyQuestions(seed: Uint8Array): readonly Question[] {
  const [first = 0, ...rest] = seed;
  const count = answersMin + (dummyExtraCounts[first % dummyExtraCounts.length] ?? 0);
  const left = [...questions];
  return Array.from({ length: count }, (_, index) => {
    const drawn = (rest[2 * index] ?? 0) * 256 + (rest[2 * index + 1] ?? 0);
    return left.splice(drawn % left.length, 1);
  }).flat();
}

/** Returns whether a normalized answer has the format of its question. */
export function isInFormat({ choices, format, formatType }: Question, answer: string): boolean {
  switch (formatType) {
    case 'free-text':
      return true;
    case 'single-choice':
      return choices.includes(answer);
    case 'date':
      return isDate(answer);
    case 'number':
      return isWithin(format, answer);
    case 'pattern':
      // Answers are compared in lower case; the pattern accepts both cases.
      return new RegExp(format, 'v').test(answer);
  }
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const parts = /^([12][0-9]{3})-([0-9]{2})-([0-9]{2})$/v.exec(text) ?? [];
  const [, year = 0, month = 0, day = 0] = parts.map(Number);
  const isOver = day > (monthDays[month - 1] ?? 0) || (month === 2 && day === 29 && !isLeap(year));
  return day >= 1 && !isOver;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function isWithin(range: string, text: string): boolean {
  const [min = 0, max = 0] = range.split('..').map(Number);
  const value = Number(text);
  return /^[1-9][0-9]*$/v.test(text) && value >= min && value <= max;
}

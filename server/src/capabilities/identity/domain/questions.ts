import { answersMin } from './policy.ts';
import { choiceTexts, type QuestionId, questionTexts } from './question-texts.ts';

/** SPEC 8.1: how an answer is written. */
export type AnswerFormatType = 'free-text' | 'single-choice' | 'date' | 'number' | 'pattern';

/** A question that somebody may choose. Its id is for ever: answers are kept by it. */
export interface Question {
  readonly questionId: QuestionId;
  readonly formatType: AnswerFormatType;
  /** Empty, `YYYY-MM-DD`, `min..max`, or a regular expression from the beginning to the end. */
  readonly format: string;
  /** Values to choose from, where there is a choice. */
  readonly choices: readonly string[];
}

/** A question in the words of a language. */
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

/** Nothing that stands in registers or that friends read on the net. Questions may be added, never taken out. */
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
  // Of fewer digits half are on every list of common passwords.
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

/** Most people choose as few as they must; so do those who are nobody. */
const decoysMore = [0, 0, 0, 0, 0, 1, 1, 2] as const;

/** Questions that somebody might have chosen: the same ones for the same seed. */
export function dummyQuestions(seed: Uint8Array): readonly Question[] {
  const [first = 0, ...rest] = seed;
  const count = answersMin + (decoysMore[first % decoysMore.length] ?? 0);
  const left = [...questions];
  return Array.from({ length: count }, (_, index) => {
    const drawn = (rest[2 * index] ?? 0) * 256 + (rest[2 * index + 1] ?? 0);
    return left.splice(drawn % left.length, 1);
  }).flat();
}

/** Whether a normalized answer is written as its question asks. */
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
      // Answers are compared in small letters, and the pattern takes both.
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

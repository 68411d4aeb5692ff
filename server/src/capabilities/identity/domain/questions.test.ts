import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeAnswer } from './passwords/answer-policy.ts';
import { answersMax, answersMin } from './policy.ts';
import {
  dummyQuestions,
  findQuestion,
  isInFormat,
  type Question,
  questionLanguages,
  questions,
  showQuestion,
} from './questions.ts';

function question(questionId: string): Question {
  const found = findQuestion(questionId);
  if (found === undefined) throw new Error('no such question');
  return found;
}

describe('the catalogue', () => {
  test('has enough questions of every kind, without duplicates', () => {
    expect(questions.length).toBeGreaterThanOrEqual(12);
    expect(new Set(questions.map(({ questionId }) => questionId)).size).toBe(questions.length);
    expect([...new Set(questions.map(({ formatType }) => formatType))].toSorted()).toEqual([
      'date',
      'free-text',
      'number',
      'pattern',
      'single-choice',
    ]);
  });

  test('has every text in every language, without duplicates', () => {
    for (const language of questionLanguages) {
      const shown = questions.map((one) => showQuestion(one, language));
      expect(new Set(shown.map((one) => one.question)).size).toBe(questions.length);
      for (const { answers, question: text } of shown) {
        expect(text.trim().length).toBeGreaterThan(5);
        expect(answers.every((one) => one.text !== '' && one.text !== one.value)).toBe(true);
      }
    }
  });

  test('falls back to English', () => {
    expect(showQuestion(question('first-dish'), 'sv')).toEqual(showQuestion(question('first-dish'), 'en'));
  });

  test('offers choices that are long enough as normalized answers', () => {
    for (const { choices } of questions)
      for (const choice of choices) {
        expect(normalizeAnswer(choice)).toBe(choice);
        expect(choice.length).toBeGreaterThanOrEqual(3);
      }
  });

  test('has choices only for single choices, and a format only where the type needs one', () => {
    for (const { choices, format, formatType } of questions) {
      expect(choices.length > 0).toBe(formatType === 'single-choice');
      expect(format === '').toBe(formatType === 'single-choice' || formatType === 'free-text');
      expect(formatType === 'pattern').toBe(/^\^.*\$$/v.test(format));
    }
  });
});

describe('dummy questions', () => {
  test('are the same for the same seed, distinct, and as many as a user may choose', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const drawn = dummyQuestions(seed);
        expect(drawn).toEqual(dummyQuestions(seed));
        expect(new Set(drawn).size).toBe(drawn.length);
        expect(drawn.length).toBeGreaterThanOrEqual(answersMin);
        expect(drawn.length).toBeLessThanOrEqual(answersMax);
      }),
    );
  });

  test('use every question and every number, so that none reveals a real user', () => {
    const all = Array.from({ length: 2_000 }, (_, index) =>
      dummyQuestions(hash('sha256', `name ${index}`, 'buffer')),
    );
    expect(new Set(all.flat()).size).toBe(questions.length);
    expect(new Set(all.map(({ length }) => length))).toEqual(new Set([3, 4, 5]));
  });
});

describe('the format of an answer', () => {
  test.each([
    ['remembered-day', '1987-05-12', true],
    ['remembered-day', '2000-02-29', true],
    ['remembered-day', '1900-02-29', false],
    ['remembered-day', '2001-02-29', false],
    ['remembered-day', '1987-04-31', false],
    ['remembered-day', '1987-13-01', false],
    ['remembered-day', '1987-00-10', false],
    ['remembered-day', '1987-05-00', false],
    ['remembered-day', '12.05.1987', false],
    ['membership-number', '100', true],
    ['membership-number', '99', false],
    ['membership-number', '999999999', true],
    ['membership-number', '1000000000', false],
    ['membership-number', '0123', false],
    ['membership-number', '12e4', false],
    ['old-phone', '047193', true],
    ['old-phone', '04711234', false],
    ['family-car', 'hh-ab 1234', true],
    ['family-car', 'h', false],
    ['first-earnings', 'on-a-farm', true],
    ['first-earnings', 'somewhere', false],
    ['first-dish', 'whatever it was', true],
  ])('%s: %s is %s', (questionId, answer, isRight) => {
    expect(isInFormat(question(questionId), answer)).toBe(isRight);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeAnswer, validateAnswer } from './answer-policy.ts';

const errorsOf = (answer: string): readonly string[] =>
  validateAnswer({ answer, personalWords: ['muller', '1984'], isBlocklisted: (word) => word === 'fluffy' });

describe('an answer', () => {
  test.each([
    ['Kleine Gasse 7', []],
    ['Ulm', []],
    ['Coco', []],
    ['高円寺', []],
    [' x ', ['too-short']],
    ['  a  ', ['too-short']],
    ['', ['too-short']],
    ['ab'.repeat(50), ['blocklisted']],
    [`${'ab'.repeat(50)}c`, ['too-long']],
    [' FLUFFY ', ['blocklisted']],
    ['Fluffyfluffy', ['blocklisted']],
    ['aaa', ['blocklisted']],
    ['12345', ['blocklisted']],
    ['qwerty', ['blocklisted']],
    ['Tante Müller', ['contains-personal-data']],
    ['May 1984', ['contains-personal-data']],
  ])('%j: %j', (answer, errors) => {
    expect(errorsOf(answer)).toEqual(errors);
  });

  test.each([
    ['  Kleine \t\n Gasse ', 'kleine gasse'],
    ['ＵＬＭ', 'ulm'],
    ['ﬁnn', 'finn'],
    ['E\u0301cole', 'école'],
    ['a\u00a0b', 'a b'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(normalizeAnswer(typed)).toBe(stored);
  });

  test('is the same however it is typed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const normal = normalizeAnswer(text);
        expect(normalizeAnswer(normal)).toBe(normal);
        expect(normalizeAnswer(`\t ${text.normalize('NFD')} `)).toBe(normal);
      }),
    );
  });
});

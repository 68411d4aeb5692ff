import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type AskedAmount, sameQuestion, secondsUntilNext } from './question-limits.ts';

const now = Temporal.Instant.from('2026-11-18T12:00:00Z');

function asked(amount: string, minutesAgo: number, hasFunds?: boolean): AskedAmount {
  return { amountHash: Buffer.from(amount), at: now.subtract({ minutes: minutesAgo }), hasFunds };
}

const yes = (count: number, minutesAgo: number): readonly AskedAmount[] =>
  Array.from({ length: count }, (_, nth) => asked(`${nth} ${minutesAgo}`, minutesAgo, true));

describe('the same amount', () => {
  test('has its answer for an hour', () => {
    const known = [asked('a', 59, true), asked('b', 60, false), asked('c', 1), asked('d', 0)];
    expect(sameQuestion(known, Buffer.from('a'), now)?.hasFunds).toBe(true);
    expect(sameQuestion(known, Buffer.from('b'), now)).toBeUndefined();
    expect(sameQuestion(known, Buffer.from('c'), now)).toBeUndefined();
    expect(sameQuestion(known, Buffer.from('d'), now)).toMatchObject({ hasFunds: undefined });
    expect(sameQuestion(known, Buffer.from('e'), now)).toBeUndefined();
  });
});

describe('another amount', () => {
  test.each([
    ['nothing was asked', [], undefined],
    ['seven in the hour', yes(7, 10), undefined],
    ['eight in the hour', yes(8, 10), 50 * 60],
    ['eight in the hour before', yes(8, 60), undefined],
    ['sixteen in the day', [...yes(8, 120), ...yes(8, 61)], 22 * 3_600],
    ['one answer of no in the hour', [asked('a', 20, false)], 40 * 60],
    ['one before the hour', [asked('a', 61, false)], undefined],
    ['two in the day', [asked('a', 180, false), asked('b', 61, false)], 21 * 3_600],
    ['two, of which one is over', [asked('a', 24 * 60, false), asked('b', 61, false)], undefined],
    ['a question without an answer', [asked('a', 0)], undefined],
    ['seven answers and a question that was never answered', [...yes(7, 10), asked('a', 1)], undefined],
  ])('after %s waits for %s', (_, known, seconds) => {
    expect(secondsUntilNext(known, now)).toBe(seconds);
  });
});

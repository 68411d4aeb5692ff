import { describe, expect, test } from 'vitest';
import { randomFrom } from '../harness/scale.ts';
import { mostInADay } from './guesses-days.ts';
import { sameChance } from './guesses-timing.ts';

const random = randomFrom(7);
const drawn = (count: number, shift = 0): readonly number[] =>
  Array.from({ length: count }, () => random() + shift);

describe('the probability that two samples have one distribution', () => {
  test('is high for samples of one distribution, and 1 for equal samples', () => {
    const chances = Array.from({ length: 40 }, () => sameChance(drawn(200), drawn(200)));
    expect(chances.filter((chance) => chance < 0.05).length).toBeLessThan(8);
    expect(chances.filter((chance) => chance < 0.001)).toEqual([]);
    const same = drawn(100);
    expect(sameChance(same, same)).toBe(1);
  });

  test('is near 0 when one of them is a little slower', () => {
    expect(sameChance(drawn(500), drawn(500, 0.15))).toBeLessThan(0.001);
    expect(sameChance(drawn(500), drawn(500, 2))).toBeLessThan(1e-9);
  });
});

test('the maximum of 24 hours is found at any start, and covers exactly 24 hours', () => {
  expect(mostInADay([])).toBe(0);
  expect(mostInADay([0, 2_879])).toBe(2);
  expect(mostInADay([0, 2_880])).toBe(1);
  expect(mostInADay([0, 2_000, 2_881, 4_000, 4_879, 4_880])).toBe(4);
});

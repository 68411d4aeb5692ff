import { expect, test } from 'vitest';
import { rankChance } from './rank-test.ts';
import { randomFrom } from './scale.ts';

const random = randomFrom(11);
const drawn = (count: number, shift = 0): readonly number[] =>
  Array.from({ length: count }, () => random() + shift);

test('samples of one distribution have evenly spread probabilities', () => {
  const chances = Array.from({ length: 400 }, () => rankChance(drawn(60), drawn(60)));
  for (const limit of [0.1, 0.5, 0.9]) {
    const share = chances.filter((chance) => chance < limit).length / chances.length;
    expect(Math.abs(share - limit)).toBeLessThan(0.08);
  }
  expect(chances.filter((chance) => chance < 0.001).length).toBeLessThan(4);
});

test('a shift is found, in both directions, and order does not matter', () => {
  const [one, other] = [drawn(150), drawn(150, 0.25)];
  expect(rankChance(one, other)).toBeLessThan(0.001);
  expect(rankChance(other, one)).toBeCloseTo(rankChance(one, other), 12);
  expect(rankChance(one.toReversed(), other)).toBeCloseTo(rankChance(one, other), 12);
});

test('equal samples have probability 1', () => {
  const one = drawn(50);
  expect(rankChance(one, one)).toBeCloseTo(1, 6);
  expect(rankChance([5, 5, 5, 5], [5, 5, 5, 5])).toBe(1);
});

test('a worked example by hand: U is 0 of 100, z is 3.742, p is 0.00018', () => {
  const one = Array.from({ length: 10 }, (_, index) => index);
  const other = Array.from({ length: 10 }, (_, index) => index + 100);
  expect(rankChance(one, other)).toBeCloseTo(0.000_182_7, 6);
});

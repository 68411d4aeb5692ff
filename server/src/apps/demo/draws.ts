import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Range } from './habit.ts';

/** Chance that is the same for the same name and day: a history can be made again, day by day. */
export interface Draws {
  /** A number from 0 up to 1, without 1. */
  next(): number;
  /** A whole number from 0 up to the limit, without it. */
  below(limit: number): number;
  amount(range: Range): bigint;
  pick<Item>(items: readonly Item[]): Item;
}

const twoTo32 = 0x1_0000_0000;

/** Returns the number with which the draws of a name begin. */
export function seedOf(name: string): number {
  return Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16);
}

/** Creates the draws of a seed on a day; xorshift, because hashes would cost most of the time of a history. */
export function drawsOf(seed: number, day: number): Draws {
  // Zero is the one state that xorshift never leaves.
  let state = (seed ^ Math.imul(day, 0x9e37_79b1)) | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / twoTo32;
  };
  // The first states of neighbouring days are similar.
  next();
  next();
  next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    amount: ([min, max]) => min + BigInt(below(Number(max - min) + 1)),
    pick(items) {
      const item = items[below(items.length)];
      assert(item !== undefined, 'something is drawn from a list that is not empty');
      return item;
    },
  };
}

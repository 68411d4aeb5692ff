import { randomFrom } from './scale.ts';

/** Random choices, reproducible by the seed. */
export interface Chance {
  /** Returns an integer from `first` to `last`, both included. */
  integer(first: number, last: number): number;
  oneOf<T>(items: readonly T[]): T;
}

export function chanceFrom(seed: number): Chance {
  const random = randomFrom(seed);
  const integer = (first: number, last: number): number => first + Math.floor(random() * (last - first + 1));
  return {
    integer,
    oneOf<T>(items: readonly T[]): T {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
  };
}

import { randomFrom } from './scale.ts';

/** Choices that come out the same for the same seed. */
export interface Chance {
  /** A whole number from the first to the last, both included. */
  integer(first: number, last: number): number;
  oneOf<T>(things: readonly T[]): T;
}

export function chanceFrom(seed: number): Chance {
  const random = randomFrom(seed);
  const integer = (first: number, last: number): number => first + Math.floor(random() * (last - first + 1));
  return {
    integer,
    oneOf<T>(things: readonly T[]): T {
      const thing = things[integer(0, things.length - 1)];
      if (thing === undefined) throw new Error('nothing to choose from');
      return thing;
    },
  };
}

import type { AddedList, AddedValues } from '../ports/added-values.ts';

/** Values that a test adds to the lists of a bank, and ends. */
export interface TestAddedValues extends AddedValues {
  add(bankId: string, list: AddedList, literal: string): void;
  end(bankId: string, list: AddedList, literal: string): void;
}

/** Returns lists without added values. */
export function testAddedValues(): TestAddedValues {
  const usable = new Set<string>();
  const keyOf = (...parts: readonly string[]): string => parts.join(' ');
  return {
    isUsable: async (_db, { bankId }, { list, literal }) => usable.has(keyOf(bankId, list, literal)),
    add: (bankId, list, literal) => void usable.add(keyOf(bankId, list, literal)),
    end: (bankId, list, literal) => void usable.delete(keyOf(bankId, list, literal)),
  };
}

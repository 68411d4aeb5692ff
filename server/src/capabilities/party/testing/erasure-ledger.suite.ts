import { describe, expect, test } from 'vitest';
import type { Erasure, ErasureLedger } from '../ports/erasure-ledger.ts';

const erasure = (partyNumber: string): Erasure => ({
  bankId: '01',
  partyNumber,
  erasedAt: '2026-11-15T10:00:00.000Z',
});

/** Tests that every ledger must pass; `open` returns another view of the same ledger, as another process has it. */
export function erasureLedgerSuite(name: string, create: () => Promise<{ open(): ErasureLedger }>): void {
  describe(`${name} as an erasure ledger`, () => {
    test('is empty before anything is written', async () => {
      const { open } = await create();
      expect(await open().list()).toEqual([]);
    });

    test('returns all entries in order to every process that opens it', async () => {
      const { open } = await create();
      const one = open();
      await one.append(erasure('1'));
      await one.append(erasure('2'));
      expect(await open().list()).toEqual([erasure('1'), erasure('2')]);
    });

    test('loses no entry when many are appended concurrently', async () => {
      const { open } = await create();
      const numbers = Array.from({ length: 40 }, (_, index) => String(index));
      await Promise.all(numbers.map((number) => open().append(erasure(number))));
      const found = (await open().list()).map(({ partyNumber }) => partyNumber);
      expect(found.toSorted()).toEqual(numbers.toSorted());
    });
  });
}

import { expect, test } from 'vitest';
import { referencesOf, shortTransactionIdOf, transactionIdOf } from './transaction-id.ts';

const uuid = '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506';

test('a transaction keeps its id when it is booked', () => {
  const pending = { entryReference: uuid };
  const booked = { entryReference: '4711', pendingReference: uuid };
  expect(transactionIdOf(booked)).toBe(transactionIdOf(pending));
  expect(shortTransactionIdOf(booked)).toBe(shortTransactionIdOf(pending));
});

test('the id of a card transaction has at most 35 characters, and is found again', () => {
  const id = shortTransactionIdOf({ entryReference: uuid });
  expect(id).toHaveLength(32);
  expect(referencesOf(id)).toEqual([id, uuid]);
  expect(referencesOf('4711')).toEqual(['4711']);
});

import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  canFollow,
  contentOf,
  type Instruction,
  isCancellable,
  isFinal,
  knownStates,
  reasonCodes,
  reasonTexts,
} from './instruction.ts';

const states = [...knownStates, 'unknown'] as const;

/** From each state to those that may follow; everything else is refused. */
const table = {
  unknown: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'cancelled'],
  pending: ['accepted', 'settled', 'rejected', 'cancelled'],
  accepted: ['settled', 'rejected', 'cancelled'],
  settled: ['returned'],
  rejected: [],
  returned: [],
  cancelled: [],
} as const;

test.each(states)('from %s an instruction goes where the table says', (from) => {
  expect(states.filter((to) => canFollow(from, to)).toSorted()).toEqual([...table[from]].toSorted());
});

test('only rejected, returned and cancelled are final; only what is not settled can be cancelled', () => {
  expect(states.filter(isFinal)).toEqual(['rejected', 'returned', 'cancelled']);
  expect(knownStates.filter(isCancellable)).toEqual(['pending', 'accepted']);
});

const instruction: Instruction = {
  instructionId: '1',
  product: 'sepa-credit-transfers',
  debtorAccountId: 'a',
  amount: { minor: 100n, currency: 'EUR' },
  creditor: { account: { scheme: 'iban', id: 'DE89370400440532013000' }, name: 'Ada' },
};

test('the spelling of an IBAN and the id are no content', () => {
  const spelt = {
    ...instruction.creditor,
    account: { scheme: 'iban', id: 'de89 3704 0044 0532 0130 00' },
  } as const;
  expect(contentOf({ ...instruction, instructionId: '2', creditor: spelt })).toBe(contentOf(instruction));
});

test('every other member is content, and no two members can be confused', () => {
  const others: readonly Partial<Instruction>[] = [
    { product: 'target-2-payments' },
    { debtorAccountId: 'b' },
    { amount: { minor: 101n, currency: 'EUR' } },
    { amount: { minor: 100n, currency: 'USD' } },
    { creditor: { ...instruction.creditor, name: 'Bob' } },
    { creditor: { ...instruction.creditor, agent: 'COBADEFF' } },
    { creditor: { ...instruction.creditor, account: { scheme: 'iban', id: 'DE02120300000000202051' } } },
    { creditor: { ...instruction.creditor, account: { scheme: 'other', id: 'DE89370400440532013000' } } },
    { requestedDate: Temporal.PlainDate.from('2026-11-19') },
    { requestedDate: Temporal.PlainDate.from('2026-11-20') },
    { endToEndId: 'x' },
    { remittance: 'x' },
  ];
  const contents = others.map((other) => contentOf({ ...instruction, ...other }));
  expect(new Set([contentOf(instruction), ...contents]).size).toBe(others.length + 1);
});

test('each reason is told in a sentence of its own', () => {
  const sentences = reasonCodes.map((code) => reasonTexts[code]);
  expect(sentences.filter((sentence) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  expect(new Set(sentences).size).toBe(reasonCodes.length);
});

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { CurrencyStatement, StatementEntry } from './statement.ts';
import { documentEntriesMax, type StatementFacts, writeStatement } from './statement-document.ts';

const facts: StatementFacts = {
  bank: { name: 'Portico Bank', bic: 'PORTDEFF' },
  holder: { name: 'Anna de Vries', address: ['Biltstraat 108', '3572 BJ Utrecht'] },
  account: { name: 'Current account', iban: 'NL91ABNA0417164300' },
  from: Temporal.PlainDate.from('2026-10-01'),
  to: Temporal.PlainDate.from('2026-10-31'),
  issued: Temporal.PlainDate.from('2026-11-02'),
};

const entryOf = (minor: bigint, more: Partial<StatementEntry> = {}): StatementEntry => ({
  entryReference: 'e',
  amount: { minor, currency: 'EUR' },
  bookingDate: Temporal.PlainDate.from('2026-10-07'),
  counterparty: { name: 'Shop' },
  transactionCode: 'PMNT-CCRD-POSD',
  ...more,
});

function statementOf(opening: bigint, entries: readonly StatementEntry[]): CurrencyStatement {
  const closing = entries.reduce((sum, { amount }) => sum + amount.minor, opening);
  return {
    currency: 'EUR',
    opening: { minor: opening, currency: 'EUR' },
    closing: { minor: closing, currency: 'EUR' },
    entries,
  };
}

const minorOf = (data: unknown, name: string): bigint =>
  BigInt(String(at(data, name, 'amount')).replace('.', ''));

test('opening balance, money in and money out make the closing balance, in every document', () => {
  const amounts = fc.array(fc.bigInt({ min: -10_000n, max: 10_000n }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000n }), amounts, (opening, minors) => {
      const written = writeStatement(
        facts,
        statementOf(
          opening,
          minors.map((minor) => entryOf(minor)),
        ),
      );
      for (const data of [written.summary, ...written.documents.map((one) => one.data)])
        expect(minorOf(data, 'opening') + minorOf(data, 'incoming') + minorOf(data, 'outgoing')).toBe(
          minorOf(data, 'closing'),
        );
    }),
  );
});

test('more entries than a document takes make several, each of which begins where the one before ends', () => {
  const entries = Array.from({ length: 2 * documentEntriesMax + 1 }, () => entryOf(1n));
  const { documents, summary } = writeStatement(facts, statementOf(500n, entries));
  expect(documents.map(({ name }) => name)).toEqual([
    'statement-2026-10-EUR-1',
    'statement-2026-10-EUR-2',
    'statement-2026-10-EUR-3',
  ]);
  expect(documents.map(({ data }) => at(data, 'opening', 'amount'))).toEqual(['5.00', '15.00', '25.00']);
  expect(documents.map(({ data }) => listAt(data, 'transactions').length)).toEqual([1_000, 1_000, 1]);
  expect([at(summary, 'closing', 'amount'), at(summary, 'transactions')]).toEqual(['25.01', []]);
});

test('a month without entries has one document', () => {
  const { documents } = writeStatement(facts, statementOf(100n, []));
  expect(documents.map(({ name }) => name)).toEqual(['statement-2026-10-EUR']);
  expect(at(documents[0]?.data, 'closing', 'amount')).toBe('1.00');
});

test('texts of others are one line and no longer than the template takes; a dash stands for none', () => {
  const remittance = `first\nsecond\u0000${'x'.repeat(400)}`;
  const merchant = { name: 'Café De Sluis', town: 'Utrecht' };
  const { documents } = writeStatement(
    facts,
    statementOf(0n, [
      entryOf(1n, { remittance }),
      entryOf(1n, { counterparty: {}, merchant }),
      entryOf(1n, { counterparty: { name: ' \u202e ' } }),
    ]),
  );
  const shown = listAt(documents[0]?.data, 'transactions').map((entry) => [
    at(entry, 'counterparty'),
    at(entry, 'details'),
  ]);
  expect(shown).toEqual([
    ['Shop', `first second ${'x'.repeat(267)}`],
    ['Café De Sluis', 'Utrecht'],
    ['–', '–'],
  ]);
});

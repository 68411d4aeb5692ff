import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Currency } from '#platform/kernel/currency.ts';
import { seedOfRun } from '#platform/testing/mutants.ts';
import { readDocument } from '#platform/xml/read-document.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { writeCamt053 } from './camt053.ts';
import { writeMt940 } from './mt940.ts';
import { currencyStatement, type Statement, type StatementEntry } from './statement.ts';

const day = Temporal.PlainDate.from('2026-11-16');

/** Entries newest first, with the balances after them. */
function entriesOf(
  amounts: readonly bigint[],
  currency: Currency = 'EUR',
  more: object = {},
): StatementEntry[] {
  let balance = 1_000n;
  return amounts
    .map((minor, index): StatementEntry => {
      balance += minor;
      return {
        entryReference: String(index + 1),
        amount: { minor, currency },
        bookingDate: day,
        valueDate: day,
        balanceAfter: { minor: balance, currency },
        counterparty: { name: 'Łucja & Söhne', account: { scheme: 'iban', id: 'DE02100100109307118603' } },
        transactionCode: minor < 0n ? 'PMNT-ICDT-ESCT' : 'PMNT-RCDT-ESCT',
        endToEndId: `E2E-${index}`,
        remittance: 'Rechnung <1> für Mai',
        ...more,
      };
    })
    .toReversed();
}

function statement(entries: readonly StatementEntry[], currency: Currency = 'EUR'): Statement {
  const part = currencyStatement(currency, entries);
  if (part === undefined) throw new Error('no balances');
  return {
    statementId: '0192f3a45b6c7d8e9fa0b1c2d3e4f506',
    createdAt: Temporal.Instant.from('2026-11-17T10:00:00Z'),
    from: day,
    to: day,
    account: { iban: 'DE36100100100000000001' },
    parts: [part],
  };
}

/** Texts by name, in the order of the document. */
function textsOf(document: string, name: string): readonly string[] {
  const walk = (element: Element): readonly string[] => [
    ...(element.name === name ? [element.text] : []),
    ...element.children.flatMap(walk),
  ];
  return walk(readDocument(Buffer.from(document)));
}

test('a statement is oldest first, and its balances are before and after', () => {
  const part = currencyStatement('EUR', entriesOf([500n, -200n]));
  expect(part).toMatchObject({
    opening: { minor: 1_000n },
    closing: { minor: 1_300n },
    entries: [{ entryReference: '1' }, { entryReference: '2' }],
  });
  expect(currencyStatement('EUR', entriesOf([5n], 'EUR', { balanceAfter: undefined }))).toBeUndefined();
});

describe('camt.053', () => {
  test('has the entries with their sides', () => {
    const text = writeCamt053(statement(entriesOf([500n, -200n])));
    expect(textsOf(text, 'IBAN')[0]).toBe('DE36100100100000000001');
    expect(textsOf(text, 'Amt')).toEqual(['10.00', '13.00', '5.00', '5.00', '2.00', '2.00']);
    expect(textsOf(text, 'NtryRef')).toEqual(['1', '2']);
    expect(textsOf(text, 'Ustrd')).toEqual(['Rechnung <1> für Mai', 'Rechnung <1> für Mai']);
    expect(text).toContain('<Dbtr><Pty><Nm>Łucja &amp; Söhne</Nm></Pty></Dbtr>');
    expect(text).toContain('<Cdtr><Pty><Nm>Łucja &amp; Söhne</Nm></Pty></Cdtr>');
    expect(text).toContain('<Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>');
    expect(text).toContain('<Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly>');
  });

  test('is a document whatever customers write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, remittance) => {
        const entries = entriesOf([1n], 'EUR', { counterparty: { name }, remittance });
        expect(textsOf(writeCamt053(statement(entries)), 'NtryRef')).toEqual(['1']);
      }),
      { seed: seedOfRun() },
    );
  });
});

describe('MT940', () => {
  test('has the entries in its fields', () => {
    const lines = writeMt940(statement(entriesOf([500n, -200n]))).split('\r\n');
    expect(lines).toEqual([
      ':20:0192f3a45b6c7d8e',
      ':25:DE36100100100000000001',
      ':28C:1/1',
      ':60F:C261116EUR10,00',
      ':61:2611161116C5,00NTRFE2E-0//1',
      ':86:PMNT-RCDT-ESCT .ucja . Soehne DE02100100109307118603 Rechnung .1.',
      ' fuer Mai',
      ':61:2611161116D2,00NTRFE2E-1//2',
      ':86:PMNT-ICDT-ESCT .ucja . Soehne DE02100100109307118603 Rechnung .1.',
      ' fuer Mai',
      ':62F:C261116EUR13,00',
      '-',
      '',
    ]);
  });

  test.each([
    ['JPY', '500,'],
    ['EUR', '5,00'],
    ['BHD', '0,500'],
  ] as const)('writes amounts of %s as %s', (currency, text) => {
    expect(writeMt940(statement(entriesOf([500n], currency), currency))).toContain(`C${text}NTRF`);
  });

  test('has no field but its own, whatever customers write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (remittance) => {
        const lines = writeMt940(
          statement(entriesOf([1n], 'EUR', { remittance, endToEndId: remittance })),
        ).split('\r\n');
        const fields = lines.filter((line) => /^(?::|-)/.test(line)).map((line) => line.slice(0, 4));
        expect(fields).toEqual([':20:', ':25:', ':28C', ':60F', ':61:', ':86:', ':62F', '-']);
        expect(lines.every((line) => /^[0-9A-Za-z/\-?:().,'+ ]*$/.test(line))).toBe(true);
      }),
      { seed: seedOfRun() },
    );
  });
});

import type { Temporal } from 'temporal-polyfill';
import { exponentOf } from '#platform/kernel/currency.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import type { CurrencyStatement, Statement, StatementEntry } from './statement.ts';

/** Writes a statement as MT940, one message for each currency. */
export function writeMt940(statement: Statement): string {
  return statement.parts.map((part) => message(statement, part)).join('');
}

function message({ account, from, statementId, to }: Statement, part: CurrencyStatement): string {
  const lines = [
    `:20:${statementId.slice(0, 16)}`,
    `:25:${account.iban ?? account.bban ?? 'NONREF'}`,
    ':28C:1/1',
    `:60F:${balance(part.opening, from)}`,
    ...part.entries.flatMap(entryLines),
    `:62F:${balance(part.closing, to)}`,
    '-',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function balance(amount: Money, day: Temporal.PlainDate): string {
  return `${mark(amount)}${shortDay(day)}${amount.currency}${digits(amount)}`;
}

function mark({ minor }: Money): 'C' | 'D' {
  return minor < 0n ? 'D' : 'C';
}

function shortDay(day: Temporal.PlainDate): string {
  return day.toString().replaceAll('-', '').slice(2);
}

/** The decimal comma is always there. */
function digits({ currency, minor }: Money): string {
  const text = formatMoney({ currency, minor: minor < 0n ? -minor : minor });
  return exponentOf(currency) === 0 ? `${text},` : text.replace('.', ',');
}

const referenceMax = 16;

function entryLines(entry: StatementEntry): readonly string[] {
  const { amount, bookingDate, endToEndId, entryReference, valueDate } = entry;
  const day = valueDate ?? bookingDate;
  const booked = bookingDate === undefined ? '' : shortDay(bookingDate).slice(2);
  const reference = endToEndId === undefined ? 'NONREF' : narrow(endToEndId).slice(0, referenceMax);
  const bankReference = narrow(entryReference).slice(0, referenceMax);
  const value = day === undefined ? '' : shortDay(day);
  return [
    `:61:${value}${booked}${mark(amount)}${digits(amount)}NTRF${reference}//${bankReference}`,
    ...informationLines(entry),
  ];
}

const lineMax = 65;
const linesMax = 6;

/** Field 86: what the customer reads, in lines of 65 characters. */
function informationLines({ counterparty, remittance, transactionCode }: StatementEntry): readonly string[] {
  const { account, name } = counterparty;
  const text = narrow(
    [transactionCode, name, account?.id, remittance].filter((part) => part !== undefined).join(' '),
  );
  const lines = Array.from({ length: Math.ceil(text.length / lineMax) }, (_, index) =>
    text.slice(index * lineMax, (index + 1) * lineMax),
  ).slice(0, linesMax);
  // A line that begins with a colon or a hyphen would be read as the next field or the end.
  return lines.map((line, index) => (index === 0 ? `:86:${line}` : line.replace(/^[:-]/, '.')));
}

const spelled: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

/** Character set X of SWIFT: other letters lose their marks, anything else becomes a dot. */
function narrow(text: string): string {
  return text
    .replaceAll(/[äöüÄÖÜß]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^0-9A-Za-z/\-?:().,'+ ]/gu, '.');
}

import type { Temporal } from 'temporal-polyfill';
import { add, formatMoney, type Money } from '#platform/kernel/money.ts';
import type { CurrencyStatement } from './statement.ts';

/** Who and what a statement is about. */
export interface StatementFacts {
  readonly bank: { readonly name: string; readonly bic: string | undefined };
  readonly holder: { readonly name: string; readonly address: readonly string[] };
  readonly account: { readonly name: string; readonly iban: string };
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly issued: Temporal.PlainDate;
}

/** Data of the template, whose schema says what it has. */
export interface StatementData {
  readonly [name: string]: string | StatementData | readonly (string | StatementData)[];
}

/** A statement of a month: the message has sums, each document a part of the entries. */
export interface WrittenStatement {
  readonly summary: StatementData;
  readonly documents: readonly { readonly name: string; readonly data: StatementData }[];
}

/** Entries of one document: more make its data longer than a template takes. */
export const documentEntriesMax = 1_000;

/** Writes a statement. One with more entries than a document takes has several, each with its own balances. */
export function writeStatement(facts: StatementFacts, statement: CurrencyStatement): WrittenStatement {
  const number = facts.from.toString().slice(0, 7).replace('-', '/');
  const name = `statement-${facts.from.toString().slice(0, 7)}-${statement.currency}`;
  const parts = partsOf(statement);
  const [only] = parts;
  return {
    summary: dataOf(facts, { ...statement, entries: [] }, { number, sums: sumsOf(statement) }),
    documents:
      parts.length === 1 && only !== undefined
        ? [{ name, data: dataOf(facts, only, { number, sums: sumsOf(only) }) }]
        : parts.map((part, index) => ({
            name: `${name}-${index + 1}`,
            data: dataOf(facts, part, { number: `${number}-${index + 1}`, sums: sumsOf(part) }),
          })),
  };
}

/** Splits a statement; the closing balance of a part is the opening one of the next. */
function partsOf(statement: CurrencyStatement): readonly CurrencyStatement[] {
  const { currency, entries } = statement;
  const count = Math.max(1, Math.ceil(entries.length / documentEntriesMax));
  let { opening } = statement;
  return Array.from({ length: count }, (_, index) => {
    const own = entries.slice(index * documentEntriesMax, (index + 1) * documentEntriesMax);
    const closing = own.reduce((balance, { amount }) => add(balance, amount), opening);
    const part = { currency, opening, closing, entries: own };
    opening = closing;
    return part;
  });
}

interface Sums {
  readonly incoming: Money;
  readonly outgoing: Money;
}

function sumsOf({ currency, entries }: CurrencyStatement): Sums {
  const sum = (isCounted: (minor: bigint) => boolean): Money => ({
    minor: entries.reduce(
      (total, { amount }) => (isCounted(amount.minor) ? total + amount.minor : total),
      0n,
    ),
    currency,
  });
  return { incoming: sum((minor) => minor > 0n), outgoing: sum((minor) => minor < 0n) };
}

function dataOf(
  { account, bank, from, holder, issued, to }: StatementFacts,
  statement: CurrencyStatement,
  { number, sums }: { readonly number: string; readonly sums: Sums },
): StatementData {
  const { closing, currency, opening } = statement;
  return {
    bank: { name: text(bank.name, bankNameMax), address: [], imprint: [text(bank.name, bankNameMax)] },
    holder: {
      name: text(holder.name, nameMax),
      address: holder.address.slice(0, addressLinesMax).map((line) => text(line, addressLineMax)),
    },
    account: { name: text(account.name, bankNameMax), iban: account.iban, bic: bank.bic ?? '', currency },
    number,
    from: from.toString(),
    to: to.toString(),
    issued: issued.toString(),
    opening: written(opening),
    incoming: written(sums.incoming),
    outgoing: written(sums.outgoing),
    closing: written(closing),
    transactions: entriesOf(statement),
  };
}

function entriesOf({ entries, opening }: CurrencyStatement): readonly StatementData[] {
  let balance = opening;
  return entries.map((entry) => {
    balance = add(balance, entry.amount);
    return {
      booked: String(entry.bookingDate ?? entry.valueDate),
      // A card payment has a merchant and no other party.
      counterparty: text(entry.counterparty.name ?? entry.merchant?.name ?? '', nameMax),
      details: text(entry.remittance ?? entry.merchant?.town ?? '', detailsMax),
      amount: written(entry.amount),
      balance: written(balance),
    };
  });
}

const written = (money: Money): StatementData => ({ amount: formatMoney(money), currency: money.currency });

/** Of the template. */
const bankNameMax = 70;
const nameMax = 140;
const detailsMax = 280;
const addressLinesMax = 6;
const addressLineMax = 100;

/** Returns a text in one line, without what the template refuses; a dash for none. */
function text(value: string, lengthMax: number): string {
  const line = value.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line === '' ? '–' : Array.from(line).slice(0, lengthMax).join('');
}

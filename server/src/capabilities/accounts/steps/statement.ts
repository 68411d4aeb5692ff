import { Temporal } from 'temporal-polyfill';
import type { CoreAccount, CoreEntry } from '#capabilities/core-banking/index.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import type { Context } from '#platform/work/context.ts';
import {
  type CurrencyStatement,
  currencyStatement,
  type Statement,
  type StatementEntry,
} from '../domain/statement.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import type { AccountView } from './read-accounts.ts';
import { bankDay } from './report-pages.ts';
import type { ReportPosition } from './report-token.ts';

/** What a statement is made from. */
interface StatementParts {
  readonly view: AccountView;
  /** All of the period, newest first. */
  readonly entries: readonly CoreEntry[];
  readonly start: ReportPosition;
}

/** Returns the statement of a period; an account of several currencies has a part for each. */
export async function statementOf(
  ctx: Context & AccountsPorts,
  { entries, start, view }: StatementParts,
): Promise<Statement> {
  const today = bankDay(ctx);
  const to = start.to === undefined ? today : Temporal.PlainDate.from(start.to);
  const from = start.from === undefined ? entries.at(-1)?.bookingDate : Temporal.PlainDate.from(start.from);
  const { bban, currencies, iban } = view.account;
  const shown = view.currency === undefined ? currencies : [view.currency];
  const parts = await Promise.all(
    shown.map((currency) => currencyPart(ctx, view.account, { currency, entries, to })),
  );
  return {
    statementId: ctx.origin.requestId.replaceAll('-', ''),
    createdAt: ctx.clock.now(),
    from: from ?? to,
    to,
    account: { ...(iban !== undefined && { iban }), ...(bban !== undefined && { bban }) },
    parts,
  };
}

/** The entries of a period, newest first, and its last day. */
interface Booked {
  readonly currency: Currency;
  readonly entries: readonly CoreEntry[];
  readonly to: Temporal.PlainDate;
}

type StatedAccount = Pick<CoreAccount, 'accountId' | 'kind'>;

/** Returns the statement of one currency; a core that gives no balances raises `document-not-offered`. */
export async function currencyPart(
  ctx: Context & Pick<AccountsPorts, 'accountReads'>,
  account: StatedAccount,
  { currency, entries, to }: Booked,
): Promise<CurrencyStatement> {
  const own = entries.filter(({ amount }) => amount.currency === currency);
  const part = currencyStatement(currency, own.map(withoutCardNumber));
  if (part !== undefined) return part;
  // An entry without a balance: this core gives none, and a statement without balances is not one.
  if (own.length > 0) throw problems['document-not-offered']();
  return emptyStatement(ctx, account, { currency, to });
}

/** Nothing was booked: the balance is that after the last entry before. */
async function emptyStatement(
  { accountReads, bankId }: Context & Pick<AccountsPorts, 'accountReads'>,
  account: StatedAccount,
  { currency, to }: Omit<Booked, 'entries'>,
): Promise<CurrencyStatement> {
  const { items } = await accountReads.entriesOf(bankId, account, { status: 'booked', currency, to, max: 1 });
  const [last] = items;
  if (last !== undefined && last.balanceAfter === undefined) throw problems['document-not-offered']();
  const balance = last?.balanceAfter ?? { minor: 0n, currency };
  return { currency, opening: balance, closing: balance, entries: [] };
}

/** The number of a card is never shown in full. */
function withoutCardNumber(entry: CoreEntry): StatementEntry {
  const { account, ...counterparty } = entry.counterparty;
  return account?.scheme === 'pan' ? { ...entry, counterparty } : entry;
}

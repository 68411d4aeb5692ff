import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import type { LockedAccount } from '#adapters/ledger/accounts.store.ts';
import {
  bookPast,
  findBooked,
  mayMove,
  type PastEntry,
  type PastSide,
  type PastState,
} from '#adapters/ledger/book-past.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import { type DemoDay, demoDays } from './demo-day.ts';
import { accountIdOf, yesterdayOf } from './demo-ledger.ts';
import type { AccountKey } from './persona.ts';
import { personaAccounts } from './personas.ts';
import { type DemoSpan, demoSpan, feeIdOf, planDay } from './plan-day.ts';
import type { BalanceOf, PlannedEntry, PlannedSide } from './planned-entry.ts';

/** Days in one transaction: about 3,000 entries. Payments of customers wait for it. */
const daysMax = 120;

const accountIds = personaAccounts.map(({ account }) => accountIdOf(account.key));

/** What was booked. */
export interface BookedDays {
  readonly entries: number;
  readonly days: number;
}

/**
 * Books the days that are over and were not booked yet, from the first one to yesterday. All entries of a day are one
 * transaction, so a day is booked once, however often and wherever this runs.
 */
export async function bookDays(
  ledger: LedgerDeps,
  firstDay: Temporal.PlainDate,
  options: Pick<DemoSpan, 'hasStandingOrders'>,
): Promise<BookedDays> {
  const span = demoSpan(firstDay, options);
  const days = demoDays(ledger.rules, firstDay, yesterdayOf(ledger));
  const booked = await findBooked(
    ledger,
    days.map(({ date }) => feeIdOf(date)),
  );
  const missing = days.filter(({ date }) => !booked.has(feeIdOf(date)));
  let entries = 0;
  for (let start = 0; start < missing.length; start += daysMax) {
    const some = missing.slice(start, start + daysMax);
    entries += await bookPast(ledger, {
      accountIds,
      askedIds: some.map(({ date }) => feeIdOf(date)),
      choose: (state) => chooseEntries(some, span, state),
    });
  }
  return { entries, days: missing.length };
}

/** Returns the entries of days that can be booked. An account without the funds declines a payment, as a bank does. */
function chooseEntries(
  days: readonly DemoDay[],
  span: DemoSpan,
  { accounts, booked, firstOpenDay }: PastState,
): readonly PastEntry[] {
  const standing = createStanding(accounts);
  return days
    .filter(({ date }) => !booked.has(feeIdOf(date)))
    .flatMap((day) => {
      // A closed day takes no entries: what comes late is booked on the first open day, with the value of its own.
      const isLate = firstOpenDay !== undefined && day.date.until(firstOpenDay).sign > 0;
      const dates = { bookingDate: isLate ? firstOpenDay : day.date, valueDate: day.date };
      return planDay(day, span).flatMap((planned) => {
        const amount = standing.move(planned);
        return amount === undefined ? [] : [{ ...pastEntry(planned, amount), ...dates }];
      });
    });
}

function pastEntry(planned: PlannedEntry, amount: bigint): Omit<PastEntry, 'bookingDate' | 'valueDate'> {
  const { atMs, credit, currency, debit, entryId, kind } = planned;
  const at = Temporal.Instant.fromEpochMilliseconds(atMs);
  return { entryId, kind, currency, amount, at, debit: pastSide(debit), credit: pastSide(credit) };
}

function pastSide(side: PlannedSide): PastSide {
  const { details } = side;
  return 'internal' in side
    ? { internal: side.internal, details }
    : { account: accountIdOf(side.account), details };
}

/** What each account has while entries are chosen. */
interface Standing {
  /** Returns the amount that moves; undefined if nothing does. */
  move(planned: PlannedEntry): bigint | undefined;
}

interface Funds {
  readonly account: LockedAccount;
  readonly limit: bigint;
  readonly held: bigint;
  booked: bigint;
}

function createStanding(accounts: readonly LockedAccount[]): Standing {
  const keys = new Map(personaAccounts.map(({ account: { key } }) => [accountIdOf(key), key]));
  const funds = new Map<string, Funds>(
    accounts.flatMap((account) =>
      [...account.balances].map(([currency, { booked, creditLimit: limit, held }]) => [
        `${keys.get(account.accountId) ?? ''} ${currency}`,
        { account, booked, held, limit },
      ]),
    ),
  );
  const fundsOf = (key: AccountKey, currency: Currency): Funds => {
    const found = funds.get(`${key} ${currency}`);
    assert(found !== undefined, `${key} was opened in ${currency}`);
    return found;
  };
  const balanceOf: BalanceOf = (key, currency) => fundsOf(key, currency).booked;
  return {
    move({ amount: wanted, credit, currency, debit }) {
      const amount = typeof wanted === 'bigint' ? wanted : wanted(balanceOf);
      if (amount <= 0n) return undefined;
      const from = 'account' in debit ? fundsOf(debit.account, currency) : undefined;
      const to = 'account' in credit ? fundsOf(credit.account, currency) : undefined;
      if (!canPay(from, amount) || !canReceive(to)) return undefined;
      if (from !== undefined) from.booked -= amount;
      if (to !== undefined) to.booked += amount;
      return amount;
    },
  };
}

/** The bank itself, which is no account here, can always pay and receive. */
function canPay(from: Funds | undefined, amount: bigint): boolean {
  if (from === undefined) return true;
  const { account, booked, held, limit } = from;
  return mayMove(account.status).out && booked - held + limit >= amount;
}

function canReceive(to: Funds | undefined): boolean {
  return to === undefined || mayMove(to.account.status).in;
}

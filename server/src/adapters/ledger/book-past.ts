import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { AccountStatus } from '#capabilities/core-banking/index.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import {
  changeBalances,
  changeInternalBalance,
  type InternalKind,
  type LockedAccount,
  lockBalances,
  lockedAccounts,
} from './accounts.store.ts';
import type { Booking } from './book.ts';
import type { EntryDetails } from './details.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { inTransaction, type LedgerTransaction } from './transaction.ts';

/** One side of an entry of the past: an account of a customer, or one of the bank itself. */
export type PastSide = { readonly details: EntryDetails } & (
  | { readonly account: string }
  | { readonly internal: InternalKind }
);

/** An entry of a day that is over. Its id is chosen by the caller, so that it is booked once. */
export interface PastEntry {
  readonly entryId: string;
  readonly kind: Booking['kind'];
  readonly currency: Currency;
  /** Moves from the debit to the credit side; positive. */
  readonly amount: bigint;
  readonly at: Temporal.Instant;
  readonly bookingDate: Temporal.PlainDate;
  readonly valueDate: Temporal.PlainDate;
  readonly debit: PastSide;
  readonly credit: PastSide;
}

/** What the entries are chosen from, while the accounts are locked. */
export interface PastState {
  readonly accounts: readonly LockedAccount[];
  /** Entries among the asked ones that are booked already. */
  readonly booked: ReadonlySet<string>;
  /** The first day on which something can still be booked: no day before it is open, or has later entries. */
  readonly firstOpenDay: Temporal.PlainDate | undefined;
}

const findEntries = plainStatement<{ readonly entry_id: string }>(
  'select entry_id from ledger.journal_entry where bank_id = $1 and entry_id = any($2::uuid[])',
);

const findOpenDay = plainStatement<{ readonly day: Temporal.PlainDate | null }>(
  `select greatest((select max(day) + 1 from ledger.closed_day where bank_id = $1),
                   (select max(booking_date) from ledger.posting
                     where bank_id = $1 and account_id = any($2::uuid[]))) as day`,
);

const insertEntries = plainStatement(
  `insert into ledger.journal_entry (bank_id, entry_id, kind, booked_at)
   select $1, e.entry_id, e.kind, e.booked_at
     from unnest($2::uuid[], $3::text[], $4::timestamptz[]) as e (entry_id, kind, booked_at)`,
  'write',
);

const insertPastPostings = plainStatement(
  `insert into ledger.posting (bank_id, posting_no, entry_id, account_id, currency, slot, amount, balance_after,
     booking_date, value_date, details)
   select $1, nextval('ledger.posting_no'), p.entry_id, p.account_id, p.currency, 0, p.amount, p.balance_after,
          p.booking_date, p.value_date, p.details::jsonb
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::date[], $8::date[], $9::text[])
       with ordinality as p (entry_id, account_id, currency, amount, balance_after, booking_date, value_date, details,
                             place)
    order by p.place`,
  'write',
);

/** Returns which of these entries are booked. */
export async function findBooked(
  { bankId, database }: Pick<LedgerDeps, 'bankId' | 'database'>,
  entryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.forBank(bankId).rows(findEntries([bankId, entryIds]));
  return new Set(rows.map(({ entry_id }) => entry_id));
}

/**
 * Books entries of days that are over, all in one transaction and with one statement for each table: a history of years
 * takes seconds. `choose` sees the accounts as they are and returns what is booked, in its order; it must leave out
 * what is booked already, and what an account does not have the funds for. Returns how many entries were booked.
 */
export async function bookPast(
  deps: LedgerDeps,
  {
    accountIds,
    askedIds,
    choose,
  }: {
    readonly accountIds: readonly string[];
    /** Ids of entries that may have been booked before. */
    readonly askedIds: readonly string[];
    readonly choose: (state: PastState) => readonly PastEntry[];
  },
): Promise<number> {
  const { bankId, clock, database } = deps;
  const internal = {
    clearing: await deps.internalAccount('clearing'),
    suspense: await deps.internalAccount('suspense'),
    equity: await deps.internalAccount('equity'),
  };
  return inTransaction(database, bankId, async (transaction) => {
    const [rows] = await transaction.ask(lockBalances([bankId, accountIds, null, null]));
    const [known, [open]] = await transaction.ask(
      findEntries([bankId, askedIds]),
      findOpenDay([bankId, accountIds]),
    );
    const accounts = lockedAccounts(rows);
    const entries = choose({
      accounts,
      booked: new Set(known.map(({ entry_id }) => entry_id)),
      firstOpenDay: open?.day ?? undefined,
    });
    if (entries.length === 0) return 0;
    write(transaction, { accounts, bankId, entries, internal, now: clock.now() });
    return entries.length;
  });
}

interface Chosen {
  readonly bankId: string;
  readonly accounts: readonly LockedAccount[];
  readonly entries: readonly PastEntry[];
  readonly internal: Readonly<Record<InternalKind, string>>;
  readonly now: Temporal.Instant;
}

/** What an entry changes on one account. */
interface PostingRow {
  readonly entry: PastEntry;
  readonly accountId: string;
  readonly isInternal: boolean;
  readonly amount: bigint;
  readonly balanceAfter: bigint | null;
  readonly details: EntryDetails;
}

function write(transaction: LedgerTransaction, chosen: Chosen): void {
  const { bankId, entries, now } = chosen;
  const rows = postingsOf(chosen);
  transaction.write(
    insertEntries([
      bankId,
      entries.map(({ entryId }) => entryId),
      entries.map(({ kind }) => kind),
      entries.map(({ at }) => at),
    ]),
  );
  transaction.write(
    insertPastPostings([
      bankId,
      rows.map(({ entry }) => entry.entryId),
      rows.map(({ accountId }) => accountId),
      rows.map(({ entry }) => entry.currency),
      rows.map(({ amount }) => amount),
      rows.map(({ balanceAfter }) => balanceAfter),
      rows.map(({ entry }) => entry.bookingDate),
      rows.map(({ entry }) => entry.valueDate),
      rows.map(({ details }) => JSON.stringify(details)),
    ]),
  );
  const sums = sumsOf(rows.filter(({ isInternal }) => !isInternal));
  transaction.write(
    changeBalances([
      bankId,
      sums.map(({ accountId }) => accountId),
      sums.map(({ currency }) => currency),
      sums.map(({ amount }) => amount),
      sums.map(() => 0n),
      now,
    ]),
  );
  for (const { accountId, amount, currency } of sumsOf(rows.filter(({ isInternal }) => isInternal))) {
    transaction.write(changeInternalBalance([bankId, accountId, currency, 0, amount, now]));
  }
}

/** The postings in their order, each with the balance that it leaves. */
function postingsOf({ accounts, entries, internal }: Chosen): readonly PostingRow[] {
  const balances = new Map<string, bigint>(
    accounts.flatMap(({ accountId, balances: its }) =>
      [...its].map(([currency, { booked }]) => [`${accountId} ${currency}`, booked] as const),
    ),
  );
  const rowOf = (entry: PastEntry, side: PastSide, amount: bigint): PostingRow => {
    const { details } = side;
    if ('internal' in side) {
      const accountId = internal[side.internal];
      return { entry, accountId, isInternal: true, amount, balanceAfter: null, details };
    }
    const key = `${side.account} ${entry.currency}`;
    const before = balances.get(key);
    assert(before !== undefined, 'the account is locked and has the currency');
    balances.set(key, before + amount);
    const accountId = side.account;
    return { entry, accountId, isInternal: false, amount, balanceAfter: before + amount, details };
  };
  return entries.flatMap((entry) => [
    rowOf(entry, entry.debit, -entry.amount),
    rowOf(entry, entry.credit, entry.amount),
  ]);
}

interface Sum {
  readonly accountId: string;
  readonly currency: Currency;
  readonly amount: bigint;
}

function sumsOf(rows: readonly PostingRow[]): readonly Sum[] {
  const groups = Map.groupBy(rows, ({ accountId, entry }) => `${accountId} ${entry.currency}`);
  return [...groups.values()].flatMap((its) => {
    const [first] = its;
    const amount = its.reduce((sum, row) => sum + row.amount, 0n);
    return first === undefined
      ? []
      : [{ accountId: first.accountId, currency: first.entry.currency, amount }];
  });
}

/** Whether money may leave and reach an account, as `decide` says it for instructions. */
export function mayMove(status: AccountStatus): { readonly out: boolean; readonly in: boolean } {
  return { out: status === 'open', in: status !== 'closed' };
}

import { hash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { changeBalances, changeInternalBalance, type LockedAccount } from './accounts.store.ts';
import { recordActivity } from './activity.store.ts';
import type { EntryDetails } from './details.ts';
import { bookHold, insertEntry, insertPostings } from './entries.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import type { LedgerTransaction } from './transaction.ts';

/** One side of an entry. */
export type Leg = {
  /** Negative: money leaves the account. */
  readonly amount: bigint;
  readonly valueDate: Temporal.PlainDate;
  readonly details: EntryDetails;
} & (
  | {
      readonly account: LockedAccount;
      /** Reserved before: the entry replaces this hold. */
      readonly holdId?: string;
    }
  | { readonly internal: string; readonly slot: number }
);

/** Something that is booked: at least two legs of one currency that sum to zero. */
export interface Booking {
  readonly kind: 'transfer' | 'return' | 'deposit' | 'card' | 'opening';
  readonly currency: Currency;
  readonly instructionId?: string;
  readonly bookedAt: Temporal.Instant;
  readonly legs: readonly Leg[];
}

/** Rows of the balance of an account that every payment touches. */
const slots = 64;

/** Returns the row for a payment; payments of one moment rarely share one, so they do not wait for each other. */
export function slotOf(paymentId: string): number {
  return hash('sha256', paymentId, 'buffer').readUInt8(0) % slots;
}

/** Writes an entry with its postings and the balances that it changes. The accounts of customers are locked already. */
export function book(
  { bankId, ids, rules, shard }: LedgerDeps,
  transaction: LedgerTransaction,
  { bookedAt, currency, instructionId, kind, legs }: Booking,
): void {
  const entryId = ids.uuid(shard);
  const bookingDate = bookedAt.toZonedDateTimeISO(rules.zone).toPlainDate();
  const instruction = instructionId ?? null;
  transaction.write(insertEntry([bankId, entryId, kind, instruction, bookedAt]));
  const rows = legs.map((leg) => rowOf(leg, currency));
  transaction.write(
    insertPostings([
      bankId,
      entryId,
      bookingDate,
      instruction,
      rows.map(({ accountId }) => accountId),
      rows.map(() => currency),
      rows.map(({ slot }) => slot),
      rows.map(({ leg }) => leg.amount),
      rows.map(({ balanceAfter }) => balanceAfter),
      rows.map(({ leg }) => leg.valueDate),
      rows.map(({ holdId }) => holdId),
      rows.map(({ leg }) => JSON.stringify(leg.details)),
    ]),
  );
  const own = rows.filter(({ leg }) => 'account' in leg);
  if (own.length > 0) {
    transaction.write(
      changeBalances([
        bankId,
        own.map(({ accountId }) => accountId),
        own.map(() => currency),
        own.map(({ leg }) => leg.amount),
        // What was reserved is spent now.
        own.map(({ holdId, leg }) => (holdId === null ? 0n : leg.amount)),
        bookedAt,
      ]),
    );
  }
  for (const { accountId, leg, slot } of rows) {
    if ('internal' in leg) {
      transaction.write(changeInternalBalance([bankId, accountId, currency, slot, leg.amount, bookedAt]));
    }
  }
  for (const { accountId, holdId, leg } of rows) {
    if (holdId !== null) transaction.write(bookHold([bankId, holdId, entryId]));
    // Last: rows of customers are locked after those of accounts.
    if (isActivity(kind, leg)) transaction.write(recordActivity([bankId, accountId, bookingDate, bookedAt]));
  }
}

/** Money that leaves by an order or a card is activity of the customer; what the bank books by itself is not. */
function isActivity(kind: Booking['kind'], leg: Leg): boolean {
  return (kind === 'transfer' || kind === 'card') && 'account' in leg && leg.amount < 0n;
}

interface LegRow {
  readonly leg: Leg;
  readonly accountId: string;
  readonly slot: number;
  readonly balanceAfter: bigint | null;
  readonly holdId: string | null;
}

function rowOf(leg: Leg, currency: Currency): LegRow {
  if ('internal' in leg) {
    return { leg, accountId: leg.internal, slot: leg.slot, balanceAfter: null, holdId: null };
  }
  const booked = leg.account.balances.get(currency)?.booked ?? 0n;
  return {
    leg,
    accountId: leg.account.accountId,
    slot: 0,
    balanceAfter: booked + leg.amount,
    holdId: leg.holdId ?? null,
  };
}

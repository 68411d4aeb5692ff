import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Money } from '#platform/kernel/money.ts';
import { lockBalances, lockedAccounts } from './accounts.store.ts';
import { type Booking, book } from './book.ts';
import type { EntryDetails } from './details.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { inTransaction } from './transaction.ts';

/** Money that comes to an account from outside, or leaves it by something other than an instruction. */
export interface Movement {
  /** Negative: money leaves the account. */
  readonly amount: Money;
  readonly details: EntryDetails;
  readonly kind?: Booking['kind'];
  /** Absent: now. Earlier for the history of a bank to try things on. */
  readonly at?: Temporal.Instant;
}

/** Books movements of one account, in their order and in one transaction. */
export async function bookMovements(
  deps: LedgerDeps,
  accountId: string,
  movements: readonly Movement[],
): Promise<void> {
  const { bankId, clock, database, rules } = deps;
  const equity = await deps.internalAccount('equity');
  await inTransaction(database, bankId, async (transaction) => {
    const [rows] = await transaction.ask(lockBalances([bankId, [accountId], null, null]));
    const [account] = lockedAccounts(rows);
    assert(account !== undefined, 'money moves on an account of the ledger');
    const balances = new Map(account.balances);
    const now = clock.now();
    for (const { amount, at = now, details, kind = 'deposit' } of movements) {
      const before = balances.get(amount.currency);
      assert(before !== undefined, 'the account has the currency');
      const valueDate = at.toZonedDateTimeISO(rules.zone).toPlainDate();
      book(deps, transaction, {
        kind,
        currency: amount.currency,
        bookedAt: at,
        legs: [
          { account: { ...account, balances: new Map(balances) }, amount: amount.minor, valueDate, details },
          { internal: equity, slot: 0, amount: -amount.minor, valueDate, details: { code: details.code } },
        ],
      });
      balances.set(amount.currency, { ...before, booked: before.booked + amount.minor });
    }
  });
}

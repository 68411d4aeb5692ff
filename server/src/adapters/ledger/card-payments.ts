import assert from 'node:assert/strict';
import type { Money } from '#platform/kernel/money.ts';
import { changeBalances, lockBalances, lockedAccounts } from './accounts.store.ts';
import { book, slotOf } from './book.ts';
import { hasFunds } from './decide.ts';
import type { EntryDetails } from './details.ts';
import { findHold, insertHold } from './entries.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { currencyOf } from './stored-values.ts';
import { inTransaction } from './transaction.ts';

/** Reserves the amount of a card payment; returns the reference of the pending entry, or undefined without funds. */
export async function reserveCardPayment(
  deps: LedgerDeps,
  accountId: string,
  { amount, details }: { readonly amount: Money; readonly details: EntryDetails },
): Promise<string | undefined> {
  const { bankId, clock, database, ids, shard } = deps;
  return inTransaction(database, bankId, async (transaction) => {
    const [rows] = await transaction.ask(lockBalances([bankId, [accountId], null, null]));
    const [account] = lockedAccounts(rows);
    if (account?.status !== 'open' || !hasFunds(account, amount)) return undefined;
    const now = clock.now();
    const holdId = ids.uuid(shard);
    const { currency, minor } = amount;
    transaction.write(
      insertHold([bankId, holdId, accountId, currency, minor, JSON.stringify(details), null, now]),
    );
    transaction.write(changeBalances([bankId, [accountId], [currency], [0n], [minor], now]));
    return holdId;
  });
}

/** Books a reserved card payment, once. */
export async function bookCardPayment(deps: LedgerDeps, holdId: string): Promise<void> {
  const { bankId, clock, database, rules } = deps;
  const clearing = await deps.internalAccount('clearing');
  await inTransaction(database, bankId, async (transaction) => {
    const [[found]] = await transaction.ask(findHold([bankId, holdId]));
    assert(found !== undefined, 'the payment was reserved before');
    // Read again under the lock: another process may have booked it.
    const [rows, [hold]] = await transaction.ask(
      lockBalances([bankId, [found.account_id], null, null]),
      findHold([bankId, holdId]),
    );
    const [account] = lockedAccounts(rows);
    if (hold?.state !== 'open' || account === undefined) return;
    const bookedAt = clock.now();
    const valueDate = bookedAt.toZonedDateTimeISO(rules.zone).toPlainDate();
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the ledger alone writes this column
    const details = hold.details as EntryDetails;
    book(deps, transaction, {
      kind: 'card',
      currency: currencyOf(hold.currency),
      bookedAt,
      legs: [
        { account, amount: -hold.amount, valueDate, details, holdId },
        {
          internal: clearing,
          slot: slotOf(holdId),
          amount: hold.amount,
          valueDate,
          details: { code: details.code },
        },
      ],
    });
  });
}

import type { Temporal } from 'temporal-polyfill';
import type { AccountKind, AccountStatus, SigningMode } from '#capabilities/core-banking/index.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { insertAccount, insertBalances, lockBalances, setStatus } from './accounts.store.ts';
import { insertChange } from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { inTransaction } from './transaction.ts';

/** An account to open. */
export interface NewAccount {
  /** Chosen by the caller where the number has to be stable; opened twice, it is one account. */
  readonly accountId?: string;
  readonly kind: AccountKind;
  readonly iban?: string;
  readonly bban?: string;
  readonly maskedPan?: string;
  readonly product: string;
  /** The first is the main one. */
  readonly currencies: readonly Currency[];
  readonly owner: string;
  /** Those who hold it with the owner. */
  readonly coHolders?: readonly string[];
  readonly signingMode?: SigningMode;
  /** How far below zero it may go, in minor units, in each currency. */
  readonly creditLimit?: bigint;
  /** Absent: today. */
  readonly openedOn?: Temporal.PlainDate;
}

/** Opens an account of a customer and returns its id. */
export async function openAccount(deps: LedgerDeps, account: NewAccount): Promise<string> {
  const { bankId, clock, database, ids, rules, shard } = deps;
  const accountId = account.accountId ?? ids.uuid(shard);
  await inTransaction(database, bankId, async (transaction) => {
    const now = clock.now();
    transaction.write(
      insertAccount([
        bankId,
        accountId,
        account.kind,
        account.iban === undefined ? null : ibanSpelling(account.iban),
        account.bban ?? null,
        account.maskedPan ?? null,
        account.product,
        account.currencies,
        account.owner,
        [account.owner, ...(account.coHolders ?? [])],
        account.signingMode ?? 'any',
        account.openedOn ?? now.toZonedDateTimeISO(rules.zone).toPlainDate(),
      ]),
    );
    const limits = account.currencies.map(() => account.creditLimit ?? 0n);
    transaction.write(insertBalances([bankId, accountId, account.currencies, limits, now]));
    transaction.write(insertChange([bankId, 'account', accountId, now]));
  });
  return accountId;
}

/** Blocks, opens or closes an account. An account with money on it, or with money reserved, cannot be closed. */
export async function changeAccountStatus(
  { bankId, clock, database }: LedgerDeps,
  accountId: string,
  status: AccountStatus,
): Promise<void> {
  await inTransaction(database, bankId, async (transaction) => {
    await transaction.ask(lockBalances([bankId, [accountId], null, null]));
    const now = clock.now();
    transaction.write(setStatus([bankId, accountId, status, now]));
    transaction.write(insertChange([bankId, 'account', accountId, now]));
  });
}

import {
  type AccountReference,
  type CoreAccount,
  type CoreBalance,
  isJoint,
  type JointHolding,
  type MidRate,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Money } from '#platform/kernel/money.ts';
import {
  accountOf,
  type BalanceRow,
  findAccounts,
  findByReferences,
  listAccounts,
  listBalances,
  listMidRates,
} from './accounts.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { currencyOf } from './stored-values.ts';

type Reads = Pick<LedgerDeps, 'database' | 'bankId'>;

/** Returns the accounts of a customer, either without cards or cards alone. */
export async function accountsOf(
  { bankId, database }: Reads,
  customerNumber: string,
  { areCards }: { readonly areCards: boolean },
): Promise<readonly CoreAccount[]> {
  const rows = await database.forBank(bankId).rows(listAccounts([bankId, customerNumber, areCards]));
  return rows.map(accountOf);
}

/** Returns the open accounts that a customer holds together with others. */
export async function jointHoldingsOf(
  reads: Reads,
  customerNumber: string,
): Promise<readonly JointHolding[]> {
  const accounts = await accountsOf(reads, customerNumber, { areCards: false });
  return accounts
    .filter((account) => isJoint(account) && account.status !== 'closed')
    .map(({ accountId, holders, owner, signingMode }) => ({ accountId, holders, owner, signingMode }));
}

/** Returns the accounts of this bank among the references, by `referenceKey`. */
export async function accountsByReference(
  { bankId, database }: Reads,
  references: readonly AccountReference[],
): Promise<ReadonlyMap<string, CoreAccount>> {
  const idsOf = (scheme: AccountReference['scheme']): readonly string[] =>
    references.filter((reference) => reference.scheme === scheme).map(({ id }) => id);
  const rows = await database
    .forBank(bankId)
    .rows(findByReferences([bankId, idsOf('iban').map(ibanSpelling), idsOf('bban'), idsOf('maskedPan')]));
  const accounts = rows.map(accountOf);
  return new Map(
    references.flatMap((reference) => {
      const account = accounts.find((one) => isNamed(one, reference));
      return account === undefined ? [] : [[referenceKey(reference), account] as const];
    }),
  );
}

function isNamed({ bban, iban, maskedPan }: CoreAccount, { id, scheme }: AccountReference): boolean {
  switch (scheme) {
    case 'iban':
      return iban === ibanSpelling(id);
    case 'bban':
      return bban === id;
    case 'maskedPan':
      return maskedPan === id;
    case 'pan':
    case 'msisdn':
    case 'other':
      return false;
  }
}

/** Returns an account of a customer; undefined if the ledger has none of this id. */
export async function accountById(
  { bankId, database }: Reads,
  accountId: string,
): Promise<CoreAccount | undefined> {
  if (!isUuid(accountId)) return undefined;
  const row = await database.forBank(bankId).first(findAccounts([bankId, [accountId]]));
  return row && accountOf(row);
}

export async function balancesOf(
  { bankId, database }: Reads,
  accountId: string,
): Promise<readonly CoreBalance[]> {
  if (!isUuid(accountId)) return [];
  const rows = await database.forBank(bankId).rows(listBalances([bankId, accountId]));
  return rows.map(balanceOf);
}

function balanceOf(row: BalanceRow): CoreBalance {
  const currency = currencyOf(row.currency);
  const money = (minor: bigint): Money => ({ minor, currency });
  const closing =
    row.closing === null || row.closing_day === null
      ? {}
      : { closing: { amount: money(row.closing), day: row.closing_day } };
  return {
    currency,
    booked: money(row.booked),
    available: money(row.booked - row.held + row.credit_limit),
    creditLimit: money(row.credit_limit),
    changedAt: row.changed_at,
    ...closing,
  };
}

/** Whether an amount can be spent now; only open accounts can spend. */
export async function hasFundsFor(
  reads: Reads,
  accountId: string,
  { currency, minor }: Money,
): Promise<boolean> {
  const [account, balances] = await Promise.all([
    accountById(reads, accountId),
    balancesOf(reads, accountId),
  ]);
  if (account?.status !== 'open') return false;
  const balance = balances.find((one) => one.currency === currency);
  return balance !== undefined && balance.available.minor >= minor;
}

export async function midRates({ bankId, database }: Reads): Promise<readonly MidRate[]> {
  const rows = await database.forBank(bankId).rows(listMidRates([bankId]));
  return rows.map(({ denominator, from_currency, numerator, to_currency }) => ({
    from: currencyOf(from_currency),
    to: currencyOf(to_currency),
    numerator,
    denominator,
  }));
}

import type { Reader } from '#platform/db/reader.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import type { OwnedAccount } from '../domain/offered-account.ts';
import type { AccountReference, Order } from '../domain/order.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { Chooser } from '../ports/subjects.ts';

/** An account of a customer, kept in a table of the tests in place of a core. */
export interface TestAccount {
  readonly id: string;
  readonly owner: string;
  readonly iban: string;
  readonly name?: string;
  readonly currency?: string;
  readonly isBlocked?: boolean;
}

/** Returns whether a user may act for another customer in approvals of this subject. */
export type MayActFor = (
  db: Reader,
  criteria: {
    readonly bankId: string;
    readonly owner: string;
    readonly userId: string;
    readonly ref: SubjectRef;
  },
) => Promise<boolean>;

export async function createAccountTable(database: TestDatabase): Promise<void> {
  await database.query(`
    create table test_subject.account (
      bank_id text not null, id text not null, owner text not null, iban text not null, name text not null,
      currency text not null, is_blocked boolean not null, primary key (bank_id, id));
    grant select on test_subject.account to portico_app;`);
}

/** Adds an account, or changes the one with this id. */
export async function putAccount(
  database: TestDatabase,
  { currency = 'EUR', iban, id, isBlocked = false, name = 'Daily account', owner }: TestAccount,
): Promise<void> {
  await database.query(
    `insert into test_subject.account (bank_id, id, owner, iban, name, currency, is_blocked)
     values ('01', $1, $2, $3, $4, $5, $6)
     on conflict (bank_id, id) do update set is_blocked = excluded.is_blocked, owner = excluded.owner`,
    [id, owner, iban, name, currency, isBlocked],
  );
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly iban: string;
  readonly name: string;
  readonly currency: string;
  readonly is_blocked: boolean;
}

const list = plainStatement<Row>(
  'select id, owner, iban, name, currency, is_blocked from test_subject.account where bank_id = $1 order by id',
);

/** Lists the accounts that a customer may choose, as a capability would ask a core for them. */
export async function accountsOffered(
  db: Reader,
  {
    bankId,
    chooser: { customerNumber, userId },
    currency,
    mayActFor,
    ref,
  }: {
    readonly bankId: string;
    readonly ref: SubjectRef;
    readonly chooser: Chooser;
    readonly mayActFor: MayActFor;
    /** Of the payment. */
    readonly currency: string | undefined;
  },
): Promise<readonly OwnedAccount[]> {
  const rows = await db.rows(list([bankId]));
  const others = [...new Set(rows.map(({ owner }) => owner))].filter((owner) => owner !== customerNumber);
  const mandated = await Promise.all(
    others.map(async (owner) => ((await mayActFor(db, { bankId, owner, userId, ref })) ? [owner] : [])),
  );
  const owners = new Set([customerNumber, ...mandated.flat()]);
  return rows
    .filter(({ owner }) => owners.has(owner))
    .map((row) => ({
      id: row.id,
      owner: row.owner,
      iban: row.iban,
      name: row.name,
      currency: row.currency,
      ...obstacleOf(row, currency),
      isPreselected: true,
    }));
}

function obstacleOf(row: Row, currency: string | undefined): Pick<OwnedAccount, 'obstacle'> {
  if (row.is_blocked) return { obstacle: 'blocked' };
  return currency === undefined || row.currency === currency ? {} : { obstacle: 'other-currency' };
}

/** Returns an order with the chosen accounts. */
export function withAccounts(order: Order, accounts: readonly [OwnedAccount, ...OwnedAccount[]]): Order {
  const references = accounts.map(({ iban }): AccountReference => ({ scheme: 'iban', id: iban }));
  const [{ iban }] = accounts;
  const only: AccountReference = { scheme: 'iban', id: iban };
  switch (order.kind) {
    case 'payment':
    case 'bulk-payment':
    case 'periodic-payment':
      return { ...order, debtorAccount: only };
    case 'funds-confirmation-consent':
      return { ...order, account: only };
    case 'consent':
      return {
        ...order,
        access: { ...order.access, accounts: references, balances: references, transactions: references },
      };
    case 'payment-cancellation':
    case 'signing-basket':
      return order;
  }
}

import type { Temporal } from 'temporal-polyfill';
import {
  type AccountKind,
  type AccountStatus,
  accountKinds,
  accountStatuses,
  type CoreAccount,
  signingModes,
} from '#capabilities/core-banking/index.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { currencyOf, oneOf } from './stored-values.ts';

/** Accounts of the bank itself. */
export type InternalKind = 'clearing' | 'suspense' | 'equity';

/** A row of `ledger.account` with the status of its balances. */
export interface AccountRow {
  readonly account_id: string;
  readonly kind: string;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly masked_pan: string | null;
  readonly product: string;
  readonly currencies: readonly string[];
  readonly owner: string | null;
  readonly holders: readonly string[];
  readonly signing_mode: string;
  readonly opened_on: Temporal.PlainDate;
  readonly status: string;
}

const accountColumns = `a.account_id, a.kind, a.iban, a.bban, a.masked_pan, a.product, a.currencies, a.owner, a.holders,
       a.signing_mode, a.opened_on, b.status`;
const accountTables = `ledger.account a join ledger.balance b
    on b.bank_id = a.bank_id and b.account_id = a.account_id and b.currency = a.currencies[1] and b.slot = 0`;

/** Accounts of a customer: bank, customer, whether cards are wanted. */
export const listAccounts = plainStatement<AccountRow>(
  `select ${accountColumns} from ${accountTables}
    where a.bank_id = $1 and a.account_id = any (array(select ledger.accounts_of_holder($2))) and (a.kind = 'card') = $3
    order by a.opened_on, a.account_id`,
);

/** Accounts by what others call them: bank, IBANs, BBANs, masked card numbers. */
export const findByReferences = plainStatement<AccountRow>(
  `select ${accountColumns} from ${accountTables}
    where a.bank_id = $1 and a.owner is not null
      and a.account_id in (
            select account_id from ledger.account where bank_id = $1 and iban = any($2::text[])
            union select account_id from ledger.account where bank_id = $1 and bban = any($3::text[])
            union select account_id from ledger.account where bank_id = $1 and masked_pan = any($4::text[]))`,
);

export const findAccounts = plainStatement<AccountRow>(
  `select ${accountColumns} from ${accountTables}
    where a.bank_id = $1 and a.account_id = any($2::uuid[]) and a.owner is not null`,
);

/** Returns an account as the port describes it. */
export function accountOf(row: AccountRow): CoreAccount {
  return omitUndefined({
    accountId: row.account_id,
    kind: oneOf(accountKinds, row.kind),
    iban: row.iban ?? undefined,
    bban: row.bban ?? undefined,
    maskedPan: row.masked_pan ?? undefined,
    product: row.product,
    currencies: row.currencies.map(currencyOf),
    status: oneOf(accountStatuses, row.status),
    owner: row.owner ?? '',
    holders: row.holders,
    signingMode: oneOf(signingModes, row.signing_mode),
    openedOn: row.opened_on,
  });
}

/** One sub-account, locked. */
export interface LockedRow {
  readonly account_id: string;
  readonly currency: string;
  readonly status: string;
  readonly booked: bigint;
  readonly held: bigint;
  readonly credit_limit: bigint;
  readonly kind: string;
  readonly iban: string | null;
  readonly bban: string | null;
}

/**
 * Locks all sub-accounts of the accounts of customers that are named by id, IBAN or BBAN, in the order of their ids.
 * Every change of money or status begins with this, so no two of them wait for each other in a circle.
 */
export const lockBalances = plainStatement<LockedRow>(
  // Three look-ups, each by its own index: an "or" over them is a scan while the statistics are old.
  `with named as materialized (
     select account_id from ledger.account where bank_id = $1 and account_id = any($2::uuid[])
     union select account_id from ledger.account where bank_id = $1 and iban = $3
     union select account_id from ledger.account where bank_id = $1 and bban = $4)
   select b.account_id, b.currency, b.status, b.booked, b.held, b.credit_limit, a.kind, a.iban, a.bban
     from named n
     join ledger.account a on a.bank_id = $1 and a.account_id = n.account_id and a.owner is not null
     join ledger.balance b on b.bank_id = $1 and b.account_id = n.account_id
    order by b.account_id, b.currency
      for update of b`,
  'lock',
);

export interface SubAccount {
  readonly booked: bigint;
  readonly held: bigint;
  readonly creditLimit: bigint;
}

/** An account of a customer whose sub-accounts are locked. */
export interface LockedAccount {
  readonly accountId: string;
  readonly kind: AccountKind;
  readonly iban: string | undefined;
  readonly bban: string | undefined;
  readonly status: AccountStatus;
  readonly balances: ReadonlyMap<Currency, SubAccount>;
}

/** Groups locked rows by their account. */
export function lockedAccounts(rows: readonly LockedRow[]): readonly LockedAccount[] {
  return [...Map.groupBy(rows, (row) => row.account_id)].flatMap(([accountId, its]) => {
    const [first] = its;
    if (first === undefined) return [];
    return [
      {
        accountId,
        kind: oneOf(accountKinds, first.kind),
        iban: first.iban ?? undefined,
        bban: first.bban ?? undefined,
        status: oneOf(accountStatuses, first.status),
        balances: new Map(
          its.map((row) => [
            currencyOf(row.currency),
            { booked: row.booked, held: row.held, creditLimit: row.credit_limit },
          ]),
        ),
      },
    ];
  });
}

export const insertAccount = plainStatement(
  `insert into ledger.account (bank_id, account_id, kind, iban, bban, masked_pan, product, currencies, owner, holders,
     signing_mode, opened_on)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (bank_id, account_id) do nothing`,
  'write',
);

export const insertBalances = plainStatement(
  `insert into ledger.balance (bank_id, account_id, currency, slot, is_limited, status, booked, held, credit_limit,
     changed_at)
   select $1, $2, b.currency, 0, true, 'open', 0, 0, b.credit_limit, $5
     from unnest($3::text[], $4::bigint[]) as b (currency, credit_limit)
   on conflict (bank_id, account_id, currency, slot) do nothing`,
  'write',
);

/** Accounts of the bank itself; there is one of each kind. */
export const insertInternalAccounts = plainStatement(
  `insert into ledger.account (bank_id, account_id, kind, product, currencies, holders, signing_mode, opened_on)
   select $1, i.account_id, i.kind, i.kind, '{}', '{}', 'any', $4
     from unnest($2::uuid[], $3::text[]) as i (account_id, kind)
   on conflict (bank_id, kind) where owner is null do nothing`,
  'write',
);

export const listInternalAccounts = plainStatement<{ readonly account_id: string; readonly kind: string }>(
  'select account_id, kind from ledger.account where bank_id = $1 and owner is null',
);

export const setStatus = plainStatement(
  'update ledger.balance set status = $3, changed_at = $4 where bank_id = $1 and account_id = $2',
  'write',
);

/** Adds to the sub-accounts of customers; the check of the table keeps each within its limit. */
export const changeBalances = plainStatement(
  `update ledger.balance b set booked = b.booked + c.booked, held = b.held + c.held, changed_at = $6
     from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) as c (account_id, currency, booked, held)
    where b.bank_id = $1 and b.account_id = c.account_id and b.currency = c.currency and b.slot = 0`,
  'write',
);

/** Adds to a slot of an account of the bank, which is made at its first use. */
export const changeInternalBalance = plainStatement(
  `insert into ledger.balance (bank_id, account_id, currency, slot, is_limited, status, booked, held, credit_limit,
     changed_at)
   values ($1, $2, $3, $4, false, 'open', $5, 0, 0, $6)
   on conflict (bank_id, account_id, currency, slot)
   do update set booked = ledger.balance.booked + excluded.booked, changed_at = excluded.changed_at`,
  'write',
);

export interface BalanceRow {
  readonly currency: string;
  readonly booked: bigint;
  readonly held: bigint;
  readonly credit_limit: bigint;
  readonly changed_at: Temporal.Instant;
  readonly closing: bigint | null;
  readonly closing_day: Temporal.PlainDate | null;
}

/**
 * Balances in the order of the account's currencies, with the end of the last closed day: the balance after the last
 * entry until then, or zero before the first entry (ADR 0091).
 */
export const listBalances = plainStatement<BalanceRow>(
  `select b.currency, b.booked, b.held, b.credit_limit, b.changed_at, d.day as closing_day,
          case when d.day is not null then coalesce(p.balance_after, 0) end as closing
     from ledger.account a
     join ledger.balance b on b.bank_id = a.bank_id and b.account_id = a.account_id and b.slot = 0
    cross join lateral (
       select max(c.day) as day from ledger.closed_day c where c.bank_id = $1 and c.day >= a.opened_on) d
     left join lateral (
       select p.balance_after from ledger.posting p
        where p.bank_id = $1 and p.account_id = b.account_id and p.currency = b.currency and p.booking_date <= d.day
        order by p.booking_date desc, p.posting_no desc limit 1) p on true
    where a.bank_id = $1 and a.account_id = $2 and a.owner is not null
    order by array_position(a.currencies, b.currency)`,
);

export const listMidRates = plainStatement<{
  readonly from_currency: string;
  readonly to_currency: string;
  readonly numerator: bigint;
  readonly denominator: bigint;
}>(
  `select from_currency, to_currency, numerator, denominator from ledger.mid_rate where bank_id = $1
    order by from_currency, to_currency`,
);

export const upsertMidRate = plainStatement(
  `insert into ledger.mid_rate (bank_id, from_currency, to_currency, numerator, denominator)
   values ($1, $2, $3, $4, $5)
   on conflict (bank_id, from_currency, to_currency)
   do update set numerator = excluded.numerator, denominator = excluded.denominator`,
  'write',
);

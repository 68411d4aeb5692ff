import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { rawQuery, tables } from './tables.ts';

interface NewStatements {
  readonly bankId: string;
  readonly period: Temporal.PlainDate;
  readonly dueAt: Temporal.Instant;
  readonly statementIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly currencies: readonly string[];
  readonly owners: readonly string[];
}

const insert = statement<NewStatements>('write')((row) =>
  rawQuery(sql`
    insert into accounts.statement (bank_id, statement_id, account_id, currency, period, owner, due_at)
    select ${row.bankId}, n.statement_id, n.account_id, n.currency, ${row.period}::date, n.owner, ${row.dueAt}::timestamptz
      from unnest(${row.statementIds}::uuid[], ${row.accountIds}::text[], ${row.currencies}::text[], ${row.owners}::text[])
        as n (statement_id, account_id, currency, owner)
    on conflict (bank_id, period, account_id, currency) do nothing`),
);

/** Gives statements to the workers. One that an account has for this month already is left as it is. */
export function insertStatements(work: Writer, rows: NewStatements): void {
  if (rows.statementIds.length > 0) work.write(insert(rows));
}

interface StatementKey {
  readonly bankId: string;
  readonly statementId: string;
}

/** A statement that is not made yet. */
export interface OpenStatement {
  readonly accountId: string;
  readonly currency: string;
  readonly period: Temporal.PlainDate;
  readonly owner: string;
}

const find = statement<StatementKey>()(({ bankId, statementId }) =>
  tables
    .selectFrom('statement')
    .select(['account_id', 'currency', 'period', 'owner'])
    .where('bank_id', '=', bankId)
    .where('statement_id', '=', statementId),
);

/** Finds a statement that is not settled. */
export async function findOpenStatement(db: Reader, key: StatementKey): Promise<OpenStatement | undefined> {
  const row = await db.first(find(key));
  if (row === undefined || row.owner === null) return undefined;
  const { account_id: accountId, currency, owner, period } = row;
  return { accountId, currency, period, owner };
}

const lock = statement<StatementKey>('lock')(({ bankId, statementId }) =>
  tables
    .selectFrom('statement')
    .select('outcome')
    .where('bank_id', '=', bankId)
    .where('statement_id', '=', statementId)
    .forUpdate(),
);

/** Locks a statement; returns whether it is open: another worker may have made it after the lease of this one. */
export async function lockOpenStatement(work: Writer, key: StatementKey): Promise<boolean> {
  const row = await work.lock(lock(key));
  return row !== undefined && row.outcome === null;
}

/**
 * What became of a statement: `unused` is one of an account that was closed and had no entries; `not-possible` one of a
 * core that gives no balances, or of an account without an IBAN.
 */
export type StatementOutcome = 'sent' | 'unused' | 'unreachable' | 'not-possible';

const settle = statement<StatementKey & { readonly outcome: StatementOutcome }>('write')(
  ({ bankId, outcome, statementId }) =>
    tables
      .updateTable('statement')
      .set({ owner: null, due_at: null, outcome })
      .where('bank_id', '=', bankId)
      .where('statement_id', '=', statementId),
);

/** Settles a locked statement. Its customer is not kept. */
export function settleStatement(
  work: Writer,
  settled: StatementKey & { readonly outcome: StatementOutcome },
): void {
  work.write(settle(settled), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

/** An array, not a list to join with: the planner would read the whole table for it while many are due. */
const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ statement_id: string }>`
    update accounts.statement set due_at = ${until}
     where bank_id = ${bankId} and statement_id = any(array(
       select statement_id from accounts.statement
        where bank_id = ${bankId} and due_at <= ${now}
          and statement_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked))
    returning statement_id`),
);

/** Leases statements that are due, the longest waiting first. */
export async function claimDueStatements(
  db: Autocommit,
  criteria: ClaimCriteria,
): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map(({ statement_id: statementId }) => statementId);
}

interface Postponement extends StatementKey {
  readonly until: Temporal.Instant;
}

/** Counts the null: with a plain condition, the planner may read the index of all statements that wait. */
const postpone = statement<Postponement>('write')(({ bankId, statementId, until }) =>
  rawQuery(sql`
    update accounts.statement set due_at = ${until}
     where bank_id = ${bankId} and statement_id = ${statementId} and num_nulls(due_at) = 0`),
);

/** Prolongs the lease of a statement that waits. */
export async function postponeStatement(db: Autocommit, postponement: Postponement): Promise<void> {
  await db.execute(postpone(postponement));
}

interface OldStatements {
  readonly bankId: string;
  readonly before: Temporal.PlainDate;
  readonly max: number;
}

const removeOld = statement<OldStatements>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ statement_id: string }>`
    delete from accounts.statement where bank_id = ${bankId} and statement_id = any(array(
      select statement_id from accounts.statement
       where bank_id = ${bankId} and period < ${before} order by period limit ${max} for update skip locked))
    returning statement_id`),
);

/** Deletes statements of old months; returns how many. */
export async function deleteOldStatements(work: Writer, criteria: OldStatements): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}

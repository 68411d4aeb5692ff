import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { rawQuery, tables } from './tables.ts';

interface RunKey {
  readonly bankId: string;
}

/** How far a bank is with the statements of a month. */
export interface StatementRun {
  readonly period: Temporal.PlainDate;
  /** The customer after whom the run goes on; empty before the first one. */
  readonly afterNumber: string;
}

interface RunStart extends RunKey {
  readonly period: Temporal.PlainDate;
  readonly now: Temporal.Instant;
}

const begin = statement<RunStart>('write')(({ bankId, now, period }) =>
  tables
    .insertInto('statement_run')
    .values({ bank_id: bankId, period, after_number: '', due_at: now })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Starts a bank with a month; does nothing where it has one. */
export async function beginRun(db: Autocommit, start: RunStart): Promise<void> {
  await db.execute(begin(start));
}

const find = statement<RunKey>()(({ bankId }) =>
  tables.selectFrom('statement_run').select(['period', 'after_number']).where('bank_id', '=', bankId),
);

export async function findRun(db: Reader, key: RunKey): Promise<StatementRun | undefined> {
  const row = await db.first(find(key));
  return row && { period: row.period, afterNumber: row.after_number };
}

interface RunLease extends RunKey {
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
}

const claim = statement<RunLease>('write')(({ bankId, now, until }) =>
  rawQuery(sql<{ period: Temporal.PlainDate; after_number: string }>`
    update accounts.statement_run set due_at = ${until} where bank_id = ${bankId} and due_at <= ${now}
    returning period, after_number`),
);

/** Leases the run of a bank; undefined while another worker has it, or while no month is due. */
export async function claimRun(db: Autocommit, lease: RunLease): Promise<StatementRun | undefined> {
  const row = await db.execute(claim(lease));
  return row && { period: row.period, afterNumber: row.after_number };
}

const lock = statement<RunKey>('lock')(({ bankId }) =>
  tables
    .selectFrom('statement_run')
    .select(['period', 'after_number'])
    .where('bank_id', '=', bankId)
    .forUpdate(),
);

export async function lockRun(work: Writer, key: RunKey): Promise<StatementRun | undefined> {
  const row = await work.lock(lock(key));
  return row && { period: row.period, afterNumber: row.after_number };
}

interface RunPosition extends RunKey, StatementRun {
  readonly dueAt: Temporal.Instant;
}

const move = statement<RunPosition>('write')(({ afterNumber, bankId, dueAt, period }) =>
  tables
    .updateTable('statement_run')
    .set({ period, after_number: afterNumber, due_at: dueAt })
    .where('bank_id', '=', bankId),
);

/** Saves how far a locked run is. */
export function moveRun(work: Writer, position: RunPosition): void {
  work.write(move(position), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const release = statement<RunKey & { readonly dueAt: Temporal.Instant }>('write')(({ bankId, dueAt }) =>
  tables.updateTable('statement_run').set({ due_at: dueAt }).where('bank_id', '=', bankId),
);

/** Gives a leased run back. */
export async function releaseRun(
  db: Autocommit,
  run: RunKey & { readonly dueAt: Temporal.Instant },
): Promise<void> {
  await db.execute(release(run));
}

const remove = statement<RunKey>('write')(({ bankId }) =>
  tables.deleteFrom('statement_run').where('bank_id', '=', bankId),
);

/** Forgets how far a bank was: one that begins again later makes no statements of the months between. */
export async function deleteRun(db: Autocommit, key: RunKey): Promise<void> {
  await db.execute(remove(key));
}

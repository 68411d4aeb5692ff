import type { Temporal } from 'temporal-polyfill';
import { type Database, setBank } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { isDatabaseDown } from '#platform/db/is-database-down.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from './context.ts';
import { errorNameOf } from './error-name.ts';

/** A scheduled job over rows, of which one that fails never stops the others. */
export interface RowWork {
  /**
   * Keys of rows that failed and whose next attempt is not due. Exclude them where rows are listed up to a limit, or
   * enough of them would fill every list; with `not in (select unnest(…))`, which is hashed, because they may be many.
   */
  waiting(): readonly string[];
  /**
   * Processes each row. One that fails is set aside, logged and counted in the health check; it is retried later, after
   * a longer wait each time. Returns how many were processed. Throws only if the database is unavailable.
   */
  forEach(listed: ListedKeys, process: (key: string) => Promise<unknown>): Promise<number>;
  /**
   * Records what became of rows that were processed all at once: those with an error are set aside, and the others are
   * not any more.
   */
  settle(keys: readonly string[], failures: ReadonlyMap<string, unknown>): Promise<void>;
}

/** Keys of rows to be processed. */
export interface ListedKeys {
  readonly keys: readonly string[];
  /** Whether there are no others, except those that wait: a list that reached its limit cannot know. */
  readonly areAll: boolean;
}

/** Why a valid row is `service-unavailable`: a dependency is busy. The row is not set aside. */
export const busyReason = 'busy';

const firstWaitMinutes = 5;
const waitMaxMinutes = 24 * 60;
/** Maximum number of rows shown to an operator. */
const listMax = 1_000;

const listAside = plainStatement<{ row_key: string; is_waiting: boolean }>(
  'select row_key, retry_at > $3 as is_waiting from platform.set_aside_row where bank_id = $1 and job = $2',
);
const setAside = plainStatement<{ attempts: number }>(
  `insert into platform.set_aside_row as s (bank_id, job, row_key, last_error, set_aside_at, failed_at, retry_at)
   values ($1, $2, $3, $4, $5, $5, $5::timestamptz + interval '${firstWaitMinutes} minutes')
   on conflict (bank_id, job, row_key) do update
      set attempts = s.attempts + 1, last_error = excluded.last_error, failed_at = excluded.failed_at,
          retry_at = excluded.failed_at + make_interval(
            mins => least(${waitMaxMinutes}, ${firstWaitMinutes} * 2 ^ least(s.attempts, 20))::int)
   returning attempts`,
  'write',
);
const clearDone = plainStatement(
  'delete from platform.set_aside_row where bank_id = $1 and job = $2 and row_key = any($3::text[])',
  'write',
);
// A row that was due for another attempt and is not among all rows is gone; rows that could not be processed now are
// left out.
const clearGone = plainStatement(
  `delete from platform.set_aside_row
    where bank_id = $1 and job = $2 and retry_at <= $3 and row_key not in (select unnest($4::text[]))`,
  'write',
);

/** Opens a scheduled job over rows of the bank of a context; `job` names it in the health check and in the log. */
export async function openRowWork(ctx: Context, job: string): Promise<RowWork> {
  const { bankId, clock, db } = ctx;
  const startedAt = clock.now();
  const rows = await db.rows(listAside([bankId, job, startedAt]));
  const left = new Set(rows.filter((row) => row.is_waiting).map(({ row_key: key }) => key));
  const tried = new Set(rows.filter((row) => !row.is_waiting).map(({ row_key: key }) => key));
  return {
    waiting: () => [...left],
    async forEach({ keys, areAll }, process) {
      const done: string[] = [];
      for (const key of keys) {
        if (left.has(key)) continue;
        if (await isProcessed(ctx, { job, key, process })) done.push(key);
        else left.add(key);
      }
      const clearing = [clearDone([bankId, job, done])];
      if (areAll) clearing.push(clearGone([bankId, job, startedAt, [...left]]));
      await ctx.database.flush([setBank([bankId]), ...clearing]);
      return done.length;
    },
    async settle(keys, failures) {
      for (const [key, error] of failures) await recordFailure(ctx, { job, key, error });
      const done = keys.filter((key) => tried.has(key) && !failures.has(key));
      if (done.length > 0) await ctx.database.flush([setBank([bankId]), clearDone([bankId, job, done])]);
    },
  };
}

interface OneRow {
  readonly job: string;
  readonly key: string;
  readonly process: (key: string) => Promise<unknown>;
}

async function isProcessed(ctx: Context, { job, key, process }: OneRow): Promise<boolean> {
  try {
    await process(key);
    return true;
    // The only place that handles the failure of a row, for all scheduled jobs.
  } catch (error) {
    await recordFailure(ctx, { job, key, error });
    return false;
  }
}

const clearRun = plainStatement(
  'delete from platform.set_aside_row where bank_id = $1 and job = $2',
  'write',
);

/**
 * Runs a scheduled job for the bank of a context. If it fails as a whole, that is recorded like a row that failed,
 * until a run succeeds, and the error is thrown: the job runner retries soon.
 */
export async function runForBank(ctx: Context, job: string, run: () => Promise<unknown>): Promise<void> {
  const { bankId, database } = ctx;
  const wholeRun = `${job}/bank`;
  try {
    await run();
    // Recorded for the operator; the job runner decides what to do about it.
  } catch (error) {
    await recordFailure(ctx, { job: wholeRun, key: bankId, error });
    throw error;
  }
  await database.flush([setBank([bankId]), clearRun([bankId, wholeRun])]);
}

/**
 * Sets a row aside. Rethrows an error that does not concern the row: the database is unavailable. Only the database
 * itself shows whether it is: a command also fails as unavailable if it is too slow or breaks its connection.
 */
async function recordFailure(
  ctx: Context,
  { job, key, error }: { readonly job: string; readonly key: string; readonly error: unknown },
): Promise<void> {
  const { bankId, clock, database, log } = ctx;
  const isUnavailable = error instanceof Problem && error.entry.kind === 'unavailable';
  if (isUnavailable && error.more.reason === busyReason) {
    log.warn({ jobKind: job, bankId, error }, 'row cannot be processed at present');
    return;
  }
  if ((isUnavailable || failureOf(error).kind === 'lost') && (await isDatabaseDown(database))) throw error;
  await database.flush([setBank([bankId]), setAside([bankId, job, key, errorNameOf(error), clock.now()])]);
  log.error({ jobKind: job, bankId, error }, 'row failed and was set aside');
}

/** A row that a scheduled job could not process. */
export interface SetAsideRow {
  readonly bankId: string;
  readonly job: string;
  readonly key: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly since: Temporal.Instant;
  readonly retryAt: Temporal.Instant;
}

interface ListedRow {
  readonly bank_id: string;
  readonly job: string;
  readonly row_key: string;
  readonly attempts: number;
  readonly last_error: string;
  readonly set_aside_at: Temporal.Instant;
  readonly retry_at: Temporal.Instant;
}

const list = plainStatement<ListedRow>(
  `select bank_id, job, row_key, attempts, last_error, set_aside_at, retry_at
     from platform.set_aside_row order by set_aside_at limit ${listMax}`,
);
const count = plainStatement<{ rows: number }>(
  'select count(*)::int as rows from (select from platform.set_aside_row limit 10000) as aside',
);
const retry = plainStatement<{ row_key: string }>(
  `update platform.set_aside_row set retry_at = $4 where bank_id = $1 and job = $2 and row_key = $3
   returning row_key`,
  'write',
);

/** Lists the set-aside rows of all banks, oldest first. */
export async function listSetAsideRows(worker: Database): Promise<readonly SetAsideRow[]> {
  return (await worker.query(list([]))).map((row) => ({
    bankId: row.bank_id,
    job: row.job,
    key: row.row_key,
    attempts: row.attempts,
    lastError: row.last_error,
    since: row.set_aside_at,
    retryAt: row.retry_at,
  }));
}

/** Counts the set-aside rows of all banks; stops at ten thousand. */
export async function countSetAsideRows(worker: Database): Promise<number> {
  return (await worker.query(count([])))[0]?.rows ?? 0;
}

/** Lets the next run of its job retry a row. Returns false if it was not set aside. */
export async function retrySetAsideRow(
  worker: Database,
  clock: Clock,
  row: Pick<SetAsideRow, 'bankId' | 'job' | 'key'>,
): Promise<boolean> {
  return (await worker.execute(retry([row.bankId, row.job, row.key, clock.now()]))).length > 0;
}

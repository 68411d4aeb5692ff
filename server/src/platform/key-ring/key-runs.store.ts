import type { Temporal } from 'temporal-polyfill';
import { type Database, setBank } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';

/** The commands that replace keys. */
export type KeyAction = 'reseal' | 'reindex';

/** A replacement of keys, running until it is finished. */
export interface KeyRun {
  readonly startedAt: Temporal.Instant;
  readonly activatesAt: Temporal.Instant;
  readonly finishedAt: Temporal.Instant | undefined;
}

interface RunRow {
  readonly started_at: Temporal.Instant;
  readonly activates_at: Temporal.Instant;
  readonly finished_at: Temporal.Instant | null;
}

const find = plainStatement<RunRow>(
  'select started_at, activates_at, finished_at from platform.key_run where bank_id = $1 and action = $2',
);

/** Returns the running or the last run. */
export async function findRun(
  database: Database,
  bankId: string,
  action: KeyAction,
): Promise<KeyRun | undefined> {
  const row = await database.forBank(bankId).first(find([bankId, action]));
  return (
    row && {
      startedAt: row.started_at,
      activatesAt: row.activates_at,
      finishedAt: row.finished_at ?? undefined,
    }
  );
}

const begin = plainStatement(
  `insert into platform.key_run (bank_id, action, started_at, activates_at) values ($1, $2, $3, $4)
   on conflict (bank_id, action) do update
     set started_at = excluded.started_at, activates_at = excluded.activates_at, finished_at = null`,
  'write',
);
const deleteWalks = plainStatement(
  'delete from platform.key_walk where bank_id = $1 and action = $2',
  'write',
);

/** Returns statements that start a run and replace the last one. */
export function beginRun(
  bankId: string,
  action: KeyAction,
  { activatesAt, startedAt }: Omit<KeyRun, 'finishedAt'>,
): readonly Statement[] {
  return [begin([bankId, action, startedAt, activatesAt]), deleteWalks([bankId, action])];
}

const finish = plainStatement(
  'update platform.key_run set finished_at = $3 where bank_id = $1 and action = $2',
  'write',
);

/** Returns a statement that ends a run. */
export function finishRun(bankId: string, action: KeyAction, now: Temporal.Instant): Statement {
  return finish([bankId, action, now]);
}

/** The progress of a run in one table. */
export interface Walk {
  readonly task: string;
  readonly position: readonly string[] | undefined;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly finishedAt: Temporal.Instant | undefined;
}

interface WalkRow {
  readonly task: string;
  readonly position: readonly string[] | null;
  readonly rows_done: bigint;
  readonly rows_total: bigint;
  readonly finished_at: Temporal.Instant | null;
}

const walks = plainStatement<WalkRow>(
  'select task, position, rows_done, rows_total, finished_at from platform.key_walk where bank_id = $1 and action = $2',
);

/** Returns the progress of a run, table by table. */
export async function listWalks(
  database: Database,
  bankId: string,
  action: KeyAction,
): Promise<readonly Walk[]> {
  const rows = await database.forBank(bankId).rows(walks([bankId, action]));
  return rows.map((row) => ({
    task: row.task,
    position: row.position ?? undefined,
    rowsDone: Number(row.rows_done),
    rowsTotal: Number(row.rows_total),
    finishedAt: row.finished_at ?? undefined,
  }));
}

const save = plainStatement(
  `insert into platform.key_walk (bank_id, action, task, position, rows_done, rows_total, finished_at)
   values ($1, $2, $3, $4::text[], $5, $6, $7)
   on conflict (bank_id, action, task) do update
     set position = excluded.position, rows_done = excluded.rows_done, rows_total = excluded.rows_total,
         finished_at = excluded.finished_at`,
  'write',
);

/** Saves the progress of a run, so that it can resume after a crash. */
export async function saveWalk(
  database: Database,
  bankId: string,
  action: KeyAction,
  walk: Walk,
): Promise<void> {
  const { finishedAt, position, rowsDone, rowsTotal, task } = walk;
  await database.flush([
    setBank([bankId]),
    save([bankId, action, task, position ?? null, rowsDone, rowsTotal, finishedAt ?? null]),
  ]);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { maintainPartitions, PartitionWorkPostponed } from '../../server/src/platform/work/partitions.ts';
import { sampleLockWaits, waitsForTables } from '../harness/lock-waits.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import { dropAllPartitions, rowsInDefaultPartitions } from './partition-tables.ts';
import { writeCommands } from './write-commands.ts';

/** Seconds for which pg_dump holds its locks, for each kind of partition work. */
const heldSeconds: Readonly<Record<Scale, number>> = { ci: 3, night: 60, full: 60 };
const writers = 4;
const writerPauseMs = 2;
/** The worker waits longer after each failure; the run retries often, so that commands meet the work. */
const retryMs = 200;
const waitGoalMs = 500;
const waitGuardMs = 2_000;
/** More rows than fit into the pipe from pg_dump while the run does not read it. */
const paddingRows = 2_000;

/** Partition work that is due during the backup. */
const dueWork = {
  /** Drops an outbox partition with published events, which needs a lock that conflicts with commands. */
  drop: (database: TestDatabase) =>
    database.query(`select platform.create_partition('outbox_event', '2020-01-01', '2020-01-02')`),
  /** Removes today's partitions: commands write to the default partitions, and the worker must move the rows. */
  move: dropAllPartitions,
} as const satisfies Readonly<Record<string, (database: TestDatabase) => Promise<unknown>>>;

interface Observed {
  commands: number;
  failed: number;
  longestCommandMs: number;
  longestLockWaitMs: number;
  attempts: number;
  postponed: number;
}

/** Keeps a real pg_dump open while partition work is due, then finishes it; measures the waits of commands. */
export async function tortureBackup(scale: Scale): Promise<readonly Figure[]> {
  const kinds = ['drop', 'move'] as const;
  const found: { kind: string; observed: Observed; rowsLeft: number }[] = [];
  const show = progress('backups', kinds.length);
  for (const kind of kinds) {
    await using database = await createTestDatabase({ isDurable: true });
    await dueWork[kind](database);
    const observed = await observe(database, heldSeconds[scale]);
    found.push({ kind, observed, rowsLeft: await rowsInDefaultPartitions(database) });
    show(found.length);
  }
  console.log(
    `\n${table(
      ['pg_dump held', 'seconds', 'commands', 'failed', 'tries', 'postponed', 'longest command', 'lock wait'],
      found.map(({ kind, observed: seen }) => [
        `${kind} due`,
        heldSeconds[scale],
        seen.commands,
        seen.failed,
        seen.attempts,
        seen.postponed,
        `${Math.round(seen.longestCommandMs)} ms`,
        `${Math.round(seen.longestLockWaitMs)} ms`,
      ]),
    )}\n`,
  );
  return found.flatMap(({ kind, observed, rowsLeft }) => figures(kind, observed, rowsLeft));
}

async function observe(database: TestDatabase, seconds: number): Promise<Observed> {
  const observed: Observed = {
    commands: 0,
    failed: 0,
    longestCommandMs: 0,
    longestLockWaitMs: 0,
    attempts: 0,
    postponed: 0,
  };
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 1 });
  let isOver = false;
  const backup = await holdBackup(database);
  const load = Promise.all([
    ...Array.from({ length: writers }, (_, nth) =>
      writeCommands(database, {
        writer: `writer-${nth}`,
        pauseMs: writerPauseMs,
        isOver: () => isOver,
        count: ({ isFailed, ms }) => {
          observed.commands += 1;
          if (isFailed) observed.failed += 1;
          observed.longestCommandMs = Math.max(observed.longestCommandMs, ms);
        },
      }),
    ),
    sampleLockWaits(database, {
      condition: waitsForTables,
      isOver: () => isOver,
      onSample: (waitedMs) => {
        observed.longestLockWaitMs = Math.max(observed.longestLockWaitMs, waitedMs);
      },
    }),
  ]);
  await tryPartitionWork(worker, observed, performance.now() + seconds * 1_000);
  await backup.finish();
  // Without the backup the work succeeds, under load too; on a busy machine the first statements may time out.
  await until(
    async () => (await maintainPartitions(worker, systemClock)) === 0,
    'partition work after the backup',
  );
  isOver = true;
  await load;
  return observed;
}

interface Backup {
  /** Reads the rest of the dump; throws when pg_dump failed. */
  finish(): Promise<void>;
}

/** Starts pg_dump and does not read its output, so that it blocks and keeps its locks. */
async function holdBackup(database: TestDatabase): Promise<Backup> {
  await database.query(
    `create table public.padding as
       select repeat(md5(n::text), 100) as text from generate_series(1, ${paddingRows}) as n`,
  );
  const child: ChildProcess = spawn('pg_dump', [database.ownerUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const holdsLocks = async (): Promise<boolean> => (await backupLocks(database)) > 0;
  await Promise.race([
    until(holdsLocks, 'the locks of pg_dump'),
    ended.then((code) => Promise.reject(new Error(`pg_dump ended: ${code}`))),
  ]);
  return {
    async finish() {
      if ((await backupLocks(database)) === 0)
        throw new Error('pg_dump did not hold its locks until the end');
      child.stdout?.resume();
      const code = await ended;
      if (code !== 0) throw new Error(`pg_dump failed: ${code}`);
    },
  };
}

/** Counts the locks of the backup that block partition work. */
async function backupLocks(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and a.application_name = 'pg_dump' and l.granted
        and l.relation in ('platform.outbox_event'::regclass, 'platform.outbox_event_default'::regclass)`,
  );
  return row?.count ?? 0;
}

async function tryPartitionWork(
  worker: Parameters<typeof maintainPartitions>[0],
  observed: Observed,
  endsAt: number,
): Promise<void> {
  while (performance.now() < endsAt) {
    observed.attempts += 1;
    try {
      await maintainPartitions(worker, systemClock);
    } catch (error) {
      if (!(error instanceof PartitionWorkPostponed)) throw error;
      observed.postponed += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function figures(kind: string, observed: Observed, rowsLeft: number): readonly Figure[] {
  const { attempts, commands, failed, longestCommandMs, longestLockWaitMs, postponed } = observed;
  return [
    {
      name: `pg_dump held, ${kind} due: longest wait of a command for a table's lock`,
      figure: `${Math.round(longestLockWaitMs)} ms over ${postponed} postponed of ${attempts} tries; longest command ${Math.round(longestCommandMs)} ms`,
      goal: `${waitGoalMs} ms`,
      isReached: longestLockWaitMs <= waitGoalMs && postponed > 0,
      holdsGuard: longestLockWaitMs <= waitGuardMs && postponed > 0,
    },
    {
      name: `pg_dump held, ${kind} due: failed commands; rows left in default partitions afterwards`,
      figure: `${failed} of ${commands}; ${rowsLeft}`,
      goal: '0; 0',
      isReached: failed === 0 && rowsLeft === 0,
    },
  ];
}

import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#platform/log/logger.ts';
import { type Loop, startLoop } from './loop.ts';

export interface DeadWorkerMonitor {
  /** Given to the job runner, which announces its pools here. */
  readonly events: WorkerEvents;
  stop(): Promise<void>;
}

export interface CrashWatchOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Told when nobody can see any longer that this worker is alive; then its jobs are no longer its own. */
  readonly onLost: () => void;
}

/** The connection that shows that a runner lives. */
interface Presence {
  readonly poolId: string;
  end(): void;
}

const lookEveryMs = 1_000;
/** A pool announces itself a moment after its first job; younger locks are left alone. */
const graceSeconds = 3;

/**
 * The job runner gives a dead worker's jobs back after four hours. We notice at once: each worker holds an advisory
 * lock named after its pool for as long as its connection lives, and whoever finds jobs of a pool whose lock is free
 * sets them free. The lock needs no clock and no heartbeat; the database knows when a connection is gone.
 */
export function createDeadWorkerMonitor({ pool, log, onLost }: CrashWatchOptions): DeadWorkerMonitor {
  const events: WorkerEvents = new EventEmitter();
  let presence: Presence | undefined;
  let poolId: string | undefined;

  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });

  const show = async (): Promise<void> => {
    if (poolId === undefined || presence?.poolId === poolId) return;
    presence?.end();
    presence = undefined;
    const shown = await showPresence(pool, poolId, () => {
      if (presence === shown) presence = undefined;
      onLost();
    });
    presence = shown;
  };

  const loop: Loop = startLoop({
    name: 'crash-watch',
    idleMs: lookEveryMs,
    log,
    step: async () => {
      await show();
      const pools = await releaseDeadWorkers(pool, poolId ?? '');
      if (pools > 0) log.warn({ count: pools }, 'jobs of a worker that is gone were set free');
      return 0;
    },
  });

  return {
    events,
    async stop() {
      await loop.stop();
      presence?.end();
    },
  };
}

/** Takes the lock and keeps it until it is ended, or the connection is. */
async function showPresence(pool: pg.Pool, poolId: string, onLost: () => void): Promise<Presence> {
  const client = await pool.connect();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    client.release(true);
  };
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [poolId]);
  } catch (error) {
    end();
    throw error;
  }
  client.once('error', () => {
    if (isOver) return;
    end();
    onLost();
  });
  return { poolId, end };
}

async function releaseDeadWorkers(pool: pg.Pool, poolId: string): Promise<number> {
  const { rows } = await pool.query<{ pools: number }>(
    `with holders as (
       select distinct locked_by from graphile_worker._private_jobs
        where locked_by is not null and locked_by <> $1 and locked_at < now() - make_interval(secs => $2)),
     dead as (
       select array_agg(locked_by) as ids from holders
        where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)))
     select cardinality(ids) as pools from dead, graphile_worker.force_unlock_workers(ids) where ids is not null`,
    [poolId, graceSeconds],
  );
  return rows[0]?.pools ?? 0;
}

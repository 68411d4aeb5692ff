import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#platform/log/logger.ts';
import { type Loop, startLoop } from './loop.ts';

export interface DeadWorkerMonitor {
  /** Passed to the job runner, which announces its pools here. */
  readonly events: WorkerEvents;
  stop(): Promise<void>;
}

export interface DeadWorkerMonitorOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Called when other workers can no longer see that this worker is alive; its jobs are then released to them. */
  readonly onLost: () => void;
}

/** The connection whose lock shows that a runner is alive. */
interface Presence {
  readonly poolId: string;
  end(): void;
}

const lookEveryMs = 1_000;
/** A pool announces itself shortly after its first job; younger locks are ignored. */
const graceSeconds = 3;

/**
 * The job runner releases a dead worker's jobs after four hours. This detects it at once: each worker has an advisory
 * lock named after its pool for as long as its connection is open, and any worker that finds jobs of a pool without a
 * lock releases them. The lock needs no clock and no heartbeat; the database knows when a connection is closed.
 */
export function createDeadWorkerMonitor({ pool, log, onLost }: DeadWorkerMonitorOptions): DeadWorkerMonitor {
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
      if (pools > 0) log.warn({ count: pools }, 'released jobs of dead worker');
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

/** Acquires the lock until `end` is called or the connection is closed. */
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

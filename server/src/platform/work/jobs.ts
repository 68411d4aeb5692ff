import { Logger as JobLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Log } from '#platform/log/logger.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import { createDeadWorkerMonitor } from './dead-worker-monitor.ts';
import type { EventProcessor, ProcessorJob } from './event-processor.ts';
import { PatientPool } from './patient-pool.ts';
import { renameQueuedJobs } from './renamed-jobs.ts';

/** Scheduled work. Run by one worker at a time; must be harmless when run twice. */
export interface CronJob {
  /** Kebab-case, stable. */
  readonly name: string;
  /** Five fields, UTC. */
  readonly cron: string;
  run(): Promise<void>;
}

export interface JobsOptions {
  readonly workerUrl: string;
  readonly concurrency: number;
  readonly eventProcessor: EventProcessor;
  readonly crons: readonly CronJob[];
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Jobs {
  /** Waits for running jobs. */
  stop(): Promise<void>;
}

const pollIntervalMs = 1_000;
/** Connections beside one per running job: the listener, the dead-worker monitor and one spare. */
const extraConnections = 3;
const startAgainMs = 500;
/** Maximum wait for a runner that lost the database when the worker stops. */
const stopMaxMs = 5_000;

/**
 * Starts the job runner. Event handlers and crons are the only jobs; anything else starts as an event.
 *
 * When a connection is lost, it is unknown which jobs the runner was just receiving. So another runner under a new name
 * replaces it, and the jobs the old one still has locked are released like those of a dead worker.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { concurrency, log, workerUrl } = options;
  let isStopped = false;
  let renewal: Promise<void> | undefined;
  const onLost = (): void => {
    if (isStopped) return;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
  };
  const pool = new PatientPool({
    url: workerUrl,
    connectionsMax: concurrency + extraConnections,
    applicationName: 'portico-jobs',
    onLost,
  });
  const deadWorkerMonitor = createDeadWorkerMonitor({ pool, log, onLost });
  const start = (): Promise<Runner> => startRunner(pool, deadWorkerMonitor.events, options);
  let runner = await start();
  await renameQueuedJobs(pool);

  const renew = async (): Promise<void> => {
    log.warn({ jobKind: 'job-runner' }, 'database connection lost, starting another job runner');
    while (!isStopped) {
      try {
        const old = runner;
        runner = await start();
        // It only releases what it can; whether it succeeds does not matter.
        void old.stop().catch(() => undefined);
        return;
        // The database is unavailable once more.
      } catch {
        await new Promise((resolve) => setTimeout(resolve, startAgainMs).unref());
      }
    }
  };

  return {
    async stop() {
      isStopped = true;
      await inTime(Promise.resolve(renewal).then(() => runner.stop()));
      await inTime(deadWorkerMonitor.stop());
      await inTime(pool.end());
    },
  };
}

function startRunner(pool: PatientPool, events: WorkerEvents, options: JobsOptions): Promise<Runner> {
  const { concurrency, crons, log, metrics, eventProcessor: processor } = options;
  const timed = measured(metrics);
  return run({
    pgPool: pool,
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    logger: quietLogger(log),
    events,
    crontab: crons.map(({ name, cron }) => `${cron} ${name} ?jobKey=${name}&max=3`).join('\n'),
    taskList: {
      'process-events': (payload) => timed('process-events', () => processor.run(jobOf(payload))),
      ...Object.fromEntries(crons.map((cron) => [cron.name, () => timed(cron.name, () => cron.run())])),
    },
  });
}

/** Without its database a runner cannot stop properly, and need not. */
async function inTime(stopping: Promise<unknown>): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopMaxMs);
  try {
    await Promise.race([stopping, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

function measured(metrics: Metrics): (kind: string, work: () => Promise<void>) => Promise<void> {
  return async (kind, work) => {
    const startedAt = performance.now();
    let outcome: 'done' | 'retried' = 'retried';
    try {
      await work();
      outcome = 'done';
    } finally {
      metrics.job({ kind, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    }
  };
}

/** Written by the relay; a payload of another shape is an internal error. */
function jobOf(payload: unknown): ProcessorJob {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only the relay writes these jobs
  return payload as ProcessorJob;
}

/** Logs only the runner's errors and warnings. */
function quietLogger(log: Log): JobLogger {
  return new JobLogger(() => (level, _message) => {
    if (level === 'error') log.error({ jobKind: 'job-runner' }, 'job runner error');
    else if (level === 'warning') log.warn({ jobKind: 'job-runner' }, 'job runner warning');
  });
}

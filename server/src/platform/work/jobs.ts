import { Logger as JobLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Log } from '#platform/log/logger.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import { createDeadWorkerMonitor } from './dead-worker-monitor.ts';
import type { EventProcessor, ReactorJob } from './event-processor.ts';
import { PatientPool } from './patient-pool.ts';

/** Work that a clock starts. Run by one worker at a time; must be harmless when run twice. */
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
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

const pollIntervalMs = 1_000;
/** Connections beside one per running job: the listener, the crash watch and one to spare. */
const extraConnections = 3;
const startAgainMs = 500;
/** A runner that lost the database is not waited for any longer than this when the worker stops. */
const stopMaxMs = 5_000;

/**
 * Starts the job runner. Reactions and crons are all the jobs there are; anything else begins as an event.
 *
 * When a connection is lost, nobody knows which jobs the runner was just being given. So another runner takes its
 * place under a new name, and what the old one still has locked is set free like that of a dead worker.
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
  const crashWatch = createDeadWorkerMonitor({ pool, log, onLost });
  const start = (): Promise<Runner> => startRunner(pool, crashWatch.events, options);
  let runner = await start();

  const renew = async (): Promise<void> => {
    log.warn({ jobKind: 'job-runner' }, 'the database was lost; another runner takes over');
    while (!isStopped) {
      try {
        const old = runner;
        runner = await start();
        // It has nothing to do but to give back what it can; whether it can does not matter.
        void old.stop().catch(() => undefined);
        return;
        // The database went away once more.
      } catch {
        await new Promise((resolve) => setTimeout(resolve, startAgainMs).unref());
      }
    }
  };

  return {
    async stop() {
      isStopped = true;
      await inTime(Promise.resolve(renewal).then(() => runner.stop()));
      await inTime(crashWatch.stop());
      await inTime(pool.end());
    },
  };
}

function startRunner(pool: PatientPool, events: WorkerEvents, options: JobsOptions): Promise<Runner> {
  const { concurrency, crons, log, metrics, eventProcessor: reactor } = options;
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
      react: (payload) => timed('react', () => reactor.run(jobOf(payload))),
      ...Object.fromEntries(crons.map((cron) => [cron.name, () => timed(cron.name, () => cron.run())])),
    },
  });
}

/** Without its database a runner cannot stop in good order, and there is no need to. */
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

/** Written by the relay; a payload of another shape is a bug. */
function jobOf(payload: unknown): ReactorJob {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the relay is the only one who writes these jobs
  return payload as ReactorJob;
}

/** The runner's own lines are only of interest when something is wrong. */
function quietLogger(log: Log): JobLogger {
  return new JobLogger(() => (level, _message) => {
    if (level === 'error') log.error({ jobKind: 'job-runner' }, 'the job runner reports an error');
    else if (level === 'warning') log.warn({ jobKind: 'job-runner' }, 'the job runner reports a warning');
  });
}

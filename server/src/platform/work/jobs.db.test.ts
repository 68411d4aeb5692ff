import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMetrics } from '#platform/log/metrics.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createWorkHarness, type WorkHarness } from '#platform/testing/work-harness.ts';
import { type CronJob, type Jobs, startJobs } from './jobs.ts';
import { PatientPool } from './patient-pool.ts';
import { renameQueuedJobs } from './renamed-jobs.ts';

/** Dead workers are detected once their locks are three seconds old. */
const patience = { timeout: 15_000, interval: 50 };

let harness: WorkHarness;
const done: string[] = [];
let beforeEnd: (aggregateId: string) => Promise<void> = async () => undefined;

beforeAll(async () => {
  harness = await createWorkHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

function start(crons: readonly CronJob[] = []): Promise<Jobs> {
  return startJobs({
    workerUrl: harness.database.workerUrl,
    concurrency: 3,
    eventProcessor: {
      async run({ aggregateId }) {
        await beforeEnd(aggregateId);
        done.push(aggregateId);
      },
    },
    crons,
    log: harness.log,
    metrics: createMetrics({ operationIds: [], jobKinds: ['process-events'], bankIds: ['01'] }),
  });
}

async function addJob(aggregateId: string): Promise<void> {
  await harness.database.query(
    `select graphile_worker.add_job('process-events', json_build_object('aggregateId', $1::text), queue_name := 'q')`,
    [aggregateId],
  );
}

/** Closes all connections, as a restart of the database does. */
async function cutConnections(): Promise<number> {
  const cut = await harness.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portico-jobs' and datname = current_database()`,
  );
  return cut.length;
}

async function isIdle(): Promise<boolean> {
  return (await harness.database.query('select 1 from graphile_worker._private_jobs')).length === 0;
}

test('a job that was running when every connection was closed is finished, and the next ones are run', async () => {
  const jobs = await start();
  const { promise: cut, resolve: goOn } = Promise.withResolvers<void>();
  beforeEnd = (aggregateId) => (aggregateId === 'interrupted' ? cut : Promise.resolve());
  await addJob('interrupted');
  await vi.waitUntil(
    async () =>
      (
        await harness.database.query(
          'select 1 from graphile_worker._private_jobs where locked_at is not null',
        )
      ).length > 0,
    patience,
  );
  expect(await cutConnections()).toBeGreaterThan(0);
  goOn();
  await addJob('afterwards');
  await vi.waitUntil(isIdle, patience);
  expect(new Set(done)).toEqual(new Set(['interrupted', 'afterwards']));
  await jobs.stop();
});

test('the jobs of a dead worker are run by the others', async () => {
  await addJob('orphaned');
  await harness.database.query(
    `with job as (update graphile_worker._private_jobs
                     set locked_by = 'pool-gone', locked_at = now() - interval '10 seconds' returning job_queue_id)
     update graphile_worker._private_job_queues q
        set locked_by = 'pool-gone', locked_at = now() - interval '10 seconds' from job where q.id = job_queue_id`,
  );
  const jobs = await start();
  await vi.waitUntil(isIdle, patience);
  expect(done).toContain('orphaned');
  await jobs.stop();
});

test('jobs that an earlier version queued under other names are run', async () => {
  const ran = vi.fn<() => Promise<void>>(async () => undefined);
  await harness.database.query(
    `select graphile_worker.add_job('react', json_build_object('aggregateId', 'queued-before')),
            graphile_worker.add_job('tidy-identity', job_key := 'tidy-identity'),
            graphile_worker.add_job('forget-answers', job_key := 'forget-answers')`,
  );
  const names = ['clean-up-identity', 'delete-idempotency-records'];
  const jobs = await start(names.map((name) => ({ name, cron: '0 0 1 1 *', run: ran })));
  await vi.waitUntil(isIdle, patience);
  expect(done).toContain('queued-before');
  expect(ran).toHaveBeenCalledTimes(2);
  await jobs.stop();
});

test('queued jobs are renamed before the runner has inserted its own names', async () => {
  await using fresh = await createTestDatabase({ isDurable: true });
  await fresh.query(`select graphile_worker.add_job('react', json_build_object('aggregateId', 'first'))`);
  const pool = new PatientPool({
    url: fresh.workerUrl,
    connectionsMax: 1,
    applicationName: 'test',
    onLost: () => undefined,
  });
  await renameQueuedJobs(pool);
  await pool.end();
  expect(await fresh.query('select task_identifier from graphile_worker.jobs')).toEqual([
    { task_identifier: 'process-events' },
  ]);
});

test('renaming waits for a connection as long as the running jobs have them all', async () => {
  await using fresh = await createTestDatabase({ isDurable: true });
  await fresh.query(`select graphile_worker.add_job('react', json_build_object('aggregateId', 'first'))`);
  const pool = new PatientPool({
    url: fresh.workerUrl,
    connectionsMax: 1,
    applicationName: 'test',
    onLost: () => undefined,
  });
  const job = await pool.connect();
  let isRenamed = false;
  const renaming = renameQueuedJobs(pool).then(() => (isRenamed = true));
  // Longer than acquiring a connection may take in one attempt.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(isRenamed).toBe(false);
  job.release();
  await renaming;
  await pool.end();
  expect(await fresh.query('select task_identifier from graphile_worker.jobs')).toEqual([
    { task_identifier: 'process-events' },
  ]);
});

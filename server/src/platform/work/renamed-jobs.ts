import type { PatientPool } from './patient-pool.ts';

/** Names that jobs had in earlier versions, with the present ones. */
const renamedJobs: Readonly<Record<string, string>> = {
  react: 'process-events',
  'forget-answers': 'delete-idempotency-records',
  'forget-codes': 'purge-codes',
  'forget-expired': 'purge-expired',
  'forget-reactions': 'delete-inbox-rows',
  'forget-strangers': 'purge-unknown-users',
  'keep-maintenance-times': 'apply-maintenance-schedule',
  'take-due-changes': 'apply-due-changes',
  'tidy-authorization': 'clean-up-authorization',
  'tidy-correspondence': 'clean-up-correspondence',
  'tidy-identity': 'clean-up-identity',
  'tidy-parties': 'clean-up-parties',
};

/**
 * Renames jobs that an earlier version queued: no worker of this version would run them. The tables of the runner must
 * exist. A job that is queued under both names runs twice, which is safe.
 */
export async function renameQueuedJobs(pool: Pick<PatientPool, 'connect'>): Promise<void> {
  // The jobs that already run may have every connection of the pool, and only this way of acquiring one waits for them.
  const client = await pool.connect();
  try {
    // The runner inserts its names some time after its start, on a connection of its own.
    await client.query(
      `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
      [Object.values(renamedJobs)],
    );
    await client.query(
      `update graphile_worker._private_jobs j set task_id = new.id
         from unnest($1::text[], $2::text[]) as renamed (old_name, new_name)
         join graphile_worker._private_tasks old on old.identifier = renamed.old_name
         join graphile_worker._private_tasks new on new.identifier = renamed.new_name
        where j.task_id = old.id`,
      [Object.keys(renamedJobs), Object.values(renamedJobs)],
    );
  } finally {
    client.release();
  }
}

/** Named queues serialize the jobs of one aggregate; their number is bounded because each is a row. */
const handlerQueues = 32;

/**
 * Wakes the event processor for every aggregate in `source`, a CTE with bank_id, consumer, aggregate_kind and
 * aggregate_id. Returns further CTEs, the last of them `woken`, with one row per job.
 *
 * A job that a worker locks while it is being renewed would be neither renewed nor inserted again, and its aggregate
 * would wait until its next event. So the jobs concerned are locked first, until the commit.
 */
export function wakingCtes(source: string): string {
  return `aggregates as materialized (
    select distinct bank_id, consumer, aggregate_kind, aggregate_id,
           concat_ws(':', bank_id, consumer, aggregate_kind, aggregate_id) as job_key
      from ${source}),
  locked as materialized (
    select j.id from graphile_worker._private_jobs j
     where j.key in (select job_key from aggregates) order by j.id for update of j),
  woken as materialized (
    select graphile_worker.add_job(
             'process-events',
             json_build_object('bankId', bank_id, 'consumer', consumer,
                               'aggregateKind', aggregate_kind, 'aggregateId', aggregate_id),
             queue_name := 'inbox-' || abs(hashtext(bank_id || consumer || aggregate_id)) % ${handlerQueues},
             job_key := job_key) as job
      from (select count(*) from locked) as all_locked, aggregates)`;
}

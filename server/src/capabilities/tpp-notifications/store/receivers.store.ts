import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface ReceiverKey {
  readonly bankId: string;
  readonly organisationId: string;
}

const upsertFailures = statement<
  ReceiverKey & {
    readonly failures: number;
    readonly failuresMin: number;
    readonly now: Temporal.Instant;
    readonly pausedUntil: Temporal.Instant;
  }
>('write')(({ bankId, failures, failuresMin, now, organisationId, pausedUntil }) =>
  rawQuery(sql<{ failures: number }>`
    insert into tpp_notifications.receiver as r (bank_id, organisation_id, failures, paused_until)
    values (${bankId}, ${organisationId}, ${failures},
            case when ${failures} >= ${failuresMin} then ${pausedUntil}::timestamptz else ${now}::timestamptz end)
    on conflict (bank_id, organisation_id) do update
       set failures = least(r.failures + excluded.failures, 1000),
           paused_until = case when r.failures + excluded.failures >= ${failuresMin} then ${pausedUntil}::timestamptz
                               else r.paused_until end
    returning r.failures`),
);

/** Counts failures in a row, and pauses the receiver from a number of them on. */
export async function countFailures(
  db: Autocommit,
  counted: ReceiverKey & {
    readonly failures: number;
    readonly failuresMin: number;
    readonly now: Temporal.Instant;
    readonly pausedUntil: Temporal.Instant;
  },
): Promise<void> {
  await db.execute(upsertFailures(counted));
}

const upsertPause = statement<ReceiverKey & { readonly pausedUntil: Temporal.Instant }>('write')(
  ({ bankId, organisationId, pausedUntil }) =>
    rawQuery(sql<{ failures: number }>`
      insert into tpp_notifications.receiver as r (bank_id, organisation_id, failures, paused_until)
      values (${bankId}, ${organisationId}, 0, ${pausedUntil})
      on conflict (bank_id, organisation_id) do update set paused_until = ${pausedUntil}
      returning r.failures`),
);

/** Sends nothing to a receiver for a while. */
export async function pauseReceiver(
  db: Autocommit,
  pause: ReceiverKey & { readonly pausedUntil: Temporal.Instant },
): Promise<void> {
  await db.execute(upsertPause(pause));
}

const remove = statement<ReceiverKey>('write')(({ bankId, organisationId }) =>
  rawQuery(sql<{ failures: number }>`
    delete from tpp_notifications.receiver
     where bank_id = ${bankId} and organisation_id = ${organisationId} returning failures`),
);

/** Forgets the failures of a receiver: it has taken a message. */
export async function deleteFailures(db: Autocommit, key: ReceiverKey): Promise<void> {
  await db.execute(remove(key));
}

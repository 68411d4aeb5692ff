import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ResourceRef, StatusChange } from '../domain/notification.ts';
import { rawQuery } from './tables.ts';

interface ChangeRow {
  readonly bankId: string;
  readonly kind: string;
  readonly resourceId: string;
  readonly statusKind: string;
  readonly status: string;
  readonly authorisationId: string | null;
  readonly isOfCancellation: boolean;
  readonly isLast: boolean;
  readonly now: Temporal.Instant;
}

const insert = statement<ChangeRow>('write')(
  ({ authorisationId, bankId, isLast, isOfCancellation, kind, now, resourceId, status, statusKind }) =>
    rawQuery(sql`
      insert into tpp_notifications.notification
        (bank_id, resource_kind, resource_id, organisation_id, status_kind, status, authorisation_id,
         is_of_cancellation, is_replaceable, state, attempts, due_at, created_at)
      select bank_id, resource_kind, resource_id, organisation_id, ${statusKind}, ${status},
             ${authorisationId}::uuid, ${isOfCancellation},
             ${statusKind} <> 'scaStatus' and not 'PROCESS' = any(contents), 'waiting', 0, ${now}, ${now}
        from tpp_notifications.subscription
       where bank_id = ${bankId} and resource_kind = ${kind} and resource_id = ${resourceId}
         and case when ${statusKind} = 'scaStatus' then 'SCA' = any(contents)
                  else 'PROCESS' = any(contents) or ('LAST' = any(contents) and ${isLast}) end`),
);

/** Records a change for the third party, if it wants it. */
export function insertChange(
  work: Writer,
  {
    bankId,
    change,
    now,
    resource,
  }: {
    readonly bankId: string;
    readonly resource: ResourceRef;
    readonly change: StatusChange;
    readonly now: Temporal.Instant;
  },
): void {
  const { kind: statusKind, status } = change;
  const isOfAuthorisation = change.kind === 'scaStatus';
  work.write(
    insert({
      bankId,
      kind: resource.kind,
      resourceId: resource.id,
      statusKind,
      status,
      authorisationId: isOfAuthorisation ? change.authorisationId : null,
      isOfCancellation: isOfAuthorisation && change.isOfCancellation,
      isLast: !isOfAuthorisation && change.isLast,
      now,
    }),
  );
}

interface DeadCriteria {
  readonly bankId: string;
  /** The last of the page before. */
  readonly after: { readonly endedAt: Temporal.Instant; readonly notificationId: string } | undefined;
  readonly listMax: number;
}

const dead = statement<{
  readonly bankId: string;
  readonly endedAt: Temporal.Instant;
  readonly notificationId: string;
  readonly listMax: number;
}>()(({ bankId, endedAt, listMax, notificationId }) =>
  rawQuery(sql<{
    notification_id: string;
    organisation_id: string;
    resource_kind: string;
    resource_id: string;
    status: string;
    attempts: number;
    failure: string | null;
    ended_at: Temporal.Instant;
  }>`
    select notification_id, organisation_id, resource_kind, resource_id, status, attempts, failure, ended_at
      from tpp_notifications.notification
     where bank_id = ${bankId} and state = 'dead' and ended_at is not null and (ended_at, notification_id) > (${endedAt}, ${notificationId}::uuid)
     order by ended_at, notification_id limit ${listMax}`),
);

/** A message that was given up. */
export interface DeadNotification {
  readonly notificationId: string;
  readonly organisationId: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly status: string;
  readonly attempts: number;
  readonly failure: string;
  readonly endedAt: Temporal.Instant;
}

export async function listDead(
  db: Reader,
  { after, bankId, listMax, start }: DeadCriteria & { readonly start: Temporal.Instant },
): Promise<readonly DeadNotification[]> {
  const { endedAt = start, notificationId = '00000000-0000-0000-0000-000000000000' } = after ?? {};
  const rows = await db.rows(dead({ bankId, endedAt, notificationId, listMax }));
  return rows.map((row) => ({
    notificationId: row.notification_id,
    organisationId: row.organisation_id,
    resourceKind: row.resource_kind,
    resourceId: row.resource_id,
    status: row.status,
    attempts: row.attempts,
    failure: row.failure ?? '',
    endedAt: row.ended_at,
  }));
}

interface Revival {
  readonly bankId: string;
  readonly now: Temporal.Instant;
}

interface RevivalOfMany extends Revival {
  readonly max: number;
}

// Rows are found first and changed by their keys: with old statistics the planner would join the whole table.
const reviveOne = statement<Revival & { readonly notificationId: string }>('write')(
  ({ bankId, notificationId, now }) =>
    rawQuery(sql<{ notification_id: string }>`
    update tpp_notifications.notification
       set state = 'waiting', attempts = 0, due_at = ${now}, ended_at = null, failure = null
     where bank_id = ${bankId} and notification_id = ${notificationId} and state = 'dead'
    returning notification_id`),
);

const reviveAll = statement<RevivalOfMany>('write')(({ bankId, max, now }) =>
  rawQuery(sql<{ notification_id: string }>`
    update tpp_notifications.notification
       set state = 'waiting', attempts = 0, due_at = ${now}, ended_at = null, failure = null
     where bank_id = ${bankId} and notification_id = any(array(
       select notification_id from tpp_notifications.notification
        where bank_id = ${bankId} and state = 'dead'
        order by ended_at, notification_id limit ${max} for update skip locked))
    returning notification_id`),
);

const reviveOf = statement<RevivalOfMany & { readonly organisationId: string }>('write')(
  ({ bankId, max, now, organisationId }) =>
    rawQuery(sql<{ notification_id: string }>`
    update tpp_notifications.notification
       set state = 'waiting', attempts = 0, due_at = ${now}, ended_at = null, failure = null
     where bank_id = ${bankId} and notification_id = any(array(
       select notification_id from tpp_notifications.notification
        where bank_id = ${bankId} and organisation_id = ${organisationId} and state = 'dead'
        order by ended_at limit ${max} for update skip locked))
    returning notification_id`),
);

/** What is sent again: one message, all of a third party, or all. */
export interface ReviveCriteria {
  readonly bankId: string;
  readonly organisationId: string | undefined;
  readonly notificationId: string | undefined;
  readonly now: Temporal.Instant;
  readonly max: number;
}

/** Lets dead messages wait again; returns how many. */
export async function reviveDead(work: Writer, criteria: ReviveCriteria): Promise<number> {
  const { notificationId, organisationId, ...others } = criteria;
  if (notificationId !== undefined)
    return (await work.executeAll(reviveOne({ ...others, notificationId }))).length;
  const revived = organisationId === undefined ? reviveAll(others) : reviveOf({ ...others, organisationId });
  return (await work.executeAll(revived)).length;
}

const removeEnded = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ notification_id: string }>`
    delete from tpp_notifications.notification where bank_id = ${bankId} and notification_id = any(array(
      select notification_id from tpp_notifications.notification
       where bank_id = ${bankId} and state <> 'waiting' and ended_at < ${before}
       order by ended_at limit ${max} for update skip locked))
    returning notification_id`),
);

/** Deletes messages that ended before a time; returns how many. */
export async function deleteEnded(
  work: Writer,
  criteria: { readonly bankId: string; readonly before: Temporal.Instant; readonly max: number },
): Promise<number> {
  return (await work.executeAll(removeEnded(criteria))).length;
}

const giveUp = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly now: Temporal.Instant;
  readonly failure: string;
  readonly max: number;
}>('write')(({ bankId, before, failure, max, now }) =>
  rawQuery(sql<{ notification_id: string }>`
    update tpp_notifications.notification
       set state = 'dead', due_at = null, ended_at = ${now}, failure = ${failure}
     where bank_id = ${bankId} and notification_id = any(array(
       select notification_id from tpp_notifications.notification
        where bank_id = ${bankId} and state = 'waiting' and created_at <= ${before}
        order by created_at limit ${max} for update skip locked))
    returning notification_id`),
);

/** Gives up messages that waited at a time; returns how many. */
export async function giveUpWaiting(
  work: Writer,
  criteria: {
    readonly bankId: string;
    readonly before: Temporal.Instant;
    readonly now: Temporal.Instant;
    readonly failure: string;
    readonly max: number;
  },
): Promise<number> {
  return (await work.executeAll(giveUp(criteria))).length;
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Settlement } from '../domain/delivery.ts';
import {
  type Notification,
  type ResourceKind,
  resourceKinds,
  type StatusChange,
} from '../domain/notification.ts';
import { rawQuery } from './tables.ts';

/** Steps from one organisation to the next in the index, so that the length of a queue does not matter. */
const dueReceivers = statement<{
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly except: readonly string[];
  readonly listMax: number;
}>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ organisation_id: string }>`
    with recursive receivers as (
      (select organisation_id from tpp_notifications.notification
        where bank_id = ${bankId} and state = 'waiting' order by organisation_id limit 1)
      union all
      select (select n.organisation_id from tpp_notifications.notification n
               where n.bank_id = ${bankId} and n.state = 'waiting' and n.organisation_id > r.organisation_id
               order by n.organisation_id limit 1)
        from receivers r where r.organisation_id is not null)
    select r.organisation_id as organisation_id from receivers r
     where r.organisation_id is not null and not r.organisation_id = any(${except}::text[])
       and (select n.due_at from tpp_notifications.notification n
             where n.bank_id = ${bankId} and n.state = 'waiting' and n.organisation_id = r.organisation_id
             order by n.due_at limit 1) <= ${now}
       and not exists (select from tpp_notifications.receiver p
                        where p.bank_id = ${bankId} and p.organisation_id = r.organisation_id
                          and p.paused_until > ${now})
     limit ${listMax}`),
);

/** Lists third parties with messages that are due, without those that are paused. */
export async function listDueReceivers(
  db: Reader,
  criteria: {
    readonly bankId: string;
    readonly now: Temporal.Instant;
    readonly except: readonly string[];
    readonly listMax: number;
  },
): Promise<readonly string[]> {
  return (await db.rows(dueReceivers(criteria))).map((row) => row.organisation_id);
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly organisationId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly max: number;
}

/**
 * A message that waits has a time. The condition on earlier ones is not their state: while statistics are old, the planner
 * would go through the whole queue for each of them, by the index of what waits.
 */
const claim = statement<ClaimCriteria>('write')(({ bankId, max, now, organisationId, until }) =>
  rawQuery(sql<{
    notification_id: string;
    resource_kind: string;
    resource_id: string;
    address: string;
    status_kind: string;
    status: string;
    authorisation_id: string | null;
    is_of_cancellation: boolean;
    attempts: number;
    is_replaced: boolean;
    created_at: Temporal.Instant;
  }>`
    update tpp_notifications.notification n
       set attempts = n.attempts + 1, due_at = ${until}
      from tpp_notifications.subscription s
     where n.bank_id = ${bankId} and n.notification_id = any(array(
             select c.notification_id from tpp_notifications.notification c
              where c.bank_id = ${bankId} and c.state = 'waiting' and c.organisation_id = ${organisationId}
                and c.due_at <= ${now}
                and not exists (
                  select from tpp_notifications.notification former
                   where former.bank_id = ${bankId} and former.resource_kind = c.resource_kind
                     and former.resource_id = c.resource_id and former.position < c.position
                     and former.due_at is not null)
              order by c.due_at limit ${max} for update skip locked))
       and s.bank_id = ${bankId} and s.resource_kind = n.resource_kind and s.resource_id = n.resource_id
    returning n.notification_id, n.resource_kind, n.resource_id, s.address, n.status_kind, n.status,
              n.authorisation_id, n.is_of_cancellation, n.attempts, n.created_at,
              n.is_replaceable and exists (
                select from tpp_notifications.notification later
                 where later.bank_id = ${bankId} and later.resource_kind = n.resource_kind
                   and later.resource_id = n.resource_id and later.position > n.position
                   and later.is_replaceable) as is_replaced`),
);

/** Takes messages of a third party that are due, each the first one of its resource, for as long as a lease. */
export async function claimNotifications(
  db: Autocommit,
  criteria: ClaimCriteria,
): Promise<readonly Notification[]> {
  const { organisationId } = criteria;
  const rows = await db.executeAll(claim(criteria));
  return rows.map((row) => ({
    notificationId: row.notification_id,
    organisationId,
    resource: { kind: kindIn(row.resource_kind), id: row.resource_id },
    address: row.address,
    change: { kind: statusKindIn(row.status_kind), status: row.status },
    authorisationId: row.authorisation_id ?? undefined,
    isOfCancellation: row.is_of_cancellation,
    attempts: row.attempts,
    isReplaced: row.is_replaced,
    createdAt: row.created_at,
  }));
}

function kindIn(text: string): ResourceKind {
  const found = resourceKinds.find((kind) => kind === text);
  if (found === undefined) throw new Error(`notification row has the unknown kind ${text}`);
  return found;
}

const statusKinds = ['scaStatus', 'transactionStatus', 'consentStatus'] as const;

function statusKindIn(text: string): StatusChange['kind'] {
  const found = statusKinds.find((kind) => kind === text);
  if (found === undefined) throw new Error(`notification row has the unknown kind ${text}`);
  return found;
}

interface SettleRow {
  readonly bankId: string;
  readonly notificationId: string;
  readonly attempts: number;
  readonly state: string;
  readonly dueAt: Temporal.Instant | null;
  readonly endedAt: Temporal.Instant | null;
  readonly failure: string | null;
}

/**
 * A worker whose lease is over changes nothing: the attempt that it counted is not the last one. A message that waits has a
 * time; by its state the planner would go through all that waits while statistics are old.
 */
const settle = statement<SettleRow>('write')(
  ({ attempts, bankId, dueAt, endedAt, failure, notificationId, state }) =>
    rawQuery(sql<{ notification_id: string }>`
      update tpp_notifications.notification
         set state = ${state}, due_at = ${dueAt}, ended_at = ${endedAt}, failure = ${failure}
       where bank_id = ${bankId} and notification_id = ${notificationId} and attempts = ${attempts}
         and due_at is not null
      returning notification_id`),
);

/** Records what became of a claimed message. */
export async function settleNotification(
  db: Autocommit,
  {
    bankId,
    notification: { attempts, notificationId },
    now,
    settlement,
  }: {
    readonly bankId: string;
    readonly notification: Pick<Notification, 'attempts' | 'notificationId'>;
    readonly settlement: Settlement | { readonly kind: 'replaced' };
    readonly now: Temporal.Instant;
  },
): Promise<void> {
  const isAgain = settlement.kind === 'again';
  await db.execute(
    settle({
      bankId,
      notificationId,
      attempts,
      state: isAgain ? 'waiting' : settlement.kind,
      dueAt: isAgain ? now.add({ seconds: settlement.waitSeconds }) : null,
      endedAt: isAgain ? null : now,
      failure: 'failure' in settlement ? settlement.failure : null,
    }),
  );
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { NotificationContent } from '../domain/contents.ts';
import type { ResourceKind, ResourceRef } from '../domain/notification.ts';
import { rawQuery } from './tables.ts';

interface SubscriptionRow {
  readonly bankId: string;
  readonly kind: string;
  readonly resourceId: string;
  readonly organisationId: string;
  readonly address: string;
  readonly contents: readonly string[];
  readonly now: Temporal.Instant;
}

const upsert = statement<SubscriptionRow>('write')(
  ({ address, bankId, contents, kind, now, organisationId, resourceId }) =>
    rawQuery(sql`
      insert into tpp_notifications.subscription
        (bank_id, resource_kind, resource_id, organisation_id, address, contents, created_at)
      values (${bankId}, ${kind}, ${resourceId}, ${organisationId}, ${address}, ${contents}, ${now})
      on conflict (bank_id, resource_kind, resource_id) do update
         set address = excluded.address, contents = excluded.contents`),
);

/** The address that a third party named with a resource. */
export interface Subscription {
  readonly bankId: string;
  readonly resource: ResourceRef;
  readonly organisationId: string;
  readonly address: string;
  readonly contents: readonly NotificationContent[];
  readonly now: Temporal.Instant;
}

/** Stores the address of a resource; the last one that was named counts. */
export function upsertSubscription(work: Writer, { resource, ...others }: Subscription): void {
  work.write(upsert({ ...others, kind: resource.kind, resourceId: resource.id }));
}

const removeOf = statement<{
  readonly bankId: string;
  readonly kind: string;
  readonly resourceIds: readonly string[];
}>('write')(({ bankId, kind, resourceIds }) =>
  rawQuery(sql`
    delete from tpp_notifications.subscription
     where bank_id = ${bankId} and resource_kind = ${kind} and resource_id = any(${resourceIds}::uuid[])`),
);

/** Deletes the addresses of resources, with all messages about them. */
export function deleteSubscriptions(
  work: Writer,
  resources: {
    readonly bankId: string;
    readonly kind: ResourceKind;
    readonly resourceIds: readonly string[];
  },
): void {
  work.write(removeOf(resources));
}

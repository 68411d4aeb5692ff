import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** Kinds of resources that count, as their capabilities name them. */
export type QuotaKind = 'payment' | 'consent' | 'funds-confirmation-consent' | 'signing-basket';

/** A new resource with the limits that it must keep. */
export interface Reservation {
  readonly organisationId: string;
  readonly kind: QuotaKind;
  readonly resourceId: string;
  /** Id of the core; null where the request names no account. */
  readonly accountId: string | null;
  readonly bytes: number;
  readonly openUntil: Temporal.Instant;
  readonly openMax: number;
  readonly bytesMax: number;
  readonly accountMax: number;
}

export type ReservationOutcome = 'reserved' | 'open-resources' | 'bytes' | 'open-per-account';

const reserve = statement<Reservation>('write')((one) =>
  rawQuery(sql<{ outcome: ReservationOutcome }>`
    select tpp_quotas.reserve(${one.organisationId}, ${one.kind}, ${one.resourceId}, ${one.accountId}, ${one.bytes},
      ${one.openUntil}, ${one.openMax}, ${one.bytesMax}, ${one.accountMax}) as outcome`),
);

/**
 * Takes what a resource needs of the quotas, or returns the one that is used up. In a transaction of its own: one that
 * waited for the command would make requests of a third party wait for each other's commits.
 */
export async function consumeQuotas(db: Autocommit, reservation: Reservation): Promise<ReservationOutcome> {
  const row = await db.executeShared(reserve(reservation), `quotas ${reservation.organisationId}`);
  if (row === undefined) throw new Error('a function returns a row');
  return row.outcome;
}

interface ResourcesCriteria {
  readonly bankId: string;
  readonly resourceIds: readonly string[];
}

const release = statement<ResourcesCriteria>('write')(({ bankId, resourceIds }) =>
  rawQuery(sql`
    with gone as (
      delete from tpp_quotas.resource where bank_id = ${bankId} and resource_id = any(${resourceIds}::uuid[])
      returning organisation_id, ended_at, bytes),
    freed as (
      select organisation_id, count(*) filter (where ended_at is null)::integer as open, sum(bytes)::bigint as bytes
        from gone group by organisation_id)
    update tpp_quotas.organisation_use as used
       set open_resources = greatest(0, used.open_resources - freed.open),
           bytes = greatest(0, used.bytes - freed.bytes)
      from freed where used.bank_id = ${bankId} and used.organisation_id = freed.organisation_id`),
);

/** Gives back all that resources have taken; those that count nothing any more are left out. */
export function releaseResources(work: Writer, criteria: ResourcesCriteria): void {
  work.write(release(criteria));
}

/** The same for reservations whose resources are not stored. */
export async function refundQuotas(db: Autocommit, criteria: ResourcesCriteria): Promise<void> {
  await db.execute(release(criteria));
}

interface Closing {
  readonly bankId: string;
  readonly resourceId: string;
  readonly now: Temporal.Instant;
}

const close = statement<Closing>('write')(({ bankId, now, resourceId }) =>
  rawQuery(sql`
    with closed as (
      update tpp_quotas.resource set ended_at = ${now}
       where bank_id = ${bankId} and resource_id = ${resourceId} and ended_at is null
      returning organisation_id)
    update tpp_quotas.organisation_use as used set open_resources = greatest(0, used.open_resources - 1)
      from closed where used.bank_id = ${bankId} and used.organisation_id = closed.organisation_id`),
);

/** Records that a resource ended unsigned: from then on only its bytes count. */
export function closeResource(work: Writer, closing: Closing): void {
  work.write(close(closing));
}

interface Extension {
  readonly bankId: string;
  readonly resourceId: string;
  readonly openUntil: Temporal.Instant;
}

const extend = statement<Extension>('write')(({ bankId, openUntil, resourceId }) =>
  rawQuery(sql`
    update tpp_quotas.resource set open_until = ${openUntil}
     where bank_id = ${bankId} and resource_id = ${resourceId} and ended_at is null`),
);

/** Records that a resource may be open for longer. */
export function extendResource(work: Writer, extension: Extension): void {
  work.write(extend(extension));
}

interface AccountCriteria {
  readonly bankId: string;
  readonly organisationId: string;
  readonly accountId: string;
}

const firstOfAccount = statement<AccountCriteria>()(({ accountId, bankId, organisationId }) =>
  rawQuery(sql<{ open_until: Temporal.Instant }>`
    select open_until from tpp_quotas.resource
     where bank_id = ${bankId} and organisation_id = ${organisationId} and account_id = ${accountId}
       and ended_at is null
     order by open_until limit 1`),
);

/** Finds when the first of the open resources of an account expires. */
export async function findFirstExpiry(
  db: Reader,
  criteria: AccountCriteria,
): Promise<Temporal.Instant | undefined> {
  return (await db.first(firstOfAccount(criteria)))?.open_until;
}

interface EndedCriteria {
  readonly bankId: string;
  readonly kind: QuotaKind;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const ended = statement<EndedCriteria>()(({ bankId, before, kind, listMax }) =>
  rawQuery(sql<{ resource_id: string }>`
    select resource_id from tpp_quotas.resource
     where bank_id = ${bankId} and resource_kind = ${kind} and ended_at < ${before}
     order by ended_at limit ${listMax}`),
);

/** Lists resources that ended unsigned before a time. */
export async function listEndedUnsigned(db: Reader, criteria: EndedCriteria): Promise<readonly string[]> {
  return (await db.rows(ended(criteria))).map((row) => row.resource_id);
}

interface OrphanCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const orphans = statement<OrphanCriteria>()(({ bankId, before, listMax }) =>
  rawQuery(sql<{ resource_id: string }>`
    select resource_id from tpp_quotas.resource
     where bank_id = ${bankId} and ended_at is null and open_until < ${before} order by open_until limit ${listMax}`),
);

/** Lists reservations that are open although the life of their resources was over before a time. */
export async function listOrphans(db: Reader, criteria: OrphanCriteria): Promise<readonly string[]> {
  return (await db.rows(orphans(criteria))).map((row) => row.resource_id);
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type ResourceRef, services } from '../domain/resource-scope.ts';
import type { ExpiredBefore } from './expired-rows.ts';
import { rawQuery, tables } from './tables.ts';

/** The grant of a third party for one resource. */
export interface ResourceGrant extends ResourceRef {
  readonly grantHash: Buffer;
  readonly authorisationId: string;
}

interface NewResourceGrant extends ResourceGrant {
  readonly bankId: string;
  readonly expiresAt: Temporal.Instant;
}

const insert = statement<NewResourceGrant>('write')((row) =>
  tables.insertInto('resource_grant').values({
    bank_id: row.bankId,
    grant_hash: row.grantHash,
    service: row.service,
    resource_id: row.resourceId,
    authorisation_id: row.authorisationId,
    review_at: null,
    expires_at: row.expiresAt,
  }),
);

export function insertResourceGrant(work: Writer, grant: NewResourceGrant): void {
  work.write(insert(grant));
}

interface GrantKey {
  readonly bankId: string;
  readonly grantHash: Buffer;
}

const find = statement<GrantKey>()(({ bankId, grantHash }) =>
  tables
    .selectFrom('resource_grant')
    .select(['grant_hash', 'service', 'resource_id', 'authorisation_id'])
    .where('bank_id', '=', bankId)
    .where('grant_hash', '=', grantHash),
);

export async function findResourceGrant(db: Reader, key: GrantKey): Promise<ResourceGrant | undefined> {
  const row = await db.first(find(key));
  return row && toGrant(row);
}

interface GrantRow {
  readonly grant_hash: Buffer;
  readonly service: string;
  readonly resource_id: string;
  readonly authorisation_id: string;
}

function toGrant(row: GrantRow): ResourceGrant {
  const service = services.find((known) => known === row.service);
  if (service === undefined) throw new Error(`a grant has the unknown service ${row.service}`);
  return {
    grantHash: row.grant_hash,
    service,
    resourceId: row.resource_id,
    authorisationId: row.authorisation_id,
  };
}

type ResourceKey = ResourceRef & { readonly bankId: string };

/** Grants that one command ends; a resource has more only if its third party asks for tokens again and again. */
export const endedPerCommandMax = 100;

const lockOfResource = statement<ResourceKey>('lock')(({ bankId, resourceId, service }) =>
  rawQuery(sql<{ grant_hash: Buffer }>`
    select grant_hash from oauth.resource_grant
     where bank_id = ${bankId} and service = ${service} and resource_id = ${resourceId}
     order by grant_hash limit ${endedPerCommandMax} for update`),
);

/** Locks the first grants of a resource, in the order of their hashes. */
export async function lockGrantsOf(work: Writer, key: ResourceKey): Promise<readonly Buffer[]> {
  return (await work.lockAll(lockOfResource(key))).map((row) => row.grant_hash);
}

const setReview = statement<ResourceKey & { readonly reviewAt: Temporal.Instant | null }>('write')(
  ({ bankId, resourceId, reviewAt, service }) =>
    tables
      .updateTable('resource_grant')
      .set({ review_at: reviewAt })
      .where('bank_id', '=', bankId)
      .where('service', '=', service)
      .where('resource_id', '=', resourceId),
);

/** Sets when the state of a resource decides again; null: when it changes. */
export function updateReview(
  work: Writer,
  key: ResourceKey & { readonly reviewAt: Temporal.Instant | null },
): void {
  work.write(setReview(key));
}

const remove = statement<{ readonly bankId: string; readonly grantHashes: readonly Buffer[] }>('write')(
  ({ bankId, grantHashes }) =>
    rawQuery(sql`
      delete from oauth.resource_grant where bank_id = ${bankId} and grant_hash = any(${grantHashes}::bytea[])`),
);

export function deleteGrants(work: Writer, criteria: Parameters<typeof remove>[0]): void {
  work.write(remove(criteria));
}

interface DueCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
}

const due = statement<DueCriteria>()(({ bankId, listMax, now }) =>
  rawQuery(sql<{ service: string; resource_id: string }>`
    select service, resource_id from oauth.resource_grant
     where bank_id = ${bankId} and review_at <= ${now} order by review_at limit ${listMax}`),
);

/** Lists resources whose state decides now about their grants. */
export async function listResourcesToReview(
  db: Reader,
  criteria: DueCriteria,
): Promise<readonly ResourceRef[]> {
  const rows = await db.rows(due(criteria));
  return rows.map((row) => {
    const { resourceId, service } = toGrant({ ...row, grant_hash: Buffer.alloc(0), authorisation_id: '' });
    return { service, resourceId };
  });
}

const deletedPerBatchMax = 1_000;

const deleteExpired = statement<ExpiredBefore>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ service: string }>`
      delete from oauth.resource_grant where bank_id = ${bankId} and grant_hash = any(array(
        select grant_hash from oauth.resource_grant where bank_id = ${bankId} and expires_at < ${before}
         order by expires_at limit ${listMax} for update skip locked))
      returning service`),
);

/** Deletes a batch of grants whose tokens have expired and returns its size; there may be more. */
export async function deleteExpiredResourceGrants(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before, listMax: deletedPerBatchMax }))).length;
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { toExactTimestamp } from '#platform/kernel/timestamp.ts';
import { type CollectionState, collectionStates } from '../domain/signing/collection-state.ts';
import type { AuthorizationVault } from './authorization-vault.ts';
import { type Decision, decisionIn, decisionText } from './decision-document.ts';
import type { SignatureCollectionTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

/** Owner and id of a signed resource. */
export interface CollectionKey {
  readonly bankId: string;
  readonly owner: string;
  readonly resourceKind: string;
  readonly resourceId: string;
}

/** Signing state of one resource. */
export interface StoredCollection extends CollectionKey {
  readonly collectionId: string;
  readonly digest: string;
  readonly decision: Decision;
  readonly sealedSignatureData: Buffer;
  readonly initiator: string | undefined;
  readonly state: CollectionState;
  readonly createdAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

/** Serializes the content of a collection for its seal, which protects the rule against manual changes. */
function sealedTextOf(sealed: Omit<NewColumns, 'now' | 'seal'>): string {
  const { bankId, collectionId, decision, digest, expiresAt, initiator, owner, resourceId, resourceKind } =
    sealed;
  return JSON.stringify([
    bankId,
    owner,
    resourceKind,
    resourceId,
    collectionId,
    digest,
    decision,
    initiator ?? null,
    toExactTimestamp(expiresAt),
    sealed.sealedSignatureData.toString('base64'),
  ]);
}

/** Parses a collection. Throws when it was changed manually, because it must not decide anything. */
function intactCollectionOf(vault: AuthorizationVault, row: SignatureCollectionTable): StoredCollection {
  if (!isIntact(vault, row)) throw new Error('signature collection was modified outside of the application');
  return collectionOf(row);
}

function isIntact(vault: AuthorizationVault, row: SignatureCollectionTable): boolean {
  return vault.isSignatureSeal(row.bank_id, sealedCollectionText(row), row.seal);
}

/** Returns the text that the seal of a stored collection covers. */
export function sealedCollectionText(row: SignatureCollectionTable): string {
  return sealedTextOf({ ...collectionOf(row), decision: row.decision });
}

function collectionOf(row: SignatureCollectionTable): StoredCollection {
  const state = collectionStates.find((known) => known === row.state);
  if (state === undefined) throw new Error('signature collection has an unknown state');
  return {
    bankId: row.bank_id,
    owner: row.owner,
    resourceKind: row.resource_kind,
    resourceId: row.resource_id,
    collectionId: row.collection_id,
    digest: row.digest,
    decision: decisionIn(row.decision),
    sealedSignatureData: row.sealed_signature_data,
    initiator: row.initiator ?? undefined,
    state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

interface CollectionCriteria {
  readonly bankId: string;
  readonly resourceId: string;
  /** Absent: of any owner. */
  readonly owners: readonly string[] | undefined;
  readonly resourceKind: string | undefined;
}

const find = statement<CollectionCriteria>()(({ bankId, owners, resourceId, resourceKind }) =>
  rawQuery(sql<SignatureCollectionTable>`
    select * from "authorization".signature_collection
     where bank_id = ${bankId} and resource_id = ${resourceId}
       and (${owners}::text[] is null or owner = any(${owners}::text[])) and (${resourceKind}::text is null or resource_kind = ${resourceKind})
     limit 2`),
);

/** Finds at most two collections of a resource id: different kinds and owners may use the same id. */
export async function findCollections(
  db: Reader,
  vault: AuthorizationVault,
  criteria: CollectionCriteria,
): Promise<readonly StoredCollection[]> {
  return (await db.rows(find(criteria))).map((row) => intactCollectionOf(vault, row));
}

interface LockedKeys {
  readonly bankId: string;
  readonly owners: readonly string[];
  readonly resourceKinds: readonly string[];
  readonly resourceIds: readonly string[];
}

const lock = statement<LockedKeys>('lock')(({ bankId, owners, resourceIds, resourceKinds }) =>
  rawQuery(sql<SignatureCollectionTable>`
    select c.* from "authorization".signature_collection c
      join unnest(${owners}::text[], ${resourceKinds}::text[], ${resourceIds}::text[]) as k (owner, resource_kind, resource_id)
        on c.owner = k.owner and c.resource_kind = k.resource_kind and c.resource_id = k.resource_id
     where c.bank_id = ${bankId}
     order by c.collection_id for update of c`),
);

/** Locks the existing ones of several collections in the order of their ids, so that one signature can be the last. */
export async function lockCollections(
  work: Writer,
  vault: AuthorizationVault,
  { bankId, keys }: { readonly bankId: string; readonly keys: readonly Omit<CollectionKey, 'bankId'>[] },
): Promise<readonly StoredCollection[]> {
  const rows = await work.lockAll(
    lock({
      bankId,
      owners: keys.map(({ owner }) => owner),
      resourceKinds: keys.map(({ resourceKind }) => resourceKind),
      resourceIds: keys.map(({ resourceId }) => resourceId),
    }),
  );
  return rows.map((row) => intactCollectionOf(vault, row));
}

interface NewColumns extends CollectionKey {
  readonly collectionId: string;
  readonly digest: string;
  readonly decision: string;
  readonly sealedSignatureData: Buffer;
  readonly initiator: string | undefined;
  readonly seal: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insertOrLock = statement<NewColumns>('write')((row) =>
  rawQuery(sql<SignatureCollectionTable>`
    insert into "authorization".signature_collection as c (bank_id, owner, resource_kind, resource_id, collection_id,
      digest, decision, sealed_signature_data, initiator, seal, state, expires_at, row_version, created_at, modified_at)
    values (${row.bankId}, ${row.owner}, ${row.resourceKind}, ${row.resourceId}, ${row.collectionId}, ${row.digest},
      ${row.decision}, ${row.sealedSignatureData}, ${row.initiator}, ${row.seal}, 'open', ${row.expiresAt}, 1, ${row.now}, ${row.now})
    on conflict (bank_id, owner, resource_kind, resource_id) do update set modified_at = c.modified_at
    returning c.*`),
);

export interface NewCollection extends Omit<NewColumns, 'decision' | 'seal'> {
  readonly decision: Decision;
}

/** Inserts a collection, or locks the one that a concurrent command inserted. */
export async function insertOrLockCollection(
  work: Writer,
  vault: AuthorizationVault,
  collection: NewCollection,
): Promise<StoredCollection> {
  const row = await work.execute(insertOrLock(sealedColumns(vault, collection)));
  if (row === undefined) throw new Error('signature collection was neither inserted nor found');
  return intactCollectionOf(vault, row);
}

/** The database stores times in microseconds, and the sealed times must match. */
function sealedColumns(vault: AuthorizationVault, collection: NewCollection): NewColumns {
  const expiresAt = collection.expiresAt.round('microsecond');
  const columns = { ...collection, expiresAt, decision: decisionText(collection.decision) };
  return { ...columns, seal: vault.signatureSeal(collection.bankId, sealedTextOf(columns)) };
}

const replace = statement<NewColumns>('write')((row) =>
  rawQuery(sql`
    update "authorization".signature_collection
       set digest = ${row.digest}, decision = ${row.decision}, sealed_signature_data = ${row.sealedSignatureData},
           seal = ${row.seal}, expires_at = ${row.expiresAt}, state = 'open', fulfilled_at = null,
           row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and collection_id = ${row.collectionId}`),
);

/** Changes the payload hash of a collection: it is signed again, under the rule for the new payload. */
export function updateDigest(work: Writer, vault: AuthorizationVault, collection: NewCollection): void {
  work.write(replace(sealedColumns(vault, collection)));
}

interface StateChange {
  readonly bankId: string;
  readonly collectionId: string;
  readonly state: CollectionState;
  readonly now: Temporal.Instant;
}

const update = statement<StateChange>('write')(({ bankId, collectionId, now, state }) =>
  rawQuery(sql`
    update "authorization".signature_collection
       set state = ${state},
           fulfilled_at = case when ${state} in ('fulfilled', 'used') then coalesce(fulfilled_at, ${now}) else null end,
           settled_at = case when ${state} in ('used', 'expired', 'cancelled') then ${now}::timestamptz end,
           row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and collection_id = ${collectionId}`),
);

export function updateState(work: Writer, changed: StateChange): void {
  work.write(update(changed));
}

interface ExpiredScope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  /** Excluded collections, which failed before. */
  readonly except: readonly string[];
}

const expiredIds = statement<ExpiredScope>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ collection_id: string }>`
    select collection_id from "authorization".signature_collection
     where bank_id = ${bankId} and expires_at <= ${now} and state = 'open'
       and collection_id::text not in (select unnest(${except}::text[]))
     order by expires_at limit ${listMax}`),
);

/** Lists expired collections, the oldest first. */
export async function listExpired(db: Reader, scope: ExpiredScope): Promise<readonly string[]> {
  return (await db.rows(expiredIds(scope))).map(({ collection_id: collectionId }) => collectionId);
}

interface ExpiredCollection {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly collectionId: string;
}

/** Not `state = 'open'`: while statistics know no open collection, the planner would read the index of all open ones. */
const expired = statement<ExpiredCollection>('lock')(({ bankId, collectionId, now }) =>
  rawQuery(sql<SignatureCollectionTable>`
    select * from "authorization".signature_collection
     where bank_id = ${bankId} and collection_id = ${collectionId} and expires_at <= ${now}
       and coalesce(state, '') = 'open'
       for update skip locked`),
);

/** Locks an expired collection; undefined while another command changes it. */
export async function lockExpired(
  work: Writer,
  criteria: ExpiredCollection,
): Promise<StoredCollection | undefined> {
  return (await work.lockAll(expired(criteria))).map(collectionOf)[0];
}

const ofUser = statement<{ readonly bankId: string; readonly userId: string }>('lock')(({ bankId, userId }) =>
  rawQuery(sql<SignatureCollectionTable>`
    select c.* from "authorization".signature_collection c
     where c.bank_id = ${bankId} and c.state in ('open', 'fulfilled')
       and c.collection_id in (
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and user_id = ${userId} and state = 'valid' and not is_settled
         union
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and on_behalf_of = ${userId} and state = 'valid' and not is_settled)
     order by c.collection_id for update of c`),
);

/** Locks the collections with a signature of a user that were not executed yet, in a fixed order. */
export async function lockSignedBy(
  work: Writer,
  vault: AuthorizationVault,
  scope: { readonly bankId: string; readonly userId: string },
): Promise<readonly StoredCollection[]> {
  return intactCollectionsOf(vault, await work.lockAll(ofUser(scope)));
}

/** A collection that was changed manually decides nothing, and must not prevent changes of the others. */
export function intactCollectionsOf(
  vault: AuthorizationVault,
  rows: readonly SignatureCollectionTable[],
): readonly StoredCollection[] {
  return rows.filter((row) => isIntact(vault, row)).map(collectionOf);
}

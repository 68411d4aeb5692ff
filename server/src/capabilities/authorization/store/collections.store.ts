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
import { tables, written } from './tables.ts';

/** Whose thing is signed, and which. */
export interface CollectionKey {
  readonly bankId: string;
  readonly owner: string;
  readonly resourceKind: string;
  readonly resourceId: string;
}

/** Where the signing of one thing stands. */
export interface StoredCollection extends CollectionKey {
  readonly collectionId: string;
  readonly digest: string;
  readonly decision: Decision;
  readonly sealedSignatureData: Buffer;
  readonly initiator: string | undefined;
  readonly state: CollectionState;
  readonly expiresAt: Temporal.Instant;
}

/** What a collection stands on, in one order; the seal over it keeps the rule from being made easier by hand. */
function saidBy(sealed: Omit<NewColumns, 'now' | 'seal'>): string {
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

/** A collection that somebody changed by hand decides nothing: whoever asks for it learns that something is wrong. */
function intactCollectionOf(vault: AuthorizationVault, row: SignatureCollectionTable): StoredCollection {
  if (!isIntact(vault, row)) throw new Error('a collection of signatures was changed by hand');
  return collectionOf(row);
}

function isIntact(vault: AuthorizationVault, row: SignatureCollectionTable): boolean {
  return vault.isSignatureSeal(row.bank_id, collectionEventData(row), row.seal);
}

/** What the seal of a stored collection is over. */
export function collectionEventData(row: SignatureCollectionTable): string {
  return saidBy({ ...collectionOf(row), decision: row.decision });
}

function collectionOf(row: SignatureCollectionTable): StoredCollection {
  const state = collectionStates.find((word) => word === row.state);
  if (state === undefined) throw new Error('a collection is in an unknown state');
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
    expiresAt: row.expires_at,
  };
}

interface CollectionCriteria {
  readonly bankId: string;
  readonly resourceId: string;
  /** Absent: whoever's. */
  readonly owners: readonly string[] | undefined;
  readonly resourceKind: string | undefined;
}

const find = statement<CollectionCriteria>()(({ bankId, owners, resourceId, resourceKind }) =>
  written(sql<SignatureCollectionTable>`
    select * from "authorization".signature_collection
     where bank_id = ${bankId} and resource_id = ${resourceId}
       and (${owners}::text[] is null or owner = any(${owners}::text[])) and (${resourceKind}::text is null or resource_kind = ${resourceKind})
     limit 2`),
);

/** At most two collections of a thing called so: different kinds, and different owners, may call theirs alike. */
export async function findCollections(
  db: Reader,
  vault: AuthorizationVault,
  criteria: CollectionCriteria,
): Promise<readonly StoredCollection[]> {
  return (await db.rows(find(criteria))).map((row) => intactCollectionOf(vault, row));
}

const lock = statement<CollectionKey>('lock')((key) =>
  tables
    .selectFrom('signature_collection')
    .selectAll()
    .where('bank_id', '=', key.bankId)
    .where('owner', '=', key.owner)
    .where('resource_kind', '=', key.resourceKind)
    .where('resource_id', '=', key.resourceId)
    .forUpdate(),
);

/** Holds a collection: the last signature that is needed is given once. */
export async function lockCollection(
  work: Writer,
  vault: AuthorizationVault,
  key: CollectionKey,
): Promise<StoredCollection | undefined> {
  const row = await work.lock(lock(key));
  return row && intactCollectionOf(vault, row);
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

const open = statement<NewColumns>('write')((row) =>
  written(sql<SignatureCollectionTable>`
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

/** Opens a collection, or holds the one that somebody opened a moment before. */
export async function openOrLock(
  work: Writer,
  vault: AuthorizationVault,
  collection: NewCollection,
): Promise<StoredCollection> {
  const row = await work.execute(open(sealedColumns(vault, collection)));
  if (row === undefined) throw new Error('a collection was neither opened nor found');
  return intactCollectionOf(vault, row);
}

/** Times in the database end at the microsecond, and so must what is sealed. */
function sealedColumns(vault: AuthorizationVault, collection: NewCollection): NewColumns {
  const expiresAt = collection.expiresAt.round('microsecond');
  const columns = { ...collection, expiresAt, decision: decisionText(collection.decision) };
  return { ...columns, seal: vault.signatureSeal(collection.bankId, saidBy(columns)) };
}

const moveTo = statement<NewColumns>('write')((row) =>
  written(sql`
    update "authorization".signature_collection
       set digest = ${row.digest}, decision = ${row.decision}, sealed_signature_data = ${row.sealedSignatureData},
           seal = ${row.seal}, expires_at = ${row.expiresAt}, state = 'open', fulfilled_at = null,
           row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and collection_id = ${row.collectionId}`),
);

/** The thing has changed: it is signed anew, under the rule that holds for what it is now. */
export function moveDigest(work: Writer, vault: AuthorizationVault, moved: NewCollection): void {
  work.write(moveTo(sealedColumns(vault, moved)));
}

interface StateChange {
  readonly bankId: string;
  readonly collectionId: string;
  readonly state: CollectionState;
  readonly now: Temporal.Instant;
}

const change = statement<StateChange>('write')(({ bankId, collectionId, now, state }) =>
  written(sql`
    update "authorization".signature_collection
       set state = ${state},
           fulfilled_at = case when ${state} in ('fulfilled', 'used') then coalesce(fulfilled_at, ${now}) else null end,
           settled_at = case when ${state} in ('used', 'expired', 'cancelled') then ${now}::timestamptz end,
           row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and collection_id = ${collectionId}`),
);

export function changeState(work: Writer, changed: StateChange): void {
  work.write(change(changed));
}

interface ExpiredScope {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  /** Collections that are left out: they failed before. */
  readonly except: readonly string[];
}

const expiredIds = statement<ExpiredScope>()(({ bankId, except, listMax, now }) =>
  written(sql<{ collection_id: string }>`
    select collection_id from "authorization".signature_collection
     where bank_id = ${bankId} and expires_at <= ${now} and state = 'open'
       and collection_id::text not in (select unnest(${except}::text[]))
     order by expires_at limit ${listMax}`),
);

/** Lists collections whose time is over, the oldest first. */
export async function listExpired(db: Reader, scope: ExpiredScope): Promise<readonly string[]> {
  return (await db.rows(expiredIds(scope))).map(({ collection_id: collectionId }) => collectionId);
}

interface ExpiredCollection {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly collectionId: string;
}

const expired = statement<ExpiredCollection>('lock')(({ bankId, collectionId, now }) =>
  written(sql<SignatureCollectionTable>`
    select * from "authorization".signature_collection
     where bank_id = ${bankId} and collection_id = ${collectionId} and expires_at <= ${now} and state = 'open'
       for update skip locked`),
);

/** Locks a collection whose time is over; nothing where it is being changed at the moment. */
export async function lockExpired(
  work: Writer,
  criteria: ExpiredCollection,
): Promise<StoredCollection | undefined> {
  return (await work.lockAll(expired(criteria))).map(collectionOf)[0];
}

const ofUser = statement<{ readonly bankId: string; readonly userId: string }>('lock')(({ bankId, userId }) =>
  written(sql<SignatureCollectionTable>`
    select c.* from "authorization".signature_collection c
     where c.bank_id = ${bankId} and c.state in ('open', 'fulfilled')
       and c.collection_id in (
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and user_id = ${userId} and state = 'valid'
         union
         select collection_id from "authorization".signature
          where bank_id = ${bankId} and on_behalf_of = ${userId} and state = 'valid')
     order by c.collection_id for update of c`),
);

/** What somebody has signed and nobody has carried out yet, held in one order. */
export async function lockSignedBy(
  work: Writer,
  vault: AuthorizationVault,
  scope: { readonly bankId: string; readonly userId: string },
): Promise<readonly StoredCollection[]> {
  const rows = await work.lockAll(ofUser(scope));
  // One that was changed by hand decides nothing any more, and must not keep the others from losing a signature.
  return rows.filter((row) => isIntact(vault, row)).map(collectionOf);
}

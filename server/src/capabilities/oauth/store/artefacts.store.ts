import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ExpiredBefore } from './expired-rows.ts';
import { rawQuery, tables } from './tables.ts';

/** Key of an artefact: its kind, and the hash of its name. */
export interface ArtefactKey {
  readonly bankId: string;
  readonly kind: string;
  readonly hash: Buffer;
}

/** Stored artefact; the content is encrypted. */
export interface StoredArtefact {
  readonly hash: Buffer;
  readonly sealedContent: Buffer;
  readonly consumedAt: Temporal.Instant | undefined;
}

interface SavedRow extends ArtefactKey {
  readonly grantHash: Buffer | null;
  readonly secondHash: Buffer | null;
  readonly sealedContent: Buffer;
  readonly expiresAt: Temporal.Instant;
}

const upsert = statement<SavedRow>('write')((row) =>
  tables
    .insertInto('artefact')
    .values({
      bank_id: row.bankId,
      kind: row.kind,
      artefact_hash: row.hash,
      grant_hash: row.grantHash,
      second_hash: row.secondHash,
      sealed_content: row.sealedContent,
      expires_at: row.expiresAt,
    })
    // An artefact that is saved again stays consumed.
    .onConflict((conflict) =>
      conflict.columns(['bank_id', 'kind', 'artefact_hash']).doUpdateSet((set) => ({
        grant_hash: set.ref('excluded.grant_hash'),
        second_hash: set.ref('excluded.second_hash'),
        sealed_content: set.ref('excluded.sealed_content'),
        expires_at: set.ref('excluded.expires_at'),
      })),
    ),
);

export async function upsertArtefact(db: Autocommit, row: SavedRow): Promise<void> {
  await db.executeAll(upsert(row));
}

const find = statement<ArtefactKey>()(({ bankId, kind, hash }) =>
  tables
    .selectFrom('artefact')
    .select(['artefact_hash', 'sealed_content', 'consumed_at'])
    .where('bank_id', '=', bankId)
    .where('kind', '=', kind)
    .where('artefact_hash', '=', hash),
);

export async function findArtefact(db: Reader, key: ArtefactKey): Promise<StoredArtefact | undefined> {
  return stored(await db.first(find(key)));
}

const findBySecond = statement<ArtefactKey>()(({ bankId, kind, hash }) =>
  tables
    .selectFrom('artefact')
    .select(['artefact_hash', 'sealed_content', 'consumed_at'])
    .where('bank_id', '=', bankId)
    .where('kind', '=', kind)
    .where('second_hash', '=', hash),
);

/** Finds an artefact by its second name: a session's uid, a device's user code. */
export async function findArtefactBySecondName(
  db: Reader,
  key: ArtefactKey,
): Promise<StoredArtefact | undefined> {
  return stored(await db.first(findBySecond(key)));
}

interface OthersOfSecondName extends ArtefactKey {
  readonly secondHash: Buffer;
  readonly now: Temporal.Instant;
}

const countOthers = statement<OthersOfSecondName>()((row) =>
  tables
    .selectFrom('artefact')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('bank_id', '=', row.bankId)
    .where('kind', '=', row.kind)
    .where('second_hash', '=', row.secondHash)
    .where('artefact_hash', '<>', row.hash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', row.now),
);

/** Counts other unconsumed artefacts with the same second name. */
export async function countOthersOfSecondName(db: Reader, key: OthersOfSecondName): Promise<number> {
  return Number((await db.first(countOthers(key)))?.count ?? 0n);
}

interface Row {
  readonly artefact_hash: Buffer;
  readonly sealed_content: Buffer;
  readonly consumed_at: Temporal.Instant | null;
}

function stored(row: Row | undefined): StoredArtefact | undefined {
  return (
    row && {
      hash: row.artefact_hash,
      sealedContent: row.sealed_content,
      consumedAt: row.consumed_at ?? undefined,
    }
  );
}

const consume = statement<ArtefactKey & { readonly now: Temporal.Instant }>('write')((row) =>
  tables
    .updateTable('artefact')
    .set({ consumed_at: row.now })
    .where('bank_id', '=', row.bankId)
    .where('kind', '=', row.kind)
    .where('artefact_hash', '=', row.hash)
    .where('consumed_at', 'is', null)
    .returning('kind'),
);

/** Consumes an artefact. Returns true for exactly one of several concurrent calls. */
export async function consumeArtefact(
  db: Autocommit,
  key: ArtefactKey & { readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await db.executeAll(consume(key))).length === 1;
}

const findGrant = statement<ArtefactKey>()(({ bankId, kind, hash }) =>
  tables
    .selectFrom('artefact')
    .select('grant_hash')
    .where('bank_id', '=', bankId)
    .where('kind', '=', kind)
    .where('artefact_hash', '=', hash),
);

/** Returns the grant that an artefact was issued from. */
export async function findGrantHash(db: Reader, key: ArtefactKey): Promise<Buffer | undefined> {
  return (await db.first(findGrant(key)))?.grant_hash ?? undefined;
}

const destroy = statement<ArtefactKey>('write')(({ bankId, kind, hash }) =>
  tables
    .deleteFrom('artefact')
    .where('bank_id', '=', bankId)
    .where('kind', '=', kind)
    .where('artefact_hash', '=', hash),
);

export async function deleteArtefact(db: Autocommit, key: ArtefactKey): Promise<void> {
  await db.executeAll(destroy(key));
}

const lock = statement<GrantKey>('lock')(({ bankId, grantHash }) =>
  tables
    .selectFrom('artefact')
    .select('kind')
    .where('bank_id', '=', bankId)
    .where('kind', '=', 'Grant')
    .where('artefact_hash', '=', grantHash)
    .forUpdate(),
);

/** Locks a grant. Without the lock, two transactions that delete its rows in different order could deadlock. */
export async function lockGrant(work: Writer, key: GrantKey): Promise<boolean> {
  return (await work.lock(lock(key))) !== undefined;
}

interface GrantKey {
  readonly bankId: string;
  readonly grantHash: Buffer;
}

const destroyFamily = statement<GrantKey>('write')(({ bankId, grantHash }) =>
  tables
    .deleteFrom('artefact')
    .where('bank_id', '=', bankId)
    .where((row) =>
      row.or([
        row('grant_hash', '=', grantHash),
        row.and([row('kind', '=', 'Grant'), row('artefact_hash', '=', grantHash)]),
      ]),
    ),
);

/** Deletes a grant and everything issued from it. */
export function deleteGrantFamily(work: Writer, key: GrantKey): void {
  work.write(destroyFamily(key));
}

const deletedPerBatchMax = 1_000;

/** The time is compared twice: rows of several partitions have one position, and each may have expired or not. */
const deleteExpired = statement<ExpiredBefore>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ kind: string }>`
      delete from oauth.artefact where bank_id = ${bankId} and expires_at < ${before} and ctid = any(array(
        select ctid from oauth.artefact where bank_id = ${bankId} and expires_at < ${before}
         order by expires_at limit ${listMax}))
      returning kind`),
);

/** Deletes a batch of expired artefacts and returns its size; there may be more. */
export async function deleteExpiredArtefacts(
  db: Autocommit,
  bankId: string,
  before: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, before, listMax: deletedPerBatchMax }))).length;
}

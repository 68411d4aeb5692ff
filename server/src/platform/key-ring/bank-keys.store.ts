import type { Temporal } from 'temporal-polyfill';
import type { WrappedKey } from '#platform/crypto/data-key-store.ts';
import { type Database, setBank } from '#platform/db/database.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';

/** A key of a bank as stored. */
export interface BankKey extends WrappedKey {
  readonly keyClass: string;
  /** A fixed text encrypted with the key. */
  readonly canary: Buffer;
  readonly activeFrom: Temporal.Instant;
  readonly retiredAt: Temporal.Instant | undefined;
}

interface Row {
  readonly key_class: string;
  readonly key_id: Buffer;
  readonly wrapped: Buffer;
  readonly canary: Buffer;
  readonly active_from: Temporal.Instant;
  readonly retired_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
}

const list = plainStatement<Row>(
  `select key_class, key_id, wrapped, canary, active_from, retired_at, created_at from platform.bank_key
    where bank_id = $1 order by key_class, active_from desc, created_at desc, key_id`,
);

/** Returns all keys of a bank; within each class the one that becomes active last comes first. */
export async function listBankKeys(database: Database, bankId: string): Promise<readonly BankKey[]> {
  const rows = await database.forBank(bankId).rows(list([bankId]));
  return rows.map((row) => ({
    keyClass: row.key_class,
    keyId: row.key_id,
    wrapped: row.wrapped,
    canary: row.canary,
    activeFrom: row.active_from,
    retiredAt: row.retired_at ?? undefined,
    createdAt: row.created_at,
  }));
}

/**
 * Locked until the transaction ends: if two processes add keys to a bank concurrently, the second sees those of the
 * first.
 */
const lock = plainStatement('select pg_advisory_xact_lock(hashtextextended($1, 0))', 'lock');

const insertMissing = plainStatement(
  `insert into platform.bank_key (bank_id, key_class, key_id, wrapped, canary, active_from, created_at)
   select $1, k.key_class, k.key_id, k.wrapped, k.canary, k.active_from, k.created_at
     from unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::timestamptz[], $7::timestamptz[])
            as k (key_class, key_id, wrapped, canary, active_from, created_at)
    where not exists (select from platform.bank_key b where b.bank_id = $1 and b.key_class = k.key_class)`,
  'write',
);

const insert = plainStatement(
  `insert into platform.bank_key (bank_id, key_class, key_id, wrapped, canary, active_from, created_at)
   select $1, k.key_class, k.key_id, k.wrapped, k.canary, k.active_from, k.created_at
     from unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::timestamptz[], $7::timestamptz[])
            as k (key_class, key_id, wrapped, canary, active_from, created_at)`,
  'write',
);

function columnsOf(bankId: string, keys: readonly BankKey[]): readonly unknown[] {
  return [
    bankId,
    keys.map(({ keyClass }) => keyClass),
    keys.map(({ keyId }) => keyId),
    keys.map(({ wrapped }) => wrapped),
    keys.map(({ canary }) => canary),
    keys.map(({ activeFrom }) => activeFrom.toString()),
    keys.map(({ createdAt }) => createdAt.toString()),
  ];
}

/** Inserts the keys of classes that have none yet. Processes that start concurrently agree on those of the first. */
export async function insertMissingKeys(
  database: Database,
  bankId: string,
  keys: readonly BankKey[],
): Promise<void> {
  await database.flush([
    setBank([bankId]),
    lock([`bank-keys ${bankId}`]),
    insertMissing(columnsOf(bankId, keys)),
  ]);
}

/** Returns a statement that inserts keys, for a flush with others. */
export function insertKeys(bankId: string, keys: readonly BankKey[]): Statement {
  return insert(columnsOf(bankId, keys));
}

const replace = plainStatement(
  'update platform.bank_key set wrapped = $4 where bank_id = $1 and key_class = $2 and key_id = $3',
  'write',
);

/** Stores a rewrapped key. */
export async function replaceWrapped(database: Database, bankId: string, key: BankKey): Promise<void> {
  await database.flush([setBank([bankId]), replace([bankId, key.keyClass, key.keyId, key.wrapped])]);
}

const retire = plainStatement(
  `update platform.bank_key set retired_at = $4
    where bank_id = $1 and key_class = $2 and key_id = any($3::bytea[]) and retired_at is null`,
  'write',
);

/** Returns a statement that retires keys at the given time. */
export function retireKeys(
  bankId: string,
  retirement: {
    readonly keyClass: string;
    readonly keyIds: readonly Buffer[];
    readonly at: Temporal.Instant;
  },
): Statement {
  return retire([bankId, retirement.keyClass, retirement.keyIds, retirement.at]);
}

const remove = plainStatement(
  'delete from platform.bank_key where bank_id = $1 and key_class = $2 and key_id = $3 and retired_at < $4',
  'write',
);

/** Deletes a key that was retired before the given time. */
export async function deleteRetiredKey(
  database: Database,
  bankId: string,
  key: BankKey,
  retiredBefore: Temporal.Instant,
): Promise<void> {
  await database.flush([setBank([bankId]), remove([bankId, key.keyClass, key.keyId, retiredBefore])]);
}

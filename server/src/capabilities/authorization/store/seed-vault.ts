import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { createDataKeyVault, type DataKeyVault } from '#platform/crypto/data-key-vault.ts';
import { createDataKeys, type DataKeyStore } from '#platform/crypto/data-keys.ts';
import { type EncryptionContext, Unsealable } from '#platform/crypto/envelope.ts';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import { type Database, setBank } from '#platform/db/database.ts';
import type { Statement } from '#platform/db/statement.ts';
import { statement } from '#platform/db/statement.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { SealedColumn } from '#platform/key-ring/key-class.ts';
import {
  listNextRows,
  type Replacement,
  replaceRows,
  type SealedRow,
} from '#platform/key-ring/sealed-rows.store.ts';
import { rawQuery, tables } from './tables.ts';

/**
 * Encrypts the seeds of tokens. Its keys may be stored remotely, so it is called before a command begins, never inside.
 */
export interface SeedVault {
  /** Returns a new random seed of this many bytes. */
  newSeed(bytes: number): Secret<Uint8Array>;
  seal(bankId: string, tokenId: string, seed: Secret<Uint8Array>): Promise<Buffer>;
  open(bankId: string, tokenId: string, sealed: Buffer): Promise<Secret<Uint8Array>>;
  /** A dummy seed for users without a token; verifications against it take as long. */
  readonly dummy: Secret<Uint8Array>;
  /** Loads the keys of a bank for known and unknown users: an outage does not reveal who has a token. */
  ready(bankId: string): Promise<void>;
  /** Rewraps the keys of seeds after a rotation of their key-encryption key; returns how many. */
  rewrap(bankId: string): Promise<number>;
  /** Returns how many keys of seeds are wrapped under an older key-encryption key. */
  countOutdated(bankId: string): Promise<number>;
  /** Creates a new key and re-encrypts every seed that can be decrypted; returns how many. */
  reseal(bankId: string): Promise<number>;
}

const dummyBytes = 32;

function seedEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'oath_token', column: 'sealed_seed', rowId };
}

export function createSeedVault(needs: {
  readonly database: Database;
  readonly wrapping: KeyWrapping;
  readonly clock: Clock;
}): SeedVault {
  const { clock, database, wrapping } = needs;
  const keys = createDataKeys({ keyClass: 'auth', store: dataKeyStore(database), wrapping, clock });
  const vault = createDataKeyVault(keys);
  return {
    newSeed: (bytes) => new Secret<Uint8Array>(randomBytes(bytes)),
    seal: (bankId, tokenId, seed) =>
      vault.seal(seedEncryptionContext(bankId, tokenId), Buffer.from(seed.reveal())),
    open: async (bankId, tokenId, sealed) =>
      new Secret<Uint8Array>(await vault.unseal(seedEncryptionContext(bankId, tokenId), sealed)),
    dummy: new Secret<Uint8Array>(randomBytes(dummyBytes)),
    ready: async (bankId) => void (await keys.current(bankId)),
    rewrap: (bankId) => keys.rewrap(bankId),
    countOutdated: (bankId) => keys.countOutdated(bankId),
    async reseal(bankId) {
      const { id } = await keys.renew(bankId);
      return resealSeeds({ database, vault }, bankId, id);
    },
  };
}

const seedColumn: SealedColumn = {
  table: '"authorization".oath_token',
  column: 'sealed_seed',
  key: [{ name: 'token_id', type: 'uuid' }],
  encryptionContextOf: (bankId, [tokenId = '']) => seedEncryptionContext(bankId, tokenId),
};
const resealRows = 100;

/** Seeds are few and only tokens use them: one pass. Seeds that cannot be decrypted are unchanged. */
async function resealSeeds(
  { database, vault }: { readonly database: Database; readonly vault: DataKeyVault },
  bankId: string,
  keyId: Buffer,
): Promise<number> {
  let count = 0;
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await listNextRows(database, seedColumn, { bankId, after, keyId }, resealRows);
    const last = rows.at(-1);
    if (last === undefined) return count;
    const resealed = await Promise.all(rows.map((row) => resealedSeed(vault, bankId, row)));
    const opened = resealed.filter((row) => row !== undefined);
    count += await replaceRows(database, seedColumn, bankId, opened);
    after = last.key;
  }
}

async function resealedSeed(
  vault: DataKeyVault,
  bankId: string,
  row: SealedRow,
): Promise<Replacement | undefined> {
  const destination = seedColumn.encryptionContextOf(bankId, row.key);
  try {
    return { ...row, after: await vault.seal(destination, await vault.unseal(destination, row.sealed)) };
  } catch (error) {
    if (error instanceof Unsealable) return undefined;
    throw error;
  }
}

interface StoredKey {
  readonly bankId: string;
  readonly keyId: Buffer;
  readonly wrapped: Buffer;
  readonly createdAt: Temporal.Instant;
}

const list = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables.selectFrom('data_key').selectAll().where('bank_id', '=', bankId).orderBy('key_id', 'desc'),
);

const insert = statement<StoredKey>('write')(({ bankId, createdAt, keyId, wrapped }) =>
  rawQuery(sql<{ key_id: Buffer }>`
    insert into "authorization".data_key (bank_id, key_id, wrapped, created_at)
    values (${bankId}, ${keyId}, ${wrapped}, ${createdAt}) on conflict (bank_id, key_id) do nothing returning key_id`),
);

const replace = statement<StoredKey>('write')(({ bankId, keyId, wrapped }) =>
  tables.updateTable('data_key').set({ wrapped }).where('bank_id', '=', bankId).where('key_id', '=', keyId),
);

/** Keys are created outside of commands: a key that was created for a failed command stays valid. */
function dataKeyStore(database: Database): DataKeyStore {
  const execute = async (bankId: string, query: Statement): Promise<readonly unknown[]> =>
    (await database.flush([setBank([bankId]), query])).at(-1)?.rows ?? [];
  return {
    async list(bankId) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      const rows = (await execute(bankId, list({ bankId }))) as readonly {
        key_id: Buffer;
        wrapped: Buffer;
        created_at: Temporal.Instant;
      }[];
      return rows.map((row) => ({ keyId: row.key_id, wrapped: row.wrapped, createdAt: row.created_at }));
    },
    insert: async (bankId, key) =>
      (await execute(bankId, insert({ bankId, ...key }))).length > 0 ? 'inserted' : 'taken',
    replace: async (bankId, key) => void (await execute(bankId, replace({ bankId, ...key }))),
  };
}

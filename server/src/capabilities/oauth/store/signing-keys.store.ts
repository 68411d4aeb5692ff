import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type SigningKey, tokenClasses } from '../domain/signing-key.ts';
import { problems } from '../problems.ts';
import type { SigningKeyTable } from './tables.generated.ts';
import { tables } from './tables.ts';

/** Signing key with its encrypted private key. */
export interface SealedSigningKey extends SigningKey {
  readonly sealedPrivateKey: Buffer;
}

interface NewRow {
  readonly bankId: string;
  readonly keyId: string;
  readonly tokenClass: string;
  readonly algorithm: string;
  readonly publicKey: SigningKey['publicKey'];
  readonly sealedPrivateKey: Buffer;
  readonly createdAt: Temporal.Instant;
  readonly signsFrom: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('signing_key').values({
    bank_id: row.bankId,
    key_id: row.keyId,
    token_class: row.tokenClass,
    algorithm: row.algorithm,
    public_key: row.publicKey,
    sealed_private_key: row.sealedPrivateKey,
    created_at: row.createdAt,
    signs_from: row.signsFrom,
  }),
);

/** Inserts a key. Throws `rotation-under-way` if another process has inserted one for the same class. */
export function insertSigningKey(work: Writer, key: SealedSigningKey): void {
  work.write(insert(key), { constraints: { signing_key_current: problems['rotation-under-way'] } });
}

interface KeyEnd {
  readonly bankId: string;
  readonly keyId: string;
  readonly verifiesUntil: Temporal.Instant;
}

const end = statement<KeyEnd>('write')((row) =>
  tables
    .updateTable('signing_key')
    .set({ verifies_until: row.verifiesUntil })
    .where('bank_id', '=', row.bankId)
    .where('key_id', '=', row.keyId)
    .where('verifies_until', 'is', null),
);

/** Sets the end of a key's validity. Throws `rotation-under-way` if it already has a successor. */
export function updateSigningKeyEnd(work: Writer, ending: KeyEnd): void {
  work.write(end(ending), { rows: { count: 1, otherwise: problems['rotation-under-way'] } });
}

/** Each rotation leaves one more key for some minutes; rotations are far less frequent. */
const listMax = 100;

const listKeys = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('signing_key')
    .selectAll()
    .where('bank_id', '=', bankId)
    .orderBy('created_at', 'desc')
    .limit(listMax),
);

/** Lists all keys of a bank that have not been purged, oldest first. */
export async function listSigningKeys(db: Reader, bankId: string): Promise<readonly SealedSigningKey[]> {
  const rows = await db.rows(listKeys({ bankId }));
  // The limit drops the oldest keys, so the newest is always included.
  return rows.map(toKey).toReversed();
}

const deleteExpired = statement<{ readonly bankId: string; readonly now: Temporal.Instant }>('write')(
  ({ bankId, now }) =>
    tables
      .deleteFrom('signing_key')
      .where('bank_id', '=', bankId)
      .where('verifies_until', '<', now)
      .returning('key_id'),
);

/** Deletes keys that are no longer valid, so that they cannot leak. */
export async function deleteExpiredSigningKeys(
  db: Autocommit,
  bankId: string,
  now: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteExpired({ bankId, now }))).length;
}

function toKey(row: Selectable<SigningKeyTable>): SealedSigningKey {
  const tokenClass = tokenClasses.find((known) => known === row.token_class);
  if (tokenClass === undefined || row.algorithm !== 'ES256')
    throw new Error('signing_key row has an unknown token class');
  return {
    bankId: row.bank_id,
    keyId: row.key_id,
    tokenClass,
    algorithm: row.algorithm,
    publicKey: toJwk(row.public_key),
    sealedPrivateKey: row.sealed_private_key,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    verifiesUntil: row.verifies_until ?? undefined,
  };
}

function toJwk(stored: unknown): SigningKey['publicKey'] {
  if (typeof stored !== 'object' || stored === null) throw new Error('signing_key row has no key');
  return { ...stored };
}

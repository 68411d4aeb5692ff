import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type SigningKey, tokenClasses } from '../domain/signing-key.ts';
import { problems } from '../problems.ts';
import type { SigningKeyTable } from './tables.generated.ts';
import { tables } from './tables.ts';

/** A key with its private half, sealed. */
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

/** Saves a key; fails when somebody else has just made one for the same class. */
export function insertSigningKey(work: Writer, key: SealedSigningKey): void {
  work.write(insert(key), { constraints: { signing_key_current: problems['rotation-under-way'] } });
}

interface Ending {
  readonly bankId: string;
  readonly keyId: string;
  readonly verifiesUntil: Temporal.Instant;
}

const end = statement<Ending>('write')((row) =>
  tables
    .updateTable('signing_key')
    .set({ verifies_until: row.verifiesUntil })
    .where('bank_id', '=', row.bankId)
    .where('key_id', '=', row.keyId)
    .where('verifies_until', 'is', null),
);

/** Says until when a key is believed; fails when it has a successor already. */
export function updateSigningKeyEnd(work: Writer, ending: Ending): void {
  work.write(end(ending), { rows: { count: 1, otherwise: problems['rotation-under-way'] } });
}

/** A rotation leaves one more behind for some minutes; nobody rotates this often. */
const listMax = 100;

const listKeys = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('signing_key')
    .selectAll()
    .where('bank_id', '=', bankId)
    .orderBy('created_at', 'desc')
    .limit(listMax),
);

/** All keys of a bank that have not been forgotten, oldest first. */
export async function listSigningKeys(db: Reader, bankId: string): Promise<readonly SealedSigningKey[]> {
  const rows = await db.rows(listKeys({ bankId }));
  // The youngest must be among them, however many there are.
  return rows.map(toKey).toReversed();
}

const deleteGone = statement<{ readonly bankId: string; readonly now: Temporal.Instant }>('write')(
  ({ bankId, now }) =>
    tables
      .deleteFrom('signing_key')
      .where('bank_id', '=', bankId)
      .where('verifies_until', '<', now)
      .returning('key_id'),
);

/** Forgets keys nobody believes any more; a key that is gone cannot leak. */
export async function deleteGoneSigningKeys(
  db: Autocommit,
  bankId: string,
  now: Temporal.Instant,
): Promise<number> {
  return (await db.executeAll(deleteGone({ bankId, now }))).length;
}

function toKey(row: Selectable<SigningKeyTable>): SealedSigningKey {
  const tokenClass = tokenClasses.find((known) => known === row.token_class);
  if (tokenClass === undefined || row.algorithm !== 'ES256')
    throw new Error('signing_key holds an unknown class');
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
  if (typeof stored !== 'object' || stored === null) throw new Error('signing_key holds no key');
  return { ...stored };
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Passkey } from '../domain/passkey.ts';
import type { PasskeyTable } from './tables.generated.ts';
import { tables } from './tables.ts';

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

function passkeyOf(row: PasskeyTable): Passkey {
  return {
    passkeyId: row.passkey_id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports,
    aaguid: row.aaguid,
    isBackedUp: row.is_backed_up,
    isBackupEligible: row.is_backup_eligible,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

const ofUser = statement<OfUser>()(({ bankId, userId }) =>
  tables
    .selectFrom('passkey')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .orderBy('created_at'),
);

export async function listPasskeys(db: Reader, key: OfUser): Promise<readonly Passkey[]> {
  return (await db.rows(ofUser(key))).map(passkeyOf);
}

const byCredential = statement<{ readonly bankId: string; readonly credentialId: string }>()(
  ({ bankId, credentialId }) =>
    tables
      .selectFrom('passkey')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('credential_id', '=', credentialId),
);

export async function findPasskey(
  db: Reader,
  key: { readonly bankId: string; readonly credentialId: string },
): Promise<Passkey | undefined> {
  const row = await db.first(byCredential(key));
  return row && passkeyOf(row);
}

const lockUse = statement<OfUser & { readonly passkeyId: string }>('lock')(({ bankId, passkeyId, userId }) =>
  tables
    .selectFrom('passkey')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .forUpdate(),
);

/** Locks a passkey of this user: concurrent uses of it wait. */
export async function lockPasskey(
  work: Writer,
  key: OfUser & { readonly passkeyId: string },
): Promise<Passkey | undefined> {
  const row = await work.lock(lockUse(key));
  return row && passkeyOf(row);
}

const insert = statement<
  Omit<Passkey, 'publicKey'> & { readonly bankId: string; readonly publicKey: Buffer }
>('write')((row) =>
  tables.insertInto('passkey').values({
    bank_id: row.bankId,
    passkey_id: row.passkeyId,
    user_id: row.userId,
    credential_id: row.credentialId,
    public_key: row.publicKey,
    sign_count: sql<bigint>`${row.signCount}::bigint`,
    transports: row.transports,
    aaguid: row.aaguid,
    is_backed_up: row.isBackedUp,
    is_backup_eligible: row.isBackupEligible,
    name: row.name,
    last_used_at: null,
    row_version: 1n,
    created_at: row.createdAt,
  }),
);

export function insertPasskey(work: Writer, bankId: string, passkey: Passkey): void {
  work.write(insert({ ...passkey, publicKey: Buffer.from(passkey.publicKey), bankId }), {
    constraints: { passkey_credential: standardProblems.conflict },
  });
}

interface PasskeyUsed {
  readonly bankId: string;
  readonly passkeyId: string;
  readonly countBefore: number;
  readonly countAfter: number;
  readonly isBackedUp: boolean;
  readonly now: Temporal.Instant;
}

const use = statement<PasskeyUsed>('write')(
  ({ bankId, countAfter, countBefore, isBackedUp, now, passkeyId }) =>
    tables
      .updateTable('passkey')
      .set({
        sign_count: sql<bigint>`${countAfter}::bigint`,
        is_backed_up: isBackedUp,
        last_used_at: now,
        row_version: sql`row_version + 1`,
      })
      .where('bank_id', '=', bankId)
      .where('passkey_id', '=', passkeyId)
      .where('sign_count', '=', sql<bigint>`${countBefore}::bigint`),
);

/** Records a use; a conflict when two uses show the same count concurrently. */
export function updatePasskeyUse(work: Writer, used: PasskeyUsed): void {
  work.write(use(used), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

const remove = statement<OfUser & { readonly passkeyId: string }>('write')(({ bankId, passkeyId, userId }) =>
  tables
    .deleteFrom('passkey')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('passkey_id'),
);

/** Deletes a passkey of this user and returns whether it existed. */
export async function deletePasskey(
  work: Writer,
  key: OfUser & { readonly passkeyId: string },
): Promise<boolean> {
  return (await work.execute(remove(key))) !== undefined;
}

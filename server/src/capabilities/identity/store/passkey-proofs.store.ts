import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { passkeyProofsOpenMax } from '../domain/policy.ts';
import { rawQuery, tables } from './tables.ts';

interface NewPasskeyProof {
  readonly bankId: string;
  readonly proofId: string;
  readonly userId: string;
  readonly sealedState: Buffer;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<NewPasskeyProof>('write')(
  ({ bankId, expiresAt, now, proofId, sealedState, userId }) =>
    rawQuery(sql`
    with surplus as (
      delete from identity.passkey_proof where bank_id = ${bankId} and proof_id = any(array(
        select proof_id from identity.passkey_proof where bank_id = ${bankId} and user_id = ${userId}
         order by created_at desc, proof_id offset ${sql.lit(passkeyProofsOpenMax - 1)})))
    insert into identity.passkey_proof (bank_id, proof_id, user_id, sealed_state, expires_at, created_at)
    values (${bankId}, ${proofId}, ${userId}, ${sealedState}, ${expiresAt}, ${now})`),
);

/** Inserts an open proof, and deletes the oldest ones of the user above the maximum. */
export async function insertPasskeyProof(db: Autocommit, proof: NewPasskeyProof): Promise<void> {
  await db.executeAll(insert(proof));
}

export interface PasskeyProofKey {
  readonly bankId: string;
  readonly proofId: string;
  readonly now: Temporal.Instant;
}

const find = statement<PasskeyProofKey>()(({ bankId, now, proofId }) =>
  tables
    .selectFrom('passkey_proof')
    .select(['user_id', 'sealed_state'])
    .where('bank_id', '=', bankId)
    .where('proof_id', '=', proofId)
    .where('expires_at', '>', now),
);

/** Finds an open proof. */
export async function findPasskeyProof(
  db: Reader,
  key: PasskeyProofKey,
): Promise<{ readonly userId: string; readonly sealedState: Buffer } | undefined> {
  const row = await db.first(find(key));
  return row && { userId: row.user_id, sealedState: row.sealed_state };
}

const consume = statement<PasskeyProofKey>('write')(({ bankId, now, proofId }) =>
  tables
    .deleteFrom('passkey_proof')
    .where('bank_id', '=', bankId)
    .where('proof_id', '=', proofId)
    .where('expires_at', '>', now)
    .returning('proof_id'),
);

/** Consumes an open proof; of concurrent calls exactly one returns true. */
export async function consumeOpenProof(work: Writer, key: PasskeyProofKey): Promise<boolean> {
  return (await work.execute(consume(key))) !== undefined;
}

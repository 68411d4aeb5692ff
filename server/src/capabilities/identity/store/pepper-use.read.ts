import { sql } from 'kysely';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { newestPepperId } from '../engine/passwords/password-hasher.ts';
import { rawQuery } from './tables.ts';

const others = statement<{ readonly bankId: string; readonly pattern: string }>()(({ bankId, pattern }) =>
  rawQuery(sql<{ count: bigint }>`
    select (select count(*) from identity.user_credential
             where bank_id = ${bankId} and hash not like ${pattern})
         + (select count(*) from identity.security_answer
             where bank_id = ${bankId} and answer_hash not like ${pattern}) as count`),
);

/** Counts the passwords and security answers that were hashed with an older pepper than the current one. */
export async function countSecretsByPepper(
  database: Database,
  bankId: string,
  keys: KeyProvider,
): Promise<{ readonly secretsUnderOldPeppers: number }> {
  const pattern = `%,keyid=${newestPepperId(keys, bankId)}$%`;
  const row = await database.forBank(bankId).first(others({ bankId, pattern }));
  return { secretsUnderOldPeppers: Number(row?.count ?? 0n) };
}

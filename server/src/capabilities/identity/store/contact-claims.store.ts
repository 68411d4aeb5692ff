import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { User } from '../domain/user.ts';
import { problems } from '../problems.ts';
import { rawQuery } from './tables.ts';
import type { UserDeps } from './user-deps.ts';

const lock = statement<{ readonly indexes: readonly Buffer[] }>('lock')(({ indexes }) =>
  rawQuery(sql`
    select pg_advisory_xact_lock(hashtextextended(sorted.name, 0))
      from (select encode(i, 'hex') as name from unnest(${indexes}::bytea[]) as i order by 1) as sorted`),
);

interface Claim {
  readonly bankId: string;
  readonly userId: string;
  readonly indexes: readonly Buffer[];
}

/** Changes nothing; finds no row when another user has the address. */
const ownEmail = statement<Claim>('write')(({ bankId, indexes, userId }) =>
  rawQuery(sql`
    update identity.user_account set modified_at = modified_at
     where bank_id = ${bankId} and user_id = ${userId} and not exists (
       select from identity.user_account as o
        where o.bank_id = ${bankId} and o.user_id <> ${userId} and o.status <> 'closed'
          and o.email_index = any(${indexes}::bytea[]))`),
);

const ownPhone = statement<Claim>('write')(({ bankId, indexes, userId }) =>
  rawQuery(sql`
    update identity.user_account set modified_at = modified_at
     where bank_id = ${bankId} and user_id = ${userId} and not exists (
       select from identity.user_account as o
        where o.bank_id = ${bankId} and o.user_id <> ${userId} and o.status <> 'closed'
          and o.phone_index = any(${indexes}::bytea[]))`),
);

/**
 * Writes a user, and keeps contacts unique while two index keys are in use. Then one user may have a contact under the
 * old index and another one under the new index, which no constraint detects: so writers of the same contact lock it
 * under each key, and check both indexes afterwards.
 */
export function writeWithUniqueContacts(
  work: Writer,
  { bankId, identityVault }: UserDeps,
  user: Pick<User, 'userId' | 'profile' | 'state'>,
  write: () => void,
): void {
  const { profile, state, userId } = user;
  const indexesOf = (kind: 'email' | 'phone'): readonly Buffer[] => {
    const value = profile[kind];
    return value === undefined ? [] : identityVault.contactIndexes(bankId, kind, value);
  };
  const [email, phone] = [indexesOf('email'), indexesOf('phone')];
  const isGuarded = state !== 'closed' && (email.length > 1 || phone.length > 1);
  if (isGuarded) work.write(lock({ indexes: [...email, ...phone] }));
  write();
  if (!isGuarded) return;
  if (email.length > 1)
    work.write(ownEmail({ bankId, userId, indexes: email }), {
      rows: { count: 1, otherwise: problems['email-already-used'] },
    });
  if (phone.length > 1)
    work.write(ownPhone({ bankId, userId, indexes: phone }), {
      rows: { count: 1, otherwise: problems['phone-number-already-used'] },
    });
}

import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { rowCounter } from '#platform/key-ring/count-rows.ts';
import { type IndexedRow, type IndexWalk, openedRow } from '#platform/key-ring/index-walk.ts';
import type { IdentityVault } from './identity-vault.ts';
import { linkedLoginEncryptionContext } from './linked-login-encryption.ts';
import { rawQuery } from './tables.ts';

interface AfterUser {
  readonly bankId: string;
  readonly after: string;
  readonly rowsMax: number;
}

interface UserRow {
  readonly user_id: string;
  readonly sealed_profile: Buffer;
  readonly email_index: Buffer | null;
  readonly phone_index: Buffer | null;
}

const users = statement<AfterUser>()(({ after, bankId, rowsMax }) =>
  rawQuery(sql<UserRow>`
    select user_id, sealed_profile, email_index, phone_index from identity.user_account
     where bank_id = ${bankId} and user_id > ${after} order by user_id limit ${rowsMax}`),
);

const countUsers = rowCounter({
  table: 'identity.user_account',
  key: [{ name: 'user_id', type: 'text' }],
});

interface UserIndexes {
  readonly bankId: string;
  readonly userId: string;
  readonly sealedProfile: Buffer;
  readonly emailIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly emailBefore: Buffer | null;
  readonly phoneBefore: Buffer | null;
}

/** Updates only if contacts and indexes are unchanged: the same ciphertext, or one that was only re-encrypted since. */
const updateUser = statement<UserIndexes>('write')((row) =>
  rawQuery(sql`
    update identity.user_account set email_index = ${row.emailIndex}, phone_index = ${row.phoneIndex}
     where bank_id = ${row.bankId} and user_id = ${row.userId} and sealed_profile = ${row.sealedProfile}
       and email_index is not distinct from ${row.emailBefore} and phone_index is not distinct from ${row.phoneBefore}`),
);

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

/** Returns the stored indexes of a user's contacts, and those that the current keys produce. */
function indexedUser(vault: IdentityVault, bankId: string, row: UserRow): IndexedRow {
  const indexOf = (kind: 'email' | 'phone', value: string | undefined): Buffer | null =>
    value === undefined ? null : vault.contactIndexes(bankId, kind, value)[0];
  const profile = vault.openProfile(bankId, row.user_id, row.sealed_profile);
  const emailIndex = indexOf('email', profile.email);
  const phoneIndex = indexOf('phone', profile.phone);
  const pairs = [
    [row.email_index, emailIndex],
    [row.phone_index, phoneIndex],
  ] as const;
  const stored = pairs.filter(([before]) => before !== null);
  const isCurrent = pairs.every(([before, after]) => isSame(before, after));
  const change = {
    bankId,
    userId: row.user_id,
    sealedProfile: row.sealed_profile,
    emailIndex,
    phoneIndex,
    emailBefore: row.email_index,
    phoneBefore: row.phone_index,
  };
  return {
    key: [row.user_id],
    indexes: {
      stored: stored.length,
      current: stored.filter(([before, after]) => isSame(before, after)).length,
    },
    update: isCurrent ? undefined : [updateUser(change)],
  };
}

function userWalk(database: Database, vault: IdentityVault): IndexWalk {
  return {
    task: 'identity.user_account',
    count: (bankId) => countUsers(database, bankId),
    async list(bankId, after, rowsMax) {
      const rows = await database.forBank(bankId).rows(users({ bankId, after: after?.[0] ?? '', rowsMax }));
      return rows.map((row) => openedRow([row.user_id], () => indexedUser(vault, bankId, row)));
    },
  };
}

const logins = statement<{
  readonly bankId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly rowsMax: number;
}>()(({ bankId, issuer, rowsMax, subject }) =>
  rawQuery(sql<{ issuer: string; subject: string; sealed_login: Buffer; login_index: Buffer }>`
    select issuer, subject, sealed_login, login_index from identity.linked_login
     where bank_id = ${bankId} and (issuer, subject) > (${issuer}, ${subject})
     order by issuer, subject limit ${rowsMax}`),
);

const countLogins = rowCounter({
  table: 'identity.linked_login',
  key: [
    { name: 'issuer', type: 'text' },
    { name: 'subject', type: 'text' },
  ],
});

const updateLogin = statement<{
  readonly bankId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly before: Buffer;
  readonly after: Buffer;
}>('write')((row) =>
  rawQuery(sql`
    update identity.linked_login set login_index = ${row.after}
     where bank_id = ${row.bankId} and issuer = ${row.issuer} and subject = ${row.subject}
       and login_index = ${row.before}`),
);

function loginWalk(database: Database, vault: IdentityVault): IndexWalk {
  return {
    task: 'identity.linked_login',
    count: (bankId) => countLogins(database, bankId),
    async list(bankId, after, rowsMax) {
      const [issuerBefore = '', subjectBefore = ''] = after ?? [];
      const rows = await database
        .forBank(bankId)
        .rows(logins({ bankId, issuer: issuerBefore, subject: subjectBefore, rowsMax }));
      return rows.map(({ issuer, login_index: before, sealed_login: sealed, subject }) => {
        const key = [issuer, subject];
        return openedRow(key, () => {
          const login = vault.openText(linkedLoginEncryptionContext({ bankId, issuer, subject }), sealed);
          const [index] = vault.loginIndexes(bankId, login);
          const isCurrent = index.equals(before);
          return {
            key,
            indexes: { stored: 1, current: isCurrent ? 1 : 0 },
            update: isCurrent ? undefined : [updateLogin({ bankId, issuer, subject, before, after: index })],
          };
        });
      });
    },
  };
}

/** Returns the tables of identity with look-up indexes. Contact verifications expire within hours and are skipped. */
export function identityIndexWalks(database: Database, vault: IdentityVault): readonly IndexWalk[] {
  return [userWalk(database, vault), loginWalk(database, vault)];
}

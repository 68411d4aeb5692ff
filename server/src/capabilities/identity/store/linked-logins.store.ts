import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { problems } from '../problems.ts';
import { type LoginKey, linkedLoginEncryptionContext } from './linked-login-encryption.ts';
import { tables } from './tables.ts';
import type { UserDeps } from './users.store.ts';

/** A login at another provider. Issuer and subject are the key; the login name is for display. */
export interface LinkedLogin {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly login: string;
}

/** A login that is linked, with the time since when. */
export interface StoredLogin extends LinkedLogin {
  readonly linkedAt: Temporal.Instant;
}

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

const ofUser = statement<OfUser>()(({ bankId, userId }) =>
  tables
    .selectFrom('linked_login')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('subject'),
);

/** Lists the logins of a user, the oldest first; at most `linkedLoginsMax`. */
export async function listLinkedLogins(
  db: Reader,
  { bankId, identityVault }: UserDeps,
  userId: string,
): Promise<readonly StoredLogin[]> {
  const rows = await db.rows(ofUser({ bankId, userId }));
  return rows.map(({ created_at, issuer, provider, sealed_login, subject }) => ({
    linkedAt: created_at,
    provider,
    issuer,
    subject,
    login: identityVault.openText(linkedLoginEncryptionContext({ bankId, issuer, subject }), sealed_login),
  }));
}

const owner = statement<LoginKey>()(({ bankId, issuer, subject }) =>
  tables
    .selectFrom('linked_login')
    .select('user_id')
    .where('bank_id', '=', bankId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject),
);

/** Finds the user to whom a login is linked. */
export async function findLoginOwner(db: Reader, key: LoginKey): Promise<string | undefined> {
  return (await db.first(owner(key)))?.user_id;
}

interface NewRow extends LoginKey {
  readonly userId: string;
  readonly provider: string;
  readonly sealedLogin: Buffer;
  readonly loginIndex: Buffer;
  readonly now: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('linked_login').values({
    bank_id: row.bankId,
    issuer: row.issuer,
    subject: row.subject,
    user_id: row.userId,
    provider: row.provider,
    sealed_login: row.sealedLogin,
    login_index: row.loginIndex,
    created_at: row.now,
  }),
);

/** Links a login; of two users who link the same one concurrently, one succeeds. */
export function insertLinkedLogin(
  work: Writer,
  { bankId, identityVault }: UserDeps,
  given: LinkedLogin & { readonly userId: string; readonly now: Temporal.Instant },
): void {
  const { issuer, login, now, provider, subject, userId } = given;
  const key = { bankId, issuer, subject };
  work.write(
    insert({
      ...key,
      userId,
      provider,
      sealedLogin: identityVault.sealText(linkedLoginEncryptionContext(key), login),
      loginIndex: identityVault.loginIndexes(bankId, login)[0],
      now,
    }),
    { constraints: { linked_login_pkey: problems['login-already-used'] } },
  );
}

interface ByLogin extends OfUser {
  readonly loginIndexes: readonly Buffer[];
}

const byLogin = statement<ByLogin>()(({ bankId, loginIndexes, userId }) =>
  tables
    .selectFrom('linked_login')
    .select('provider')
    .where('bank_id', '=', bankId)
    .where('login_index', '=', sql<Buffer>`any(${loginIndexes}::bytea[])`)
    .where('user_id', '=', userId),
);

/** Lists the providers at which a user has a login of this name. */
export async function listProvidersOf(db: Reader, key: ByLogin): Promise<readonly string[]> {
  const rows = await db.rows(byLogin(key));
  return [...new Set(rows.map(({ provider }) => provider))];
}

const remove = statement<ByLogin & { readonly provider: string }>('write')(
  ({ bankId, loginIndexes, provider, userId }) =>
    tables
      .deleteFrom('linked_login')
      .where('bank_id', '=', bankId)
      .where('login_index', '=', sql<Buffer>`any(${loginIndexes}::bytea[])`)
      .where('user_id', '=', userId)
      .where('provider', '=', provider),
);

export function deleteLinkedLogin(work: Writer, key: ByLogin & { readonly provider: string }): void {
  work.write(remove(key));
}

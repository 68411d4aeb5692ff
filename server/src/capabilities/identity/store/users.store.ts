import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement, type Slots, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type User, type UserState, userStates } from '../domain/user.ts';
import { problems } from '../problems.ts';
import { writeWithUniqueContacts } from './contact-claims.store.ts';
import type { UserAccountTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';
import type { UserDeps } from './user-deps.ts';

export { emptyProfile, type UserDeps } from './user-deps.ts';

function there<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

function userOf({ bankId, identityVault }: UserDeps, row: UserAccountTable): User {
  return {
    userId: row.user_id,
    username: row.username,
    kind: row.kind === 'agent' ? 'agent' : 'customer',
    customerNumber: there(row.customer_number),
    state: stateOf(row.status),
    profile: identityVault.openProfile(bankId, row.user_id, row.sealed_profile),
    openEmailAt: there(row.open_email_at),
    openPhoneAt: there(row.open_phone_at),
    phoneCoolingOffUntil: there(row.phone_cooling_off_until),
    termsVersion: there(row.terms_version),
    lastLoginAt: there(row.last_login_at),
    lastAnswerValidatedAt: there(row.last_answer_validated_at),
    lastPasswordResetAt: there(row.last_password_reset_at),
    hintPictureId: there(row.hint_picture_id),
    profilePictureId: there(row.profile_picture_id),
    rowVersion: row.row_version,
    createdAt: row.created_at,
  };
}

function stateOf(word: string): UserState {
  return userStates.find((state) => state === word) ?? 'suspended';
}

interface ById {
  readonly bankId: string;
  readonly userId: string;
}

const byId = statement<ById>()(({ bankId, userId }) =>
  tables.selectFrom('user_account').selectAll().where('bank_id', '=', bankId).where('user_id', '=', userId),
);

export async function findUser(db: Reader, deps: UserDeps, userId: string): Promise<User | undefined> {
  const row = await db.first(byId({ bankId: deps.bankId, userId }));
  return row && userOf(deps, row);
}

const lockById = statement<ById>('lock')(({ bankId, userId }) =>
  tables
    .selectFrom('user_account')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .forUpdate(),
);

/** Locks a user: other commands that change the user wait. */
export async function lockUser(work: Writer, deps: UserDeps, userId: string): Promise<User | undefined> {
  const row = await work.lock(lockById({ bankId: deps.bankId, userId }));
  return row && userOf(deps, row);
}

/** As a literal: with a parameter the generic plan could not use the partial index. */
const notClosed = sql.lit('closed' as const);

const byUsername = statement<{ readonly bankId: string; readonly username: string }>()(
  ({ bankId, username }) =>
    tables
      .selectFrom('user_account')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('username', '=', username)
      .where('status', '<>', notClosed),
);

export async function findUserByName(
  db: Reader,
  deps: UserDeps,
  username: string,
): Promise<User | undefined> {
  const row = await db.first(byUsername({ bankId: deps.bankId, username }));
  return row && userOf(deps, row);
}

/** The data of a user that a page needs before any factor is verified. */
export interface NamedUser {
  readonly userId: string | undefined;
  readonly hintPictureId: string | undefined;
}

/** Returns one row whether or not the user exists, without any encrypted column. */
const named = statement<{ readonly bankId: string; readonly username: string }>()(({ bankId, username }) =>
  rawQuery(sql<{ user_id: string | null; hint_picture_id: string | null }>`
    select max(user_id) as user_id, max(hint_picture_id) as hint_picture_id from identity.user_account
     where bank_id = ${bankId} and username = ${username} and status <> 'closed'`),
);

/** Finds the user with a username; takes the same time for an unknown username. */
export async function findNamedUser(
  db: Reader,
  criteria: { readonly bankId: string; readonly username: string },
): Promise<NamedUser> {
  const row = await db.first(named(criteria));
  return { userId: row?.user_id ?? undefined, hintPictureId: row?.hint_picture_id ?? undefined };
}

const byIds = statement<{ readonly bankId: string; readonly userIds: readonly string[] }>()(
  ({ bankId, userIds }) =>
    rawQuery(sql<UserAccountTable>`
      select * from identity.user_account where bank_id = ${bankId} and user_id = any(${userIds}::text[])`),
);

export async function findUsers(
  db: Reader,
  deps: UserDeps,
  userIds: readonly string[],
): Promise<readonly User[]> {
  const rows = await db.rows(byIds({ bankId: deps.bankId, userIds }));
  return rows.map((row) => userOf(deps, row));
}

const byCustomers = statement<{ readonly bankId: string; readonly customerNumbers: readonly string[] }>()(
  ({ bankId, customerNumbers }) =>
    rawQuery(sql<UserAccountTable>`
      select * from identity.user_account
       where bank_id = ${bankId} and customer_number = any(${customerNumbers}::text[]) and status <> 'closed'`),
);

/** Finds all users of these customers, except closed ones. */
export async function findUsersOfCustomers(
  db: Reader,
  deps: UserDeps,
  customerNumbers: readonly string[],
): Promise<readonly User[]> {
  const rows = await db.rows(byCustomers({ bankId: deps.bankId, customerNumbers }));
  return rows.map((row) => userOf(deps, row));
}

const idsOfCustomer = statement<{ readonly bankId: string; readonly customerNumber: string }>()(
  ({ bankId, customerNumber }) =>
    tables
      .selectFrom('user_account')
      .select('user_id')
      .where('bank_id', '=', bankId)
      .where('customer_number', '=', customerNumber)
      .orderBy('user_id'),
);

/** Lists the users of a customer in the order of their ids, closed ones included. */
export async function listUserIdsOf(
  db: Reader,
  criteria: { readonly bankId: string; readonly customerNumber: string },
): Promise<readonly string[]> {
  return (await db.rows(idsOfCustomer(criteria))).map(({ user_id: userId }) => userId);
}

/** Exact search criteria; all of them must match. */
export interface UserCriteria {
  readonly customerNumber: string | undefined;
  readonly emailIndexes: readonly Buffer[] | undefined;
  readonly phoneIndexes: readonly Buffer[] | undefined;
  readonly loginIndexes: readonly Buffer[] | undefined;
}

const severalAreEnough = 2;

/** Only the given criteria are in the text: with `is null or`, a generic plan reads all users of the bank. */
function criteriaOf(bankId: string, criteria: UserCriteria): RawBuilder<boolean> {
  const { customerNumber, emailIndexes, loginIndexes, phoneIndexes } = criteria;
  const parts: readonly (RawBuilder<boolean> | undefined)[] = [
    sql<boolean>`u.bank_id = ${bankId} and u.status <> 'closed'`,
    customerNumber === undefined ? undefined : sql<boolean>`u.customer_number = ${customerNumber}`,
    emailIndexes && sql<boolean>`u.email_index = any(${emailIndexes}::bytea[])`,
    phoneIndexes && sql<boolean>`u.phone_index = any(${phoneIndexes}::bytea[])`,
    loginIndexes &&
      sql<boolean>`u.user_id = any(array(
        select l.user_id from identity.linked_login l
         where l.bank_id = ${bankId} and l.login_index = any(${loginIndexes}::bytea[])))`,
  ];
  return sql.join(
    parts.filter((part) => part !== undefined),
    sql` and `,
  );
}

/** Finds the users that match all criteria; at most two, because two already mean more than one. */
export async function findUsersBy(
  db: Reader,
  deps: UserDeps,
  criteria: UserCriteria,
): Promise<readonly User[]> {
  const rows = await db.rows(
    dynamicStatement(
      rawQuery(sql<UserAccountTable>`
        select u.* from identity.user_account u where ${criteriaOf(deps.bankId, criteria)}
         limit ${sql.lit(severalAreEnough)}`),
    ),
  );
  return rows.map((row) => userOf(deps, row));
}

type NewUser = Omit<User, 'rowVersion'>;
type SavedUser = ReturnType<typeof rowOf> & { readonly now: Temporal.Instant };

function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}

/** Returns when a pending contact was submitted; null when none is pending. */
function openAt(contact: string | undefined, at: Temporal.Instant | undefined): Temporal.Instant | null {
  return contact === undefined ? null : orNull(at);
}

function rowOf(
  { bankId, identityVault }: UserDeps,
  user: NewUser,
): Omit<UserAccountTable, 'row_version' | 'created_at' | 'modified_at' | 'status_since' | 'closed_at'> {
  const { profile, userId } = user;
  const indexOf = (kind: 'email' | 'phone', value: string | undefined): Buffer | null =>
    value === undefined ? null : identityVault.contactIndexes(bankId, kind, value)[0];
  return {
    bank_id: bankId,
    user_id: userId,
    username: user.username,
    kind: user.kind,
    customer_number: orNull(user.customerNumber),
    status: user.state,
    sealed_profile: identityVault.sealProfile(bankId, userId, profile),
    email_index: indexOf('email', profile.email),
    phone_index: indexOf('phone', profile.phone),
    open_email_at: openAt(profile.openEmail, user.openEmailAt),
    open_phone_at: openAt(profile.openPhone, user.openPhoneAt),
    phone_cooling_off_until: orNull(user.phoneCoolingOffUntil),
    terms_version: orNull(user.termsVersion),
    last_login_at: orNull(user.lastLoginAt),
    last_answer_validated_at: orNull(user.lastAnswerValidatedAt),
    last_password_reset_at: orNull(user.lastPasswordResetAt),
    hint_picture_id: orNull(user.hintPictureId),
    profile_picture_id: orNull(user.profilePictureId),
  };
}

/** Problems for unique constraints: when two users claim the same value concurrently, the database decides. */
const taken = {
  user_account_username: problems['username-already-used'],
  user_account_email: problems['email-already-used'],
  user_account_phone: problems['phone-number-already-used'],
};

/** Returns the column values of a user. */
function columnsOf(row: Slots<SavedUser>): Omit<Slots<SavedUser>, 'bank_id' | 'user_id' | 'now'> {
  return {
    username: row.username,
    kind: row.kind,
    customer_number: row.customer_number,
    status: row.status,
    sealed_profile: row.sealed_profile,
    email_index: row.email_index,
    phone_index: row.phone_index,
    open_email_at: row.open_email_at,
    open_phone_at: row.open_phone_at,
    phone_cooling_off_until: row.phone_cooling_off_until,
    terms_version: row.terms_version,
    last_login_at: row.last_login_at,
    last_answer_validated_at: row.last_answer_validated_at,
    last_password_reset_at: row.last_password_reset_at,
    hint_picture_id: row.hint_picture_id,
    profile_picture_id: row.profile_picture_id,
  };
}

const insert = statement<SavedUser>('write')((row) =>
  tables.insertInto('user_account').values({
    ...columnsOf(row),
    bank_id: row.bank_id,
    user_id: row.user_id,
    status_since: row.now,
    closed_at: null,
    row_version: sql.lit(1n),
    created_at: row.now,
    modified_at: row.now,
  }),
);

export function insertUser(work: Writer, deps: UserDeps, user: NewUser): void {
  writeWithUniqueContacts(work, deps, user, () =>
    work.write(insert({ ...rowOf(deps, user), now: user.createdAt }), { constraints: taken }),
  );
}

const update = statement<SavedUser>('write')((row) =>
  tables
    .updateTable('user_account')
    .set({
      ...columnsOf(row),
      status_since: sql`case when status = ${row.status} then status_since else ${row.now}::timestamptz end`,
      closed_at: sql`case when ${row.status} = 'closed' then coalesce(closed_at, ${row.now}::timestamptz) end`,
      row_version: sql`row_version + 1`,
      modified_at: row.now,
    })
    .where('bank_id', '=', row.bank_id)
    .where('user_id', '=', row.user_id),
);

/** Saves a user that the command has locked. */
export function updateUser(
  work: Writer,
  deps: UserDeps & { readonly now: Temporal.Instant },
  user: User,
): void {
  writeWithUniqueContacts(work, deps, user, () =>
    work.write(update({ ...rowOf(deps, user), now: deps.now }), {
      constraints: taken,
      rows: { count: 1, otherwise: standardProblems.conflict },
    }),
  );
}

const login = statement<ById & { readonly now: Temporal.Instant }>('write')(({ bankId, now, userId }) =>
  tables
    .updateTable('user_account')
    .set({ last_login_at: now, modified_at: now })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId),
);

/** Records the last sign-in; does not change the row version, because the profile is unchanged. */
export function updateLastLogin(work: Writer, key: ById & { readonly now: Temporal.Instant }): void {
  work.write(login(key));
}

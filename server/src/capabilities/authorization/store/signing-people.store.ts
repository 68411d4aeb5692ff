import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Absence, Membership } from '../domain/signing/roster.ts';
import type { SigningAbsenceTable, SigningGroupMemberTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

interface OwnerKey {
  readonly bankId: string;
  readonly owner: string;
  readonly now: Temporal.Instant;
}

const members = statement<OwnerKey>()(({ bankId, owner }) =>
  rawQuery(sql<SigningGroupMemberTable>`
    select * from "authorization".signing_group_member
     where bank_id = ${bankId} and owner in (${owner}, '*')
     order by owner, group_id, user_id`),
);

/** Lists the members of the groups of an owner and of the bank. */
export async function listMembers(db: Reader, key: OwnerKey): Promise<readonly Membership[]> {
  return (await db.rows(members(key))).map((row) =>
    omitUndefined({
      entityLevel: row.owner === '*' ? ('special-group' as const) : ('customer-group' as const),
      group: row.group_id,
      userId: row.user_id,
      validFrom: row.valid_from,
      validUntil: row.valid_until ?? undefined,
    }),
  );
}

const absences = statement<OwnerKey>()(({ bankId, now, owner }) =>
  rawQuery(sql<SigningAbsenceTable>`
    select * from "authorization".signing_absence
     where bank_id = ${bankId} and owner = ${owner} and absent_until > ${now}::timestamptz - interval '400 days'
     order by absent_from, absence_id`),
);

/** Lists present and past absences: a delegated signature is evaluated at the time when it was given. */
export async function listAbsences(db: Reader, key: OwnerKey): Promise<readonly Absence[]> {
  return (await db.rows(absences(key))).map((row) =>
    omitUndefined({
      owner: row.owner,
      userId: row.user_id,
      from: row.absent_from,
      until: row.absent_until,
      delegateId: row.delegate_id ?? undefined,
    }),
  );
}

interface GroupKey {
  readonly bankId: string;
  readonly owner: string;
  readonly groupId: string;
}

const deleteMembers = statement<GroupKey>('write')(({ bankId, groupId, owner }) =>
  tables
    .deleteFrom('signing_group_member')
    .where('bank_id', '=', bankId)
    .where('owner', '=', owner)
    .where('group_id', '=', groupId),
);

interface Member extends GroupKey {
  readonly userId: string;
  readonly validFrom: Temporal.Instant;
  readonly validUntil: Temporal.Instant | undefined;
  readonly now: Temporal.Instant;
}

const insertMember = statement<Member>('write')((row) =>
  tables.insertInto('signing_group_member').values({
    bank_id: row.bankId,
    owner: row.owner,
    group_id: row.groupId,
    user_id: row.userId,
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

/** Replaces the members of a group. */
export function replaceMembers(
  work: Writer,
  key: GroupKey,
  people: readonly Omit<Member, keyof GroupKey>[],
): void {
  work.write(deleteMembers(key));
  for (const person of people) work.write(insertMember({ ...key, ...person }));
}

interface NewAbsence {
  readonly bankId: string;
  readonly absenceId: string;
  readonly owner: string;
  readonly userId: string;
  readonly delegateId: string | undefined;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insertRow = statement<NewAbsence>('write')((row) =>
  tables.insertInto('signing_absence').values({
    bank_id: row.bankId,
    absence_id: row.absenceId,
    owner: row.owner,
    user_id: row.userId,
    delegate_id: row.delegateId,
    absent_from: row.from,
    absent_until: row.until,
    created_at: row.now,
  }),
);

export function insertAbsence(work: Writer, absence: NewAbsence): void {
  work.write(insertRow(absence));
}

const lock = statement<{
  readonly bankId: string;
  readonly userId: string;
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, userId }) =>
  rawQuery(sql`
    insert into "authorization".signer (bank_id, user_id, created_at) values (${bankId}, ${userId}, ${now})
    on conflict (bank_id, user_id) do update set created_at = signer.created_at`),
);

/** Locks a signer: a signature and a revocation of the right to sign wait for each other before either reads. */
export async function lockSigner(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string; readonly now: Temporal.Instant },
): Promise<void> {
  await work.executeAll(lock(key));
}

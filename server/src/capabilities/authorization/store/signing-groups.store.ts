import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { GroupPeriods, PastMembership } from '../domain/signing/group-periods.ts';
import type { GroupMember } from '../domain/signing/signing-change.ts';
import type { SigningGroupMemberTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** One group of an owner. */
export interface GroupKey {
  readonly bankId: string;
  readonly owner: string;
  readonly groupId: string;
}

const current = statement<GroupKey>('lock')(({ bankId, groupId, owner }) =>
  rawQuery(sql<SigningGroupMemberTable>`
    select * from "authorization".signing_group_member
     where bank_id = ${bankId} and owner = ${owner} and group_id = ${groupId} order by user_id for update`),
);

/** Locks the members of a group. */
export async function lockGroupMembers(work: Writer, key: GroupKey): Promise<readonly GroupMember[]> {
  return (await work.lockAll(current(key))).map(memberOf);
}

const deleteMembers = statement<GroupKey>('write')(({ bankId, groupId, owner }) =>
  tables
    .deleteFrom('signing_group_member')
    .where('bank_id', '=', bankId)
    .where('owner', '=', owner)
    .where('group_id', '=', groupId),
);

interface MemberRow extends GroupKey {
  readonly userId: string;
  readonly validFrom: Temporal.Instant;
  readonly validUntil: Temporal.Instant | undefined;
  readonly now: Temporal.Instant;
}

const insertMember = statement<MemberRow>('write')((row) =>
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

interface PastRow extends GroupKey, PastMembership {
  readonly changeId: string;
}

const insertPast = statement<PastRow>('write')((row) =>
  tables.insertInto('signing_group_past').values({
    bank_id: row.bankId,
    owner: row.owner,
    group_id: row.groupId,
    user_id: row.userId,
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    change_id: row.changeId,
  }),
);

/** Replaces the members of a group, whose rows the caller has locked, and keeps the periods that ended. */
export function replaceMembers(
  work: Writer,
  key: GroupKey,
  {
    changeId,
    ended,
    members,
    now,
  }: GroupPeriods & { readonly changeId: string; readonly now: Temporal.Instant },
): void {
  work.write(deleteMembers(key));
  for (const member of members) work.write(insertMember({ ...key, ...member, now }));
  for (const past of ended) work.write(insertPast({ ...key, ...past, changeId }));
}

interface GroupScope {
  readonly bankId: string;
  readonly owner: string;
  readonly at: Temporal.Instant;
  readonly listMax: number;
}

interface PeriodRow {
  readonly group_id: string;
  readonly user_id: string;
  readonly valid_from: Temporal.Instant;
  readonly valid_until: Temporal.Instant | null;
}

const heldAt = statement<GroupScope>()(({ at, bankId, listMax, owner }) =>
  rawQuery(sql<PeriodRow>`
    select group_id, user_id, valid_from, valid_until from "authorization".signing_group_member
     where bank_id = ${bankId} and owner = ${owner} and valid_from <= ${at} and (valid_until is null or valid_until > ${at})
    union all
    select group_id, user_id, valid_from, valid_until from "authorization".signing_group_past
     where bank_id = ${bankId} and owner = ${owner} and valid_from <= ${at} and valid_until > ${at}
     order by group_id, user_id limit ${listMax}`),
);

/** A member of one of the groups of an owner. */
export interface ListedMember extends GroupMember {
  readonly groupId: string;
}

/** Lists who was a member of the groups of an owner at a time. */
export async function listGroupMembersAt(db: Reader, scope: GroupScope): Promise<readonly ListedMember[]> {
  return (await db.rows(heldAt(scope))).map((row) => ({ groupId: row.group_id, ...memberOf(row) }));
}

function memberOf(row: Omit<PeriodRow, 'group_id'>): GroupMember {
  return { userId: row.user_id, validFrom: row.valid_from, validUntil: row.valid_until ?? undefined };
}

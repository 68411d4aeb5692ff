import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface OfOwner {
  readonly bankId: string;
  readonly owner: string;
}

const deleteOwnersChanges = statement<OfOwner>('write')(({ bankId, owner }) =>
  rawQuery(sql`delete from "authorization".signing_change where bank_id = ${bankId} and owner = ${owner}`),
);
const deleteOwnersPast = statement<OfOwner>('write')(({ bankId, owner }) =>
  rawQuery(
    sql`delete from "authorization".signing_group_past where bank_id = ${bankId} and owner = ${owner}`,
  ),
);
const deleteOwnersMembers = statement<OfOwner>('write')(({ bankId, owner }) =>
  rawQuery(
    sql`delete from "authorization".signing_group_member where bank_id = ${bankId} and owner = ${owner}`,
  ),
);
const deleteOwnersAbsences = statement<OfOwner>('write')(({ bankId, owner }) =>
  rawQuery(sql`delete from "authorization".signing_absence where bank_id = ${bankId} and owner = ${owner}`),
);

/** Deletes the groups and absences of an owner, with their history and the changes of the rules. */
export function deleteSigningOfOwner(work: Writer, key: OfOwner): void {
  for (const remove of [deleteOwnersChanges, deleteOwnersPast, deleteOwnersMembers, deleteOwnersAbsences])
    work.write(remove(key));
}

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

const deleteUsersChanges = statement<OfUser>('write')(({ bankId, userId }) =>
  rawQuery(sql`
    delete from "authorization".signing_change
     where bank_id = ${bankId} and subject in (
       select 'absence of ' || ${userId}::text
       union all
       select 'end of absence ' || absence_id from "authorization".signing_absence
        where bank_id = ${bankId} and user_id = ${userId})`),
);

const clearReasons = statement<OfUser>('write')(({ bankId, userId }) =>
  rawQuery(sql`
    update "authorization".signing_change set reason = ''
     where bank_id = ${bankId} and reason <> '' and change_id = any(array(
       select named from "authorization".signing_changes_naming(${userId}) named
       union all
       select change_id from "authorization".signing_group_past
        where bank_id = ${bankId} and user_id = ${userId}))`),
);

// An absence has the id of the change that entered it.
const clearReasonsOfEnds = statement<OfUser>('write')(({ bankId, userId }) =>
  rawQuery(sql`
    update "authorization".signing_change set reason = ''
     where bank_id = ${bankId} and reason <> '' and subject = any(array(
       select 'end of absence ' || named from "authorization".signing_changes_naming(${userId}) named))`),
);

const deleteUsersPast = statement<OfUser>('write')(({ bankId, userId }) =>
  rawQuery(
    sql`delete from "authorization".signing_group_past where bank_id = ${bankId} and user_id = ${userId}`,
  ),
);

const deleteUsersAbsences = statement<OfUser>('write')(({ bankId, userId }) =>
  rawQuery(
    sql`delete from "authorization".signing_absence where bank_id = ${bankId} and user_id = ${userId}`,
  ),
);

/**
 * Deletes the absences and former memberships of a user, and the texts about them. Changes of groups stay, without their
 * reason: they are decisions about the owner.
 */
export function deleteSigningOfUser(work: Writer, key: OfUser): void {
  // In this order: the changes are found by the rows that are deleted after them.
  const removals = [
    deleteUsersChanges,
    clearReasons,
    clearReasonsOfEnds,
    deleteUsersPast,
    deleteUsersAbsences,
  ];
  for (const remove of removals) work.write(remove(key));
}

interface Scope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const purgeChanges = statement<Scope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ one: number }>`
    delete from "authorization".signing_change where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".signing_change
       where bank_id = ${bankId} and state <> 'proposed' and decided_at < ${before}
       order by decided_at limit ${listMax}))
    returning 1 as one`),
);

const purgePast = statement<Scope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ one: number }>`
    delete from "authorization".signing_group_past where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".signing_group_past
       where bank_id = ${bankId} and valid_until < ${before} order by valid_until limit ${listMax}))
    returning 1 as one`),
);

const purgeAbsences = statement<Scope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ one: number }>`
    delete from "authorization".signing_absence where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".signing_absence
       where bank_id = ${bankId} and absent_until < ${before} order by absent_until limit ${listMax}))
    returning 1 as one`),
);

/** Purges decided changes, former memberships and absences whose retention is over; returns how many. */
export async function purgeSigningHistory(work: Writer, scope: Scope): Promise<number> {
  const purged = await Promise.all(
    [purgeChanges, purgePast, purgeAbsences].map((purge) => work.executeAll(purge(scope))),
  );
  return purged.reduce((sum, rows) => sum + rows.length, 0);
}

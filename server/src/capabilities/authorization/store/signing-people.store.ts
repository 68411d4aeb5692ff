import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Absence, Membership } from '../domain/signing/roster.ts';
import type { SigningAbsenceTable, SigningGroupMemberTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

interface MemberScope {
  readonly bankId: string;
  readonly owner: string;
  /** The groups that a rule names; the others count for nothing. */
  readonly groupIds: readonly string[];
  /** The time of the first signature that is evaluated. */
  readonly since: Temporal.Instant;
}

type MemberRow = Pick<
  SigningGroupMemberTable,
  'owner' | 'group_id' | 'user_id' | 'valid_from' | 'valid_until'
>;

const members = statement<MemberScope>()(({ bankId, groupIds, owner, since }) =>
  rawQuery(sql<MemberRow>`
    select owner, group_id, user_id, valid_from, valid_until from "authorization".signing_group_member
     where bank_id = ${bankId} and owner in (${owner}, '*') and group_id = any(${groupIds}::text[])
    union all
    select owner, group_id, user_id, valid_from, valid_until from "authorization".signing_group_past
     where bank_id = ${bankId} and owner in (${owner}, '*') and group_id = any(${groupIds}::text[])
       and valid_until > ${since}
     order by owner, group_id, user_id, valid_from`),
);

/**
 * Lists the members of these groups of an owner and of the bank, former ones included: a signature counts by the
 * membership of its time.
 */
export async function listMembers(db: Reader, key: MemberScope): Promise<readonly Membership[]> {
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

interface AbsenceScope {
  readonly bankId: string;
  readonly owner: string;
  /** The time of the first signature that is evaluated. */
  readonly since: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const absences = statement<AbsenceScope>()(({ bankId, now, owner, since }) =>
  rawQuery(sql<SigningAbsenceTable>`
    select * from "authorization".signing_absence
     where bank_id = ${bankId} and owner = ${owner} and absent_until > ${since} and absent_from <= ${now}
       and (ended_at is null or (ended_at > ${since} and ended_at > absent_from))
     order by absent_from, absence_id`),
);

/**
 * Lists absences of the time in which signatures were given: a delegated signature is evaluated at the time when it was
 * given.
 */
export async function listAbsences(db: Reader, key: AbsenceScope): Promise<readonly Absence[]> {
  return (await db.rows(absences(key))).map((row) =>
    omitUndefined({
      owner: row.owner,
      userId: row.user_id,
      from: row.absent_from,
      until: endOf(row),
      delegateId: row.delegate_id ?? undefined,
    }),
  );
}

function endOf({ absent_until: until, ended_at: endedAt }: SigningAbsenceTable): Temporal.Instant {
  return endedAt !== null && endedAt.epochNanoseconds < until.epochNanoseconds ? endedAt : until;
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

/** Locks several signers in the order of their ids. */
export async function lockSigners(
  work: Writer,
  {
    bankId,
    now,
    userIds,
  }: { readonly bankId: string; readonly userIds: readonly string[]; readonly now: Temporal.Instant },
): Promise<void> {
  const ordered = [...new Set(userIds)].toSorted();
  // All are sent together; the database locks in this order.
  await Promise.all(ordered.map((userId) => lockSigner(work, { bankId, userId, now })));
}

/** Locks a signer: a signature and a revocation of the right to sign wait for each other before either reads. */
export async function lockSigner(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string; readonly now: Temporal.Instant },
): Promise<void> {
  await work.executeAll(lock(key));
}

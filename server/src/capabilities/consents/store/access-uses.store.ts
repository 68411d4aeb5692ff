import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface UseCriteria {
  readonly bankId: string;
  readonly consentId: string;
  readonly day: Temporal.PlainDate;
  readonly target: string;
  readonly usesMax: number;
}

const count = statement<UseCriteria>('write')(({ bankId, consentId, day, target, usesMax }) =>
  rawQuery(sql<{ uses: number }>`
    insert into consents.access_use as counted (bank_id, consent_id, used_on, target, uses)
    values (${bankId}, ${consentId}, ${day}, ${target}, 1)
    on conflict (bank_id, consent_id, used_on, target)
      do update set uses = counted.uses + 1 where counted.uses < ${usesMax}
    returning uses`),
);

/** Counts a use, unless the limit is reached; returns how many there are then, or undefined. */
export async function countUse(db: Autocommit, criteria: UseCriteria): Promise<number | undefined> {
  const { consentId, day, target } = criteria;
  return (await db.executeShared(count(criteria), `${consentId} ${day.toString()} ${target}`))?.uses;
}

interface TargetsCriteria {
  readonly bankId: string;
  readonly consentId: string;
  readonly targets: readonly string[];
}

const countTargets = statement<TargetsCriteria>()(({ bankId, consentId, targets }) =>
  rawQuery(sql<{ used: number }>`
    select count(distinct target)::integer as used from consents.access_use
     where bank_id = ${bankId} and consent_id = ${consentId} and target = any(${targets}::text[])`),
);

/** Returns how many of the targets were used at least once. */
export async function countTargetsUsed(db: Reader, criteria: TargetsCriteria): Promise<number> {
  return (await db.first(countTargets(criteria)))?.used ?? 0;
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.PlainDate;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ target: string }>`
    delete from consents.access_use where bank_id = ${bankId} and ctid = any (array(
      select ctid from consents.access_use
       where bank_id = ${bankId} and used_on < ${before} order by used_on limit ${max} for update skip locked))
    returning target`),
);

/** Deletes counts of days that are over; returns how many. */
export async function deleteOldUses(work: Writer, criteria: RemovalCriteria): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}

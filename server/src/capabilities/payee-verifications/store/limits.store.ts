import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface CallerCriteria {
  readonly bankId: string;
  readonly organisationId: string;
}

interface CallerUse extends CallerCriteria {
  /** The second, and the moment, of the request. */
  readonly second: Temporal.Instant;
  readonly now: Temporal.Instant;
  /** An hour before. */
  readonly since: Temporal.Instant;
  readonly secondMax: number;
  readonly closeMax: number;
  /** 1 for a request; 0 for a payee of a list, whose request was counted before. */
  readonly requests: number;
  /** How many answers may become close matches. */
  readonly answers: number;
}

// Clocks of processes differ: a second that is over for another process is not begun again.
const useCaller = statement<CallerUse>('write')((use) =>
  rawQuery(sql<{ hour_at: Temporal.Instant }>`
    insert into payee_verifications.caller_use as used
      (bank_id, organisation_id, second_at, second_uses, hour_at, close_matches)
    values (${use.bankId}, ${use.organisationId}, ${use.second}, ${use.requests}, ${use.now}, ${use.answers})
    on conflict (bank_id, organisation_id) do update
       set second_at = greatest(used.second_at, excluded.second_at),
           second_uses = excluded.second_uses
             + case when used.second_at >= excluded.second_at then used.second_uses else 0 end,
           hour_at = case when used.hour_at > ${use.since} then used.hour_at else excluded.hour_at end,
           close_matches = excluded.close_matches
             + case when used.hour_at > ${use.since} then used.close_matches else 0 end
     where (used.second_at < excluded.second_at or used.second_uses + excluded.second_uses <= ${use.secondMax})
       and (used.hour_at <= ${use.since} or used.close_matches + excluded.close_matches <= ${use.closeMax})
    returning hour_at`),
);

/**
 * Counts a request of a third party and reserves a close match for each answer; returns when the hour began in which they
 * count, or undefined if a limit is reached. Reserved before it is known what the answer is: otherwise a refusal would
 * tell it.
 */
export async function consumeCallerUse(
  db: Autocommit,
  use: CallerUse,
): Promise<Temporal.Instant | undefined> {
  return (await db.execute(useCaller(use)))?.hour_at;
}

interface CloseMatchRefund extends CallerCriteria {
  readonly hourAt: Temporal.Instant;
  readonly answers: number;
}

const refund = statement<CloseMatchRefund>('write')(({ answers, bankId, hourAt, organisationId }) =>
  rawQuery(sql<{ close_matches: number }>`
      update payee_verifications.caller_use set close_matches = greatest(0, close_matches - ${answers}::integer)
       where bank_id = ${bankId} and organisation_id = ${organisationId} and hour_at = ${hourAt}
      returning close_matches`),
);

/** Gives close matches back that were reserved and did not happen, unless another hour has begun since. */
export async function refundCloseMatches(db: Autocommit, criteria: CloseMatchRefund): Promise<void> {
  await db.execute(refund(criteria));
}

interface CallerUseRow {
  readonly hour_at: Temporal.Instant;
  readonly close_matches: number;
}

const findUse = statement<CallerCriteria>()(({ bankId, organisationId }) =>
  rawQuery(sql<CallerUseRow>`
    select hour_at, close_matches from payee_verifications.caller_use
     where bank_id = ${bankId} and organisation_id = ${organisationId}`),
);

export async function findCallerUse(db: Reader, criteria: CallerCriteria): Promise<CallerUseRow | undefined> {
  return db.first(findUse(criteria));
}

interface ProbeCriteria extends CallerCriteria {
  readonly ibanHash: Buffer;
  readonly nameHash: Buffer;
}

const useName = statement<
  ProbeCriteria & {
    readonly now: Temporal.Instant;
    readonly since: Temporal.Instant;
    readonly namesMax: number;
  }
>('write')((use) =>
  rawQuery(sql<{ names: number }>`
    insert into payee_verifications.probe as known
      (bank_id, organisation_id, iban_hash, name_hashes, asked_at, changed_at)
    values (${use.bankId}, ${use.organisationId}, ${use.ibanHash}, array[${use.nameHash}::bytea],
            array[${use.now}::timestamptz], ${use.now})
    on conflict (bank_id, organisation_id, iban_hash) do update
       set (name_hashes, asked_at) = (
             select array_agg(kept.name), array_agg(kept.at) from (
               select one.name, one.at from unnest(known.name_hashes, known.asked_at) as one (name, at)
                where one.at > ${use.since} and one.name <> ${use.nameHash}
               union all select ${use.nameHash}, ${use.now}::timestamptz) as kept),
           changed_at = excluded.changed_at
     where (select count(*) from unnest(known.name_hashes, known.asked_at) as one (name, at)
             where one.at > ${use.since} and one.name <> ${use.nameHash}) < ${use.namesMax}
    returning cardinality(name_hashes) as names`),
);

/** Notes a name for an account, unless too many others did not match; returns whether it did. */
export async function consumeName(
  db: Autocommit,
  use: ProbeCriteria & {
    readonly now: Temporal.Instant;
    readonly since: Temporal.Instant;
    readonly namesMax: number;
  },
): Promise<boolean> {
  return (await db.execute(useName(use))) !== undefined;
}

const forgetName = statement<ProbeCriteria>('write')((criteria) =>
  rawQuery(sql<{ names: number }>`
    update payee_verifications.probe as known
       set (name_hashes, asked_at) = (
             select coalesce(array_agg(one.name), '{}'), coalesce(array_agg(one.at), '{}')
               from unnest(known.name_hashes, known.asked_at) as one (name, at)
              where one.name <> ${criteria.nameHash})
     where bank_id = ${criteria.bankId} and organisation_id = ${criteria.organisationId}
       and iban_hash = ${criteria.ibanHash}
    returning cardinality(name_hashes) as names`),
);

/** Forgets a name that matched. */
export async function refundName(db: Autocommit, criteria: ProbeCriteria): Promise<void> {
  await db.execute(forgetName(criteria));
}

const findNames = statement<CallerCriteria & { readonly ibanHash: Buffer }>()(
  ({ bankId, ibanHash, organisationId }) =>
    rawQuery(sql<{ at: Temporal.Instant }>`
      select one.at from payee_verifications.probe as known, unnest(known.asked_at) as one (at)
       where known.bank_id = ${bankId} and known.organisation_id = ${organisationId}
         and known.iban_hash = ${ibanHash}
       order by one.at limit 1`),
);

/** Finds when the first of the names that count was given. */
export async function findFirstName(
  db: Reader,
  criteria: CallerCriteria & { readonly ibanHash: Buffer },
): Promise<Temporal.Instant | undefined> {
  return (await db.first(findNames(criteria)))?.at;
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeUses = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ organisation_id: string }>`
    delete from payee_verifications.caller_use where bank_id = ${bankId} and ctid = any (array(
      select ctid from payee_verifications.caller_use
       where bank_id = ${bankId} and hour_at < ${before} and second_at < ${before}
       order by hour_at limit ${max} for update skip locked))
    returning organisation_id`),
);

const removeProbes = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ organisation_id: string }>`
    delete from payee_verifications.probe where bank_id = ${bankId} and ctid = any (array(
      select ctid from payee_verifications.probe
       where bank_id = ${bankId} and changed_at < ${before} order by changed_at limit ${max}
       for update skip locked))
    returning organisation_id`),
);

/** Deletes counters that no limit needs any more; returns how many. */
export async function deleteOldCounters(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  const [uses, probes] = [
    await db.executeAll(removeUses(criteria)),
    await db.executeAll(removeProbes(criteria)),
  ];
  return uses.length + probes.length;
}

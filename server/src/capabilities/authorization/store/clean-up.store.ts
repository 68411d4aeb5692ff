import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface Scope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const purgeCodes = statement<Scope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ verification_id: string }>`
    delete from "authorization".otp_verification where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".otp_verification
       where bank_id = ${bankId} and created_at < ${before} order by created_at limit ${listMax}))
    returning verification_id`),
);

const purgeChallenges = statement<Scope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ challenge_id: string }>`
    delete from "authorization".ocra_challenge where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".ocra_challenge
       where bank_id = ${bankId} and created_at < ${before} order by created_at limit ${listMax}))
    returning challenge_id`),
);

/** Purges codes and challenges whose retention is over; returns how many. */
export async function purgeVerifications(work: Writer, scope: Scope): Promise<number> {
  const [codes, challenges] = await Promise.all([
    work.executeAll(purgeCodes(scope)),
    work.executeAll(purgeChallenges(scope)),
  ]);
  return codes.length + challenges.length;
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

/** Comparisons of one request, for the log. */
export interface NewVerifications {
  readonly bankId: string;
  readonly organisationId: string;
  readonly requestId: string;
  readonly now: Temporal.Instant;
  readonly ids: readonly string[];
  readonly subjects: readonly string[];
  readonly ibanHashes: readonly Buffer[];
  readonly nameHashes: readonly Buffer[];
  readonly codes: readonly string[];
  readonly rules: readonly string[];
}

const insert = statement<NewVerifications>('write')((rows) =>
  rawQuery(sql<{ verification_id: string }>`
    insert into payee_verifications.verification
      (bank_id, verification_id, organisation_id, request_id, subject, iban_hash, name_hash, code, rule, asked_at)
    select ${rows.bankId}, one.id, ${rows.organisationId}, ${rows.requestId}, one.subject, one.iban, one.name,
           one.code, one.rule, ${rows.now}
      from unnest(${rows.ids}::uuid[], ${rows.subjects}::text[], ${rows.ibanHashes}::bytea[],
                  ${rows.nameHashes}::bytea[], ${rows.codes}::text[], ${rows.rules}::text[])
        as one (id, subject, iban, name, code, rule)
    returning verification_id`),
);

export async function insertVerifications(db: Autocommit, rows: NewVerifications): Promise<void> {
  await db.executeAll(insert(rows));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ verification_id: string }>`
    delete from payee_verifications.verification where bank_id = ${bankId} and ctid = any (array(
      select ctid from payee_verifications.verification
       where bank_id = ${bankId} and asked_at < ${before} order by asked_at limit ${max}
       for update skip locked))
    returning verification_id`),
);

/** Deletes entries of the log that are kept no longer; returns how many. */
export async function deleteOldVerifications(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(removeOld(criteria))).length;
}

interface ProbedCriteria {
  readonly bankId: string;
  readonly since: Temporal.Instant;
  readonly namesMin: number;
}

/** An account for which many names were tried. */
export interface ProbedAccount {
  /** The newest verification of the account; its row leads to the others and to the third parties. */
  readonly verificationId: string;
  /** Names that did not match. */
  readonly names: number;
}

const probed = statement<ProbedCriteria>()(({ bankId, namesMin, since }) =>
  rawQuery(sql<{ verification_id: string; names: number }>`
    select (array_agg(verification_id order by asked_at desc))[1] as verification_id,
           count(distinct name_hash)::integer as names
      from payee_verifications.verification
     where bank_id = ${bankId} and asked_at > ${since} and code <> 'MTCH'
     group by iban_hash having count(distinct name_hash) >= ${namesMin}
     order by names desc limit 100`),
);

/** Lists accounts for which many names were tried that did not match, of all third parties together. */
export async function listProbedAccounts(
  db: Reader,
  criteria: ProbedCriteria,
): Promise<readonly ProbedAccount[]> {
  const rows = await db.rows(probed(criteria));
  return rows.map((row) => ({ verificationId: row.verification_id, names: row.names }));
}

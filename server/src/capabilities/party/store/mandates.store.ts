import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import { rawQuery } from './tables.ts';

interface EndedMandate {
  readonly bankId: string;
  readonly principal: string;
  readonly proxy: string;
  /** The first day without the mandate. */
  readonly endedOn: Day;
  readonly now: Temporal.Instant;
}

/** Supersedes the recorded segment and inserts the shortened one, unless that would be empty. */
const end = statement<EndedMandate>('write')((row) =>
  rawQuery(sql<{ readonly ended: number }>`
    with ended as (
      update party.party_relationship set superseded_at = ${row.now}
       where bank_id = ${row.bankId} and kind = 'mandate' and superseded_at is null
         and ((role = 'principal' and from_party = ${row.principal} and to_party = ${row.proxy})
           or (role = 'proxy' and from_party = ${row.proxy} and to_party = ${row.principal}))
         and (valid_until is null or valid_until >= ${row.endedOn}::date)
      returning *),
    shortened as (
      insert into party.party_relationship
        (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope, signing_group, office,
         valid_from, valid_until, recorded_at)
      select bank_id, gen_random_uuid(), from_party, to_party, kind, role, mandate_scope, signing_group, office,
             valid_from, ${row.endedOn}::date - 1, ${row.now}
        from ended where valid_from < ${row.endedOn}::date)
    select count(*)::int as ended from ended`),
);

/**
 * Ends the mandates of a proxy for a principal, from whichever side they were recorded; later ones are cancelled.
 * Returns whether there was one. The caller has locked the principal.
 */
export async function endMandates(work: Writer, mandate: EndedMandate): Promise<boolean> {
  const row = await work.execute(end(mandate));
  return row !== undefined && row.ended > 0;
}

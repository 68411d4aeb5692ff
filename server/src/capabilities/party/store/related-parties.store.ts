import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import type { RelationshipKind } from '../domain/literals.ts';
import { rawQuery } from './tables.ts';

/** Our own limit for one command. */
const relatedMax = 1_000;

const columns = sql`bank_id, relationship_id, from_party, to_party, kind, role, share, is_beneficial_owner, mandate_scope,
  signing_group, office, valid_from, valid_until, recorded_at`;

interface EndedPair {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly other: string;
  readonly kind: RelationshipKind;
  /** The first day without the relationship. */
  readonly endedOn: Day;
  readonly now: Temporal.Instant;
}

const endPair = statement<EndedPair>('write')((row) =>
  rawQuery(sql<{ readonly ended: number }>`
    with ended as (
      update party.party_relationship set superseded_at = ${row.now}
       where bank_id = ${row.bankId} and kind = ${row.kind} and superseded_at is null
         and ((from_party = ${row.partyNumber} and to_party = ${row.other})
           or (from_party = ${row.other} and to_party = ${row.partyNumber}))
         and (valid_until is null or valid_until >= ${row.endedOn}::date)
      returning *),
    shortened as (
      insert into party.party_relationship (${columns})
      select bank_id, gen_random_uuid(), from_party, to_party, kind, role, share, is_beneficial_owner, mandate_scope,
             signing_group, office, valid_from, ${row.endedOn}::date - 1, ${row.now}
        from ended where valid_from < ${row.endedOn}::date)
    select count(*)::int as ended from ended`),
);

/**
 * Ends the relationships of a kind between two parties, from whichever side they were recorded; later ones are
 * cancelled. Returns whether there was one. The caller has locked both parties.
 */
export async function endRelationshipsOfPair(work: Writer, pair: EndedPair): Promise<boolean> {
  const row = await work.execute(endPair(pair));
  return row !== undefined && row.ended > 0;
}

const endWork = statement<Omit<EndedPair, 'other' | 'kind'>>('write')((row) =>
  rawQuery(sql`
    with ended as (
      update party.party_relationship set superseded_at = ${row.now}
       where bank_id = ${row.bankId} and kind = 'work' and superseded_at is null
         and ((from_party = ${row.partyNumber} and role = 'employee')
           or (to_party = ${row.partyNumber} and role = 'employer'))
         and (valid_until is null or valid_until >= ${row.endedOn}::date)
      returning *)
    insert into party.party_relationship (${columns})
    select bank_id, gen_random_uuid(), from_party, to_party, kind, role, share, is_beneficial_owner, mandate_scope,
           signing_group, office, valid_from, ${row.endedOn}::date - 1, ${row.now}
      from ended where valid_from < ${row.endedOn}::date`),
);

/** Ends every employment of a person. */
export function endEmployments(work: Writer, row: Omit<EndedPair, 'other' | 'kind'>): void {
  work.write(endWork(row));
}

interface MovedRow {
  readonly bankId: string;
  readonly merged: string;
  readonly survivor: string;
  readonly now: Temporal.Instant;
}

const move = statement<MovedRow>('write')((row) =>
  rawQuery(sql`
    with moved as (
      update party.party_relationship r set superseded_at = ${row.now}
       where bank_id = ${row.bankId} and superseded_at is null
         and (from_party = ${row.merged} or to_party = ${row.merged})
         and (kind in ('kinship', 'work') or kind = 'ownership' and not exists (
               select from party.party_relationship same
                where same.bank_id = ${row.bankId} and same.kind = 'ownership' and same.superseded_at is null
                  and (same.from_party = ${row.survivor} and same.to_party = r.to_party
                    or same.to_party = ${row.survivor} and same.from_party = r.from_party)
                  and daterange(same.valid_from, same.valid_until, '[]')
                      && daterange(r.valid_from, r.valid_until, '[]')))
      returning *, case from_party when ${row.merged} then ${row.survivor} else from_party end as new_from,
                   case to_party when ${row.merged} then ${row.survivor} else to_party end as new_to)
    insert into party.party_relationship (${columns})
    select bank_id, gen_random_uuid(), new_from, new_to, kind, role, share, is_beneficial_owner, mandate_scope,
           signing_group, office, lower(period), upper(period) - 1, ${row.now}
      from moved, unnest(datemultirange(daterange(valid_from, valid_until, '[]')) - coalesce((
             select range_agg(daterange(same.valid_from, same.valid_until, '[]')) from party.party_relationship same
              where same.bank_id = ${row.bankId} and same.kind = moved.kind and same.superseded_at is null
                and (same.from_party, same.to_party) in ((new_from, new_to), (new_to, new_from))),
             '{}')) as left_over (period)
     where new_from <> new_to and (upper(period) - 1) is not distinct from valid_until
        on conflict do nothing`),
);

/**
 * Moves the relationships of a merged record to the surviving one. On the days on which that one has the same
 * relationship, it keeps its own; a moved one that lasts longer begins after it. Mandates stay behind: a merge must not
 * widen who may act for whom. So does an ownership that both records have on the same day, because the shares cannot be
 * added here.
 */
export function moveRelationships(work: Writer, row: MovedRow): void {
  work.write(move(row));
}

interface Pair {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly other: string;
  readonly kind: RelationshipKind;
  readonly day: Day;
}

const findPair = statement<Pair>()((row) =>
  rawQuery(sql<{ readonly one: number }>`
    select 1 as one from party.party_relationship
     where bank_id = ${row.bankId} and kind = ${row.kind} and superseded_at is null
       and ((from_party = ${row.partyNumber} and to_party = ${row.other})
         or (from_party = ${row.other} and to_party = ${row.partyNumber}))
       and (valid_until is null or valid_until >= ${row.day}::date)
     limit 1`),
);

/** Returns whether two parties have a relationship of a kind on a day or later, from whichever side it was recorded. */
export async function isRelated(db: Reader, pair: Pair): Promise<boolean> {
  return (await db.first(findPair(pair))) !== undefined;
}

interface RelatedCriteria {
  readonly bankId: string;
  readonly partyNumber: string;
  /** Null: of any kind. */
  readonly kind: RelationshipKind | null;
}

const related = statement<RelatedCriteria>()(({ bankId, kind, partyNumber }) =>
  rawQuery(sql<{ readonly related: string }>`
    select to_party as related from party.party_relationship
     where bank_id = ${bankId} and superseded_at is null and from_party = ${partyNumber}
       and (${kind}::text is null or kind = ${kind})
     union
    select from_party as related from party.party_relationship
     where bank_id = ${bankId} and superseded_at is null and to_party = ${partyNumber}
       and (${kind}::text is null or kind = ${kind})
     limit ${sql.lit(relatedMax)}`),
);

/** Lists the parties to which a party has relationships, ended ones included. */
export async function listRelatedNumbers(
  db: Reader,
  bankId: string,
  partyNumber: string,
  kind?: RelationshipKind,
): Promise<readonly string[]> {
  return (await db.rows(related({ bankId, partyNumber, kind: kind ?? null }))).map((row) => row.related);
}

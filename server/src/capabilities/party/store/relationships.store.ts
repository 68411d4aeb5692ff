import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import type { RelationshipKind, RelationshipRole } from '../domain/literals.ts';
import { rawQuery, tables } from './tables.ts';

/** A relationship of one party to another, as the first party recorded it. */
export interface Relationship {
  readonly id: string;
  readonly fromParty: string;
  readonly toParty: string;
  readonly kind: RelationshipKind;
  readonly role: RelationshipRole;
  readonly share?: number;
  readonly isBeneficialOwner?: boolean;
  readonly mandate?: {
    readonly scope: readonly string[];
    readonly signingGroup?: string;
    readonly office?: string;
  };
  readonly validFrom: Day;
  /** The last valid day; absent: until it is ended. */
  readonly validUntil?: Day;
}

interface NewRow {
  readonly bankId: string;
  readonly id: string;
  readonly fromParty: string;
  readonly toParty: string;
  readonly kind: string;
  readonly role: string;
  readonly share: string | null;
  readonly isBeneficialOwner: boolean | null;
  readonly scope: readonly string[] | null;
  readonly signingGroup: string | null;
  readonly office: string | null;
  readonly validFrom: Day;
  readonly validUntil: Day | null;
  readonly now: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('party_relationship').values({
    bank_id: row.bankId,
    relationship_id: row.id,
    from_party: row.fromParty,
    to_party: row.toParty,
    kind: row.kind,
    role: row.role,
    share: row.share,
    is_beneficial_owner: row.isBeneficialOwner,
    mandate_scope: row.scope,
    signing_group: row.signingGroup,
    office: row.office,
    valid_from: sql`${row.validFrom}::date`,
    valid_until: sql`${row.validUntil}::date`,
    recorded_at: row.now,
  }),
);

export function insertRelationship(
  work: Writer,
  { bankId, now }: { readonly bankId: string; readonly now: Temporal.Instant },
  relationship: Relationship,
): void {
  const { isBeneficialOwner, mandate, share, ...rest } = relationship;
  work.write(
    insert({
      ...rest,
      bankId,
      now,
      share: share === undefined ? null : String(share),
      isBeneficialOwner: isBeneficialOwner ?? null,
      scope: mandate?.scope ?? null,
      signingGroup: mandate?.signingGroup ?? null,
      office: mandate?.office ?? null,
      validUntil: rest.validUntil ?? null,
    }),
  );
}

interface EndedRow {
  readonly bankId: string;
  readonly fromParty: string;
  readonly kind: string;
  /** Only those with these parties; null: all. */
  readonly toParties: readonly string[] | null;
  readonly endedOn: Day;
  readonly now: Temporal.Instant;
}

/** Supersedes the recorded segment and inserts the shortened one, unless that would be empty. */
const end = statement<EndedRow>('write')((row) =>
  rawQuery(sql`
    with ended as (
      update party.party_relationship set superseded_at = ${row.now}
       where bank_id = ${row.bankId} and from_party = ${row.fromParty} and kind = ${row.kind}
         and (${row.toParties}::text[] is null or to_party = any (${row.toParties}::text[]))
         and superseded_at is null and (valid_until is null or valid_until >= ${row.endedOn}::date)
      returning *)
    insert into party.party_relationship
      (bank_id, relationship_id, from_party, to_party, kind, role, share, is_beneficial_owner, mandate_scope,
       signing_group, office, valid_from, valid_until, recorded_at)
    select bank_id, gen_random_uuid(), from_party, to_party, kind, role, share, is_beneficial_owner, mandate_scope,
           signing_group, office, valid_from, ${row.endedOn}::date - 1, ${row.now}
      from ended where valid_from < ${row.endedOn}::date`),
);

/** Ends all relationships of a kind that this party recorded; the last valid day is the one before. */
export function endRelationships(work: Writer, row: EndedRow): void {
  work.write(end(row));
}

const removeAll = statement<{ readonly bankId: string; readonly partyNumber: string }>('write')(
  ({ bankId, partyNumber }) =>
    tables
      .deleteFrom('party_relationship')
      .where('bank_id', '=', bankId)
      .where((row) => row.or([row('from_party', '=', partyNumber), row('to_party', '=', partyNumber)])),
);

/** Deletes the relationships of an erased party. */
export function deleteRelationships(work: Writer, bankId: string, partyNumber: string): void {
  work.write(removeAll({ bankId, partyNumber }));
}

/** A relationship with the row of the other party, whose name is still encrypted. */
export interface RelationshipRow {
  readonly relationship_id: string;
  readonly from_party: string;
  readonly to_party: string;
  readonly relationship_kind: string;
  readonly role: string;
  readonly share: string | null;
  readonly is_beneficial_owner: boolean | null;
  readonly mandate_scope: readonly string[] | null;
  readonly signing_group: string | null;
  readonly office: string | null;
  readonly valid_from: Temporal.PlainDate;
  readonly valid_until: Temporal.PlainDate | null;
}

/** Our own limit for one response. */
const relationshipsMax = 1_000;

const list = statement<{ readonly bankId: string; readonly partyNumber: string }>()(
  ({ bankId, partyNumber }) =>
    rawQuery(sql<RelationshipRow>`
    select relationship_id, from_party, to_party, kind as relationship_kind, role, share, is_beneficial_owner,
           mandate_scope, signing_group, office, valid_from, valid_until
      from party.party_relationship
     where bank_id = ${bankId} and superseded_at is null
       and (from_party = ${partyNumber} or to_party = ${partyNumber})
     order by kind, valid_from, relationship_id
     limit ${sql.lit(relationshipsMax)}`),
);

/** Lists all relationships of a party in both directions, including ended ones. */
export async function listRelationshipRows(
  db: Reader,
  bankId: string,
  partyNumber: string,
): Promise<readonly RelationshipRow[]> {
  return db.rows(list({ bankId, partyNumber }));
}

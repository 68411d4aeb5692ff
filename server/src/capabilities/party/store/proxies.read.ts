import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

/** A party that may act for another, with the terms of its mandate. */
export interface Proxy {
  readonly partyNumber: string;
  /** Kinds of resources that the proxy may sign. */
  readonly scope: readonly string[];
  /** The group of the principal in which the proxy signs. */
  readonly signingGroup: string | undefined;
  readonly office: string | undefined;
  readonly validFrom: Temporal.PlainDate;
  /** The last valid day. */
  readonly validUntil: Temporal.PlainDate | undefined;
}

interface Row {
  readonly proxy: string;
  readonly mandate_scope: readonly string[];
  readonly signing_group: string | null;
  readonly office: string | null;
  readonly valid_from: Temporal.PlainDate;
  readonly valid_until: Temporal.PlainDate | null;
}

const terms = sql`mandate_scope, signing_group, office, valid_from, valid_until`;

/** A mandate may name its proxy on either side. */
const ofParty = statement<{ readonly bankId: string; readonly partyNumber: string }>()(
  ({ bankId, partyNumber }) =>
    rawQuery(sql<Row>`
      select to_party as proxy, ${terms} from party.party_relationship
       where bank_id = ${bankId} and from_party = ${partyNumber} and kind = 'mandate' and role = 'principal'
         and superseded_at is null
       union all
      select from_party as proxy, ${terms} from party.party_relationship
       where bank_id = ${bankId} and to_party = ${partyNumber} and kind = 'mandate' and role = 'proxy'
         and superseded_at is null`),
);

/** Lists all proxies with a mandate for a party; the caller checks the dates. */
export async function listMandatedProxies(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<readonly Proxy[]> {
  const rows = await db.rows(ofParty(criteria));
  return rows.map((row) => ({
    partyNumber: row.proxy,
    scope: row.mandate_scope,
    signingGroup: row.signing_group ?? undefined,
    office: row.office ?? undefined,
    validFrom: row.valid_from,
    validUntil: row.valid_until ?? undefined,
  }));
}

interface PrincipalRow {
  readonly principal: string;
}

const ofProxy = statement<PrincipalCriteria>()(({ bankId, day, partyNumber, resourceKind }) =>
  rawQuery(sql<PrincipalRow>`
    select distinct principal from (
      select from_party as principal, mandate_scope, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and to_party = ${partyNumber} and kind = 'mandate' and role = 'principal'
         and superseded_at is null
       union all
      select to_party as principal, mandate_scope, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and from_party = ${partyNumber} and kind = 'mandate' and role = 'proxy'
         and superseded_at is null) mandates
     where ${resourceKind} = any(mandate_scope)
       and valid_from <= ${day} and (valid_until is null or valid_until >= ${day})
     order by principal limit 100`),
);

/** Whose mandates are listed: those valid on a day that cover a kind of resource. */
export interface PrincipalCriteria {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly day: Temporal.PlainDate;
  readonly resourceKind: string;
}

/** Lists the parties for which a party may act. */
export async function listMandatingPrincipals(
  db: Reader,
  criteria: PrincipalCriteria,
): Promise<readonly string[]> {
  return (await db.rows(ofProxy(criteria))).map(({ principal }) => principal);
}

/** A party that represents organizations, on a day. */
export interface RepresentativeCriteria {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly day: Temporal.PlainDate;
}

const organizationsOfProxy = statement<RepresentativeCriteria>()(({ bankId, day, partyNumber }) =>
  rawQuery(sql<PrincipalRow>`
    select distinct principal from (
      select from_party as principal, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and to_party = ${partyNumber} and kind = 'mandate' and role = 'principal'
         and superseded_at is null
       union all
      select to_party as principal, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and from_party = ${partyNumber} and kind = 'mandate' and role = 'proxy'
         and superseded_at is null) mandates
      join party.party organization
        on organization.bank_id = ${bankId} and organization.party_number = principal
       and organization.kind = 'organization'
     where valid_from <= ${day} and (valid_until is null or valid_until >= ${day})
     order by principal limit 100`),
);

/** Lists the organizations for which a party has a mandate of any kind. */
export async function listMandatingOrganizations(
  db: Reader,
  criteria: RepresentativeCriteria,
): Promise<readonly string[]> {
  return (await db.rows(organizationsOfProxy(criteria))).map(({ principal }) => principal);
}

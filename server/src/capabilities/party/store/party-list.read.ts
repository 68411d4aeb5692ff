import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement } from '#platform/db/statement.ts';
import type { Page } from '#platform/kernel/paging.ts';
import type { Day } from '../domain/facts.ts';
import type { PartyFilters, PartySortKey } from '../domain/queries.ts';
import { rowColumns } from './parties.store.ts';
import type { PartyRow } from './party-rows.ts';
import type { Lookup, PartyVault } from './party-vault.ts';
import { numbersOfOwn, type PartyVisibility } from './party-visibility.ts';
import { numbersNamed } from './search-names.ts';
import { rawQuery } from './tables.ts';

/** A page of a filtered list, and the caller's visibility. */
export interface ListCriteria {
  readonly bankId: string;
  readonly visibility: PartyVisibility;
  readonly today: Day;
  readonly filters: PartyFilters;
  readonly sortBy: PartySortKey;
  readonly sortOrder: 'asc' | 'desc';
  readonly page: Page;
}

const sortColumns: Readonly<Record<PartySortKey, string>> = {
  'party-number': 'party.party_number',
  'display-name': 'party.sort_name',
  'customer.status': 'party.customer_status',
  created: 'party.created_at',
  'last-modified': 'party.modified_at',
};

/**
 * Lists the rows of a page, and the total count, which stops at one beyond the window. Keys are read one by one: for a page
 * of any size, a generic plan would read all of them.
 */
export async function listPartyRows(
  db: Reader,
  vault: PartyVault,
  criteria: ListCriteria,
): Promise<{ readonly rows: readonly PartyRow[]; readonly totalCount: number }> {
  const { page } = criteria;
  const found = isWalkedByUnit(criteria) ? byUnit(criteria) : inOneList(vault, criteria);
  const [rows, counted] = await Promise.all([
    db.rows(
      dynamicStatement(
        rawQuery(sql<PartyRow>`
          select ${rowColumns}, key.sealed_key from (${found.page}) as party
            left join lateral (
              select key.sealed_key from party.party_key key
               where key.bank_id = party.bank_id and key.party_number = party.party_number limit 1) as key on true
           order by ${orderOf(criteria)}`),
      ),
    ),
    db.first(
      dynamicStatement(
        rawQuery(sql<{ count: bigint }>`
          select count(*) as count from (${found.all} limit ${page.listWindow + 1}) as counted`),
      ),
    ),
  ]);
  return { rows, totalCount: Number(counted?.count ?? 0n) };
}

/** The parties of a page, and all of them up to one beyond the window; without their keys. */
interface FoundParties {
  readonly page: RawBuilder<unknown>;
  readonly all: RawBuilder<unknown>;
}

function inOneList(vault: PartyVault, criteria: ListCriteria): FoundParties {
  const { page, visibility } = criteria;
  const numbers = numberQueries(vault, criteria);
  const parties = partiesOf(numbers, criteria);
  const where = sql<boolean>`${conditions(criteria)} and ${isVisible(visibility)}`;
  return {
    page: sql`
      select party.* from ${parties} where ${where}
       order by ${orderOf(criteria)} limit ${page.limit} offset ${page.offset}`,
    all: (numbers.length === 0 && byStatus(criteria)) || sql`select from ${parties} where ${where}`,
  };
}

/** All parties of the given statuses, each a range of the index by status, as in `byUnit`. */
function byStatus(criteria: ListCriteria): RawBuilder<unknown> | undefined {
  const { page, visibility } = criteria;
  const { statuses, ...filters } = criteria.filters;
  return (
    statuses &&
    sql`select from unnest(${[...new Set(statuses)]}::text[]) as s (status) cross join lateral (
      select from party.party party
       where ${conditions({ ...criteria, filters })} and ${isVisible(visibility)}
         and party.customer_status >= s.status and party.customer_status <= s.status
       order by party.customer_status limit ${page.listWindow + 1}) as party`
  );
}

/**
 * All parties, or those whose numbers all queries return. Each of these is read by its key; the limit keeps the planner
 * from reading the others.
 */
function partiesOf(numbers: readonly RawBuilder<string>[], { bankId }: ListCriteria): RawBuilder<unknown> {
  if (numbers.length === 0) return sql`party.party party`;
  const all = sql.join(
    numbers.map((query) => sql`(${query})`),
    sql` intersect `,
  );
  return sql`(select distinct number from (${all}) as listed (number)) as found
    cross join lateral (
      select party.* from party.party party
       where party.bank_id = ${bankId} and party.party_number = found.number limit 1) as party`;
}

/**
 * Whether the list is read unit by unit, each in its own order. One list of all parties would be read to its end for an
 * employee whose units have few of them. With a name or an exact value, the parties are found by that.
 */
function isWalkedByUnit({ filters, visibility }: ListCriteria): boolean {
  const { email, identification, name, phoneNumber, socialAccount } = filters;
  return (
    visibility.reach === 'units' &&
    [email, identification, name, phoneNumber, socialAccount].every((filter) => filter === undefined)
  );
}

/**
 * A range of one unit, in the order of the unit first: only an index that begins with the unit has that order. With a plain
 * comparison the planner may expect a match soon and read all parties.
 */
function byUnit(criteria: ListCriteria): FoundParties {
  const { page, sortOrder, visibility } = criteria;
  const units = sql`unnest((${unitsOf(visibility)})) as u (unit)`;
  const order = orderOf(criteria);
  const ofUnit = sql`from party.party party
    where ${conditions(criteria)} and party.servicing_unit >= u.unit and party.servicing_unit <= u.unit
    order by party.servicing_unit ${sql.raw(sortOrder)}, ${order}`;
  return {
    page: sql`
      select party.* from ${units} cross join lateral (
        select party.* ${ofUnit} limit ${page.offset + page.limit}) as party
       order by ${order} limit ${page.limit} offset ${page.offset}`,
    all: sql`select from ${units} cross join lateral (select ${ofUnit} limit ${page.listWindow + 1}) as party`,
  };
}

function orderOf({ sortBy, sortOrder }: ListCriteria): RawBuilder<unknown> {
  return sql.raw(`${sortColumns[sortBy]} ${sortOrder}, party.party_number`);
}

/** A subquery of its own, so that the units are read once and not for each party. */
function unitsOf({ unit }: PartyVisibility): RawBuilder<readonly string[]> {
  return sql`select party.unit_tree(${unit}::text)`;
}

function isVisible(visibility: PartyVisibility): RawBuilder<boolean> {
  switch (visibility.reach) {
    case 'all':
    case 'own':
      return sql<boolean>`true`;
    case 'units':
      return sql<boolean>`party.servicing_unit = any ((${unitsOf(visibility)})::text[])`;
    case 'none':
      return sql<boolean>`false`;
  }
}

/** Filters join by AND, values of one filter by OR. */
function conditions({ bankId, filters }: ListCriteria): RawBuilder<boolean> {
  const { individualStatus, kind, statuses } = filters;
  const parts: readonly (RawBuilder<boolean> | undefined)[] = [
    sql<boolean>`party.bank_id = ${bankId} and party.record_state = 'live'`,
    kind && sql<boolean>`party.kind = ${kind}`,
    statuses && sql<boolean>`party.customer_status = any(${statuses}::text[])`,
    // A literal: with a parameter, a generic plan would not use the partial index.
    individualStatus && sql<boolean>`party.individual_status = ${sql.lit(individualStatus)}`,
  ];
  return sql.join(
    parts.filter((part) => part !== undefined),
    sql` and `,
  );
}

/** Queries for the numbers of parties: one for each filter by a value, and for the parties of a customer. */
function numberQueries(vault: PartyVault, criteria: ListCriteria): readonly RawBuilder<string>[] {
  const { bankId, filters, today, visibility } = criteria;
  const { email, identification, name, phoneNumber, socialAccount } = filters;
  const by = (lookup: Lookup, value: string | undefined): RawBuilder<string> | undefined =>
    value === undefined
      ? undefined
      : sql<string>`select lookup.party_number from party.party_lookup lookup
         where lookup.bank_id = ${bankId} and lookup.lookup = ${lookup}
           and lookup.value_index = any(${vault.indexes(bankId, lookup, value)}::bytea[])`;
  return [
    visibility.reach === 'own' ? numbersOfOwn(bankId, visibility, today) : undefined,
    name === undefined ? undefined : numbersNamed(name),
    by('phone', phoneNumber),
    by('email', email),
    by('social', socialAccount),
    identification &&
      sql<string>`select identifier.party_number from party.party_identifier identifier
         where identifier.bank_id = ${bankId} and identifier.id_kind = ${identification.idKind}
           and identifier.number_index = any(${vault.indexes(bankId, 'id-number', identification.idNumber)}::bytea[])`,
  ].filter((query) => query !== undefined);
}

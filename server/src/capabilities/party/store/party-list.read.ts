import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement } from '#platform/db/statement.ts';
import type { Page } from '#platform/kernel/paging.ts';
import type { Day } from '../domain/facts.ts';
import type { PartyFilters, PartySortKey } from '../domain/queries.ts';
import { selectRows } from './parties.store.ts';
import type { PartyRow } from './party-rows.ts';
import type { Lookup, PartyVault } from './party-vault.ts';
import { isWithin, type PartyVisibility } from './party-visibility.ts';
import { isNamed } from './search-names.ts';
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

/** Lists the rows of a page, and the total count, which stops at one beyond the window. */
export async function listPartyRows(
  db: Reader,
  vault: PartyVault,
  criteria: ListCriteria,
): Promise<{ readonly rows: readonly PartyRow[]; readonly totalCount: number }> {
  const { page, sortBy, sortOrder } = criteria;
  const where = conditions(vault, criteria);
  const order = sql.raw(`${sortColumns[sortBy]} ${sortOrder}, party.party_number`);
  const [rows, counted] = await Promise.all([
    db.rows(
      dynamicStatement(
        rawQuery(sql<PartyRow>`
          ${selectRows}
           where ${where} order by ${order} limit ${page.limit} offset ${page.offset}`),
      ),
    ),
    db.first(
      dynamicStatement(
        rawQuery(sql<{ count: bigint }>`
          select count(*) as count
            from (select from party.party party where ${where} limit ${page.listWindow + 1}) as counted`),
      ),
    ),
  ]);
  return { rows, totalCount: Number(counted?.count ?? 0n) };
}

/** Filters join by AND, values of one filter by OR. */
function conditions(
  vault: PartyVault,
  { bankId, filters, visibility: reach, today }: ListCriteria,
): RawBuilder<boolean> {
  const { identification, individualStatus, kind, name, statuses } = filters;
  const found = (lookup: Lookup, value: string): RawBuilder<boolean> => sql<boolean>`exists (
    select from party.party_lookup lookup
     where lookup.bank_id = party.bank_id and lookup.lookup = ${lookup}
       and lookup.value_index = any(${vault.indexes(bankId, lookup, value)}::bytea[])
       and lookup.party_number = party.party_number)`;
  const parts: readonly (RawBuilder<boolean> | undefined)[] = [
    sql<boolean>`party.bank_id = ${bankId} and party.record_state = 'live'`,
    reach.reach === 'all' ? undefined : isWithin({ ...slotsOf(reach), today: sql`${today}` }),
    kind && sql<boolean>`party.kind = ${kind}`,
    statuses && sql<boolean>`party.customer_status = any(${statuses}::text[])`,
    individualStatus && sql<boolean>`party.individual_status = ${individualStatus}`,
    name === undefined ? undefined : isNamed(name),
    filters.phoneNumber === undefined ? undefined : found('phone', filters.phoneNumber),
    filters.email === undefined ? undefined : found('email', filters.email),
    filters.socialAccount === undefined ? undefined : found('social', filters.socialAccount),
    identification &&
      sql<boolean>`exists (
        select from party.party_identifier identifier
         where identifier.bank_id = party.bank_id and identifier.id_kind = ${identification.idKind}
           and identifier.number_index = any(${vault.indexes(bankId, 'id-number', identification.idNumber)}::bytea[])
           and identifier.party_number = party.party_number)`,
  ];
  return sql.join(
    parts.filter((part) => part !== undefined),
    sql` and `,
  );
}

function slotsOf({ own, proxy, reach, unit }: PartyVisibility): {
  reach: RawBuilder<string>;
  unit: RawBuilder<string | null>;
  own: RawBuilder<readonly string[]>;
  proxy: RawBuilder<string | null>;
} {
  return { reach: sql`${reach}`, unit: sql`${unit}`, own: sql`${own}`, proxy: sql`${proxy}` };
}

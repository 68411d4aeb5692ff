import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

/** A party that may act for another, with its validity. */
export interface Proxy {
  readonly partyNumber: string;
  readonly validFrom: Temporal.PlainDate;
  readonly validUntil: Temporal.PlainDate | undefined;
}

interface Row {
  readonly proxy: string;
  readonly valid_from: Temporal.PlainDate;
  readonly valid_until: Temporal.PlainDate | null;
}

/** A mandate may name its proxy on either side. */
const ofParty = statement<{ readonly bankId: string; readonly partyNumber: string }>()(
  ({ bankId, partyNumber }) =>
    rawQuery(sql<Row>`
      select to_party as proxy, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and from_party = ${partyNumber} and kind = 'mandate' and role = 'principal'
         and superseded_at is null
       union all
      select from_party as proxy, valid_from, valid_until from party.party_relationship
       where bank_id = ${bankId} and to_party = ${partyNumber} and kind = 'mandate' and role = 'proxy'
         and superseded_at is null`),
);

/** Lists all proxies with a mandate for a party; the caller checks the dates. */
export async function listMandatedProxies(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<readonly Proxy[]> {
  const rows = await db.rows(ofParty(criteria));
  return rows.map(({ proxy, valid_from, valid_until }) => ({
    partyNumber: proxy,
    validFrom: valid_from,
    validUntil: valid_until ?? undefined,
  }));
}

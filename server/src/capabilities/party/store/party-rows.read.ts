import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Day } from '../domain/facts.ts';
import { selectRows } from './parties.store.ts';
import type { PartyRow } from './party-rows.ts';
import { isWithin, type PartyVisibility } from './party-visibility.ts';
import { rawQuery } from './tables.ts';

const list = statement<{ readonly bankId: string; readonly numbers: readonly string[] }>()(
  ({ bankId, numbers }) =>
    rawQuery(sql<PartyRow>`
      ${selectRows}
       where party.bank_id = ${bankId} and party.party_number = any(${numbers}::text[])`),
);

/**
 * Lists rows by number without a visibility check, for names of related parties and for search hits, whose callers
 * check themselves.
 */
export async function listRowsByNumber(
  db: Reader,
  bankId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, PartyRow>> {
  if (numbers.length === 0) return new Map();
  const rows = await db.rows(list({ bankId, numbers }));
  return new Map(rows.map((row) => [row.party_number, row]));
}

/** What is needed of a party to compare names with it. */
export interface HolderRow {
  readonly party_number: string;
  readonly record_state: string;
  readonly personal: Buffer | null;
  readonly sealed_key: Buffer | null;
}

const listHolders = statement<{ readonly bankId: string; readonly numbers: readonly string[] }>()(
  ({ bankId, numbers }) =>
    rawQuery(sql<HolderRow>`
      select party.party_number, party.record_state, party.personal, key.sealed_key from party.party party
        left join party.party_key key
          on key.bank_id = party.bank_id and key.party_number = party.party_number
       where party.bank_id = ${bankId} and party.party_number = any(${numbers}::text[])`),
);

/** Lists rows of holders by number. Few columns: what a row costs must not show that it is there. */
export async function listHolderRows(
  db: Reader,
  bankId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, HolderRow>> {
  const rows = await db.rows(listHolders({ bankId, numbers }));
  return new Map(rows.map((row) => [row.party_number, row]));
}

interface NumbersCriteria extends PartyVisibility {
  readonly bankId: string;
  readonly today: Day;
  readonly numbers: readonly string[];
}

const listLive = statement<NumbersCriteria>()((criteria) =>
  rawQuery(sql<{ party_number: string }>`
    select party.party_number from party.party party
     where party.bank_id = ${criteria.bankId} and party.party_number = any(${criteria.numbers}::text[])
       and party.record_state = 'live' and ${isWithin(criteria)}`),
);

/** Returns those of the numbers that are live records visible to the caller: a foreign party counts as unknown. */
export async function listLiveNumbers(db: Reader, criteria: NumbersCriteria): Promise<ReadonlySet<string>> {
  if (criteria.numbers.length === 0) return new Set();
  return new Set((await db.rows(listLive(criteria))).map((row) => row.party_number));
}

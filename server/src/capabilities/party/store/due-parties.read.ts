import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Day } from '../domain/facts.ts';
import { tables } from './tables.ts';

interface DueScope {
  readonly bankId: string;
  readonly today: Day;
  readonly limit: number;
  /** Parties to leave out, because they failed before. */
  readonly except: readonly string[];
}

const due = statement<DueScope>()(({ bankId, except, limit, today }) =>
  tables
    .selectFrom('party')
    .select('party_number')
    .where('bank_id', '=', bankId)
    .where('due_on', '<=', sql<never>`${today}::date`)
    .where('record_state', '=', sql.lit('live' as const))
    .where(sql<boolean>`party_number not in (select unnest(${except}::text[]))`)
    .orderBy('due_on')
    .limit(limit),
);

/** Lists parties with a recorded change that becomes effective today. */
export async function listDueNumbers(db: Reader, criteria: DueScope): Promise<readonly string[]> {
  return (await db.rows(due(criteria))).map(({ party_number: number }) => number);
}

interface EndedScope {
  readonly bankId: string;
  readonly before: Day;
  readonly limit: number;
  /** Parties to leave out, because they failed before. */
  readonly except: readonly string[];
}

const ended = statement<EndedScope>()(({ bankId, before, except, limit }) =>
  tables
    .selectFrom('party')
    .select('party_number')
    .where('bank_id', '=', bankId)
    .where('relation_ended_on', '<', sql<never>`${before}::date`)
    // A literal: with a parameter, a generic plan would not use the partial index.
    .where('record_state', '<>', sql.lit('erased' as const))
    .where('legal_hold', 'is', null)
    // A merged record describes the same person: a legal hold on it protects the survivor as well.
    .where(
      sql<boolean>`not exists (
          with recursive same (party_number, legal_hold) as (
            select m.party_number, m.legal_hold from party.party m
             where m.bank_id = ${bankId} and m.survivor_party_number = party.party_number
            union
            select m.party_number, m.legal_hold from party.party m join same on m.survivor_party_number = same.party_number
             where m.bank_id = ${bankId})
          select from same where legal_hold is not null)`,
    )
    .where(sql<boolean>`party_number not in (select unnest(${except}::text[]))`)
    .orderBy('relation_ended_on')
    .limit(limit),
);

/** Lists parties whose relation to the bank ended before a day and that have no legal hold. */
export async function listEndedNumbers(db: Reader, criteria: EndedScope): Promise<readonly string[]> {
  return (await db.rows(ended(criteria))).map(({ party_number: number }) => number);
}

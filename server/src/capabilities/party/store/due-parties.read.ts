import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Day } from '../domain/facts.ts';
import { tables } from './tables.ts';

const due = statement<{ readonly bankId: string; readonly today: Day; readonly limit: number }>()(
  ({ bankId, limit, today }) =>
    tables
      .selectFrom('party')
      .select('party_number')
      .where('bank_id', '=', bankId)
      .where('due_on', '<=', sql<never>`${today}::date`)
      .where('record_state', '=', 'live')
      .orderBy('due_on')
      .limit(limit),
);

/** Parties of which something becomes true today that was recorded before. */
export async function listDueNumbers(
  db: Reader,
  sought: { readonly bankId: string; readonly today: Day; readonly limit: number },
): Promise<readonly string[]> {
  return (await db.rows(due(sought))).map(({ party_number: number }) => number);
}

const ended = statement<{ readonly bankId: string; readonly before: Day; readonly limit: number }>()(
  ({ bankId, before, limit }) =>
    tables
      .selectFrom('party')
      .select('party_number')
      .where('bank_id', '=', bankId)
      .where('relation_ended_on', '<', sql<never>`${before}::date`)
      .where('record_state', '<>', 'erased')
      .where('legal_hold', 'is', null)
      .orderBy('relation_ended_on')
      .limit(limit),
);

/** Parties whose relation to the bank ended before a day and whom nothing keeps. */
export async function listEndedNumbers(
  db: Reader,
  sought: { readonly bankId: string; readonly before: Day; readonly limit: number },
): Promise<readonly string[]> {
  return (await db.rows(ended(sought))).map(({ party_number: number }) => number);
}

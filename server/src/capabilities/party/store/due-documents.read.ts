import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Day } from '../domain/facts.ts';
import { selectRows } from './parties.store.ts';
import type { PartyRow } from './party-rows.ts';
import { rawQuery } from './tables.ts';

/** A position in the index of due parties. */
export interface DuePosition {
  readonly dueOn: Day;
  readonly partyNumber: string;
}

interface DueRange {
  readonly bankId: string;
  readonly until: Day;
  readonly limit: number;
  readonly afterDay: Day;
  readonly afterNumber: string;
}

const due = statement<DueRange>()(({ afterDay, afterNumber, bankId, limit, until }) =>
  rawQuery(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${bankId} and party.due_on is not null and party.record_state = 'live'
       and party.due_on between ${afterDay}::date and ${until}::date
       and (party.due_on, party.party_number) > (${afterDay}::date, ${afterNumber}::text)
     order by party.due_on, party.party_number limit ${limit}`),
);

const firstDay: Day = '0001-01-01';

/** Lists parties that are due until a day, with their keys, after a position. */
export async function listDueRows(
  db: Reader,
  {
    after,
    ...range
  }: Pick<DueRange, 'bankId' | 'until' | 'limit'> & { readonly after: DuePosition | undefined },
): Promise<readonly PartyRow[]> {
  return db.rows(
    due({ ...range, afterDay: after?.dueOn ?? firstDay, afterNumber: after?.partyNumber ?? '' }),
  );
}

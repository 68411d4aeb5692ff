import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { ConsentKey } from './consents.store.ts';
import { tables } from './tables.ts';

const update = statement<ConsentKey>('write')(({ bankId, consentId }) =>
  tables
    .updateTable('consent')
    .set({ has_notifications: sql<boolean>`true` })
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId),
);

/** Remembers that the third party named an address for changes of a consent. */
export function updateNotifiedConsent(work: Writer, key: ConsentKey): void {
  work.write(update(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

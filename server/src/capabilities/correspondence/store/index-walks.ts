import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/statement.ts';
import { rowCounter } from '#platform/key-ring/count-rows.ts';
import { type IndexWalk, openedRow } from '#platform/key-ring/index-walk.ts';
import { contactMedia } from '../domain/literals.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import { rawQuery } from './tables.ts';

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Open messages keep their old index, because the order of messages to one recipient depends on it; they finish soon.
 */
const settled = statement<{ readonly bankId: string; readonly after: string; readonly rowsMax: number }>()(
  ({ after, bankId, rowsMax }) =>
    rawQuery(sql<{
      communication_id: string;
      medium: string;
      sealed_contact: Buffer;
      recipient_index: Buffer;
    }>`
      select communication_id, medium, sealed_contact, recipient_index from correspondence.communication
       where bank_id = ${bankId} and communication_id > ${after}::uuid and status not in ('queued', 'sending')
       order by communication_id limit ${rowsMax}`),
);

const countCommunications = rowCounter({
  table: 'correspondence.communication',
  key: [{ name: 'communication_id', type: 'uuid' }],
});

const update = statement<{
  readonly bankId: string;
  readonly communicationId: string;
  readonly before: Buffer;
  readonly after: Buffer;
}>('write')((row) =>
  rawQuery(sql`
    update correspondence.communication set recipient_index = ${row.after}
     where bank_id = ${row.bankId} and communication_id = ${row.communicationId}::uuid
       and recipient_index = ${row.before} and status not in ('queued', 'sending')`),
);

/** Recipient indexes of finished messages. */
export function correspondenceIndexWalks(
  database: Database,
  vault: CorrespondenceVault,
): readonly IndexWalk[] {
  return [
    {
      task: 'correspondence.communication',
      count: (bankId) => countCommunications(database, bankId),
      async list(bankId, after, rowsMax) {
        const rows = await database
          .forBank(bankId)
          .rows(settled({ bankId, after: after?.[0] ?? beforeAll, rowsMax }));
        return rows.map(({ communication_id: id, medium, recipient_index: before, sealed_contact: sealed }) =>
          openedRow([id], () => {
            const known = contactMedia.find((one) => one === medium);
            const { details } = vault.openContact(bankId, id, sealed);
            const index = known === undefined ? before : vault.recipientIndex(bankId, known, details);
            const isCurrent = index.equals(before);
            return {
              key: [id],
              indexes: { stored: 1, current: isCurrent ? 1 : 0 },
              update: isCurrent ? undefined : [update({ bankId, communicationId: id, before, after: index })],
            };
          }),
        );
      },
    },
  ];
}

import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { BasketKey } from './baskets.store.ts';
import { tables } from './tables.ts';

const update = statement<BasketKey>('write')(({ bankId, basketId }) =>
  tables
    .updateTable('basket')
    .set({ has_notifications: sql<boolean>`true` })
    .where('bank_id', '=', bankId)
    .where('basket_id', '=', basketId),
);

/** Remembers that the third party named an address for changes of a basket. */
export function updateNotifiedBasket(work: Writer, key: BasketKey): void {
  work.write(update(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

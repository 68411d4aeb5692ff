import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type DeliveryStatus, deliveryStatuses } from '../domain/literals.ts';
import { literalOf } from './communication-rows.ts';
import { rawQuery } from './tables.ts';

/** The communications of a batch: of one sender, or of all. */
export interface BatchCriteria {
  readonly bankId: string;
  readonly batchId: string;
  readonly senderId: string | undefined;
  readonly countMax: number;
}

const count = statement<Omit<BatchCriteria, 'senderId'> & { readonly senderId: string | null }>()((batch) =>
  rawQuery(sql<{ status: string; many: bigint }>`
    select counted.status, count(*) as many
      from (select c.status from correspondence.communication c
             where c.bank_id = ${batch.bankId} and c.batch_id = ${batch.batchId}
               and (${batch.senderId}::text is null or c.sender_id = ${batch.senderId}::text)
             limit ${batch.countMax}::bigint) as counted
     group by counted.status`),
);

/** Counts up to `countMax` communications of a batch by status. */
export async function countBatch(
  db: Reader,
  criteria: BatchCriteria,
): Promise<ReadonlyMap<DeliveryStatus, number>> {
  const rows = await db.rows(count({ ...criteria, senderId: criteria.senderId ?? null }));
  return new Map(rows.map(({ many, status }) => [literalOf(deliveryStatuses, status), Number(many)]));
}

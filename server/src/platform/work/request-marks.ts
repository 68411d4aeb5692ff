import { plainStatement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from './context.ts';
import { keyOwner } from './idempotency.ts';

const partitions = 8;

/** PostgreSQL names the constraint of the partition, not that of the table. */
const onRepeat: Readonly<Record<string, ProblemFactory>> = Object.fromEntries(
  Array.from({ length: partitions }, (_, index) => [
    `request_mark_${index}_pkey`,
    standardProblems['request-repeated'],
  ]),
);

const insert = plainStatement(
  `insert into platform.request_mark (bank_id, caller, operation, request_key, resource_id, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
  'write',
);

const deleteMarks = plainStatement(
  'delete from platform.request_mark where bank_id = $1 and resource_id = $2',
  'write',
);

/**
 * Keeps the key of a request for as long as the resource that it made. While the response is stored, a repeat gets it
 * again; afterwards the repeat is refused with `request-repeated`, where a second resource would otherwise be made. A
 * request without a key cannot be repeated by accident, so it has no mark.
 */
export function keepRequestMark(work: Writer, context: Context, resourceId: string): void {
  const { bankId, caller, clock, idempotency, origin } = context;
  if (idempotency === undefined) return;
  work.write(
    insert([bankId, keyOwner(caller), origin.operationId, idempotency.key, resourceId, clock.now()]),
    { constraints: onRepeat },
  );
}

/** Deletes the marks together with the resource. */
export function deleteRequestMarks(work: Writer, context: Context, resourceId: string): void {
  work.write(deleteMarks([context.bankId, resourceId]));
}

import { listVisibleCustomers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';

/** Those a member of staff may know of: to customers of their units, and to bare addresses. Others were judged before. */
export async function visibleToCaller(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  found: readonly StoredCommunication[],
): Promise<readonly StoredCommunication[]> {
  if (ctx.caller.kind !== 'employee') return found;
  const numbers = [...new Set(found.flatMap(({ customerNumber }) => customerNumber ?? []))];
  const known = await listVisibleCustomers({ ...ctx, ...ctx.party }, db, numbers);
  return found.filter(({ customerNumber }) => customerNumber === undefined || known.has(customerNumber));
}

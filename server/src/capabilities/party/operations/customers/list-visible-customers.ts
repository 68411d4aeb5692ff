import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listLiveNumbers } from '../../store/party-rows.read.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

/** Returns those of the customers that the caller may see. Staff see the customers of their units. */
export async function listVisibleCustomers(
  ctx: Context & PartyPorts,
  db: Reader,
  customerNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { bankId, caller } = ctx;
  const { today } = ruleContextOf(ctx, '');
  return listLiveNumbers(db, { bankId, today, numbers: customerNumbers, ...visibilityOf(caller) });
}

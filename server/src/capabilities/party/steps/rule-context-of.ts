import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { RuleContext } from '../domain/rule-context.ts';
import type { BankFacts } from '../ports/bank-facts.ts';

/** Which day it is at the bank, who asks and where ids come from: all that the rules may know of the world. */
export function ruleContextOf(
  ctx: Context & { readonly bankFacts: BankFacts },
  partyNumber: string,
): RuleContext {
  const { bankId, caller, clock, ids } = ctx;
  const { country, timeZone } = ctx.bankFacts.of(bankId);
  const now = clock.now();
  const shard = virtualShard(bankId, partyNumber);
  return {
    today: clock.today(timeZone).toString(),
    now: toWireTimestamp(now),
    channel: 'clientId' in caller ? caller.clientId.slice(0, 30) : caller.kind,
    bankCountry: country,
    nextId: () => ids.uuid(shard),
  };
}

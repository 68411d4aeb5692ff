import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { RuleContext } from '../domain/rule-context.ts';
import type { BankFacts } from '../ports/bank-facts.ts';

/** Returns everything the rules need from outside: the bank's current day, the calling client and a source of ids. */
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

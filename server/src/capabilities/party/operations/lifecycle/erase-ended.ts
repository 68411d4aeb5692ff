import { Temporal } from 'temporal-polyfill';
import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { retentionParty } from '../../domain/policy.ts';
import type { ErasureLedger } from '../../ports/erasure-ledger.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listEndedNumbers } from '../../store/due-parties.read.ts';
import { eraseParty } from './erase-party.ts';

const batch = 200;

/** Erases parties whose retention period has ended and that have no legal hold. */
export async function eraseEnded(
  ctx: Context & PartyPorts & { readonly erasureLedger: ErasureLedger },
): Promise<number> {
  const { today } = ruleContextOf(ctx, '');
  const years = await findPolicy(ctx.db, ctx, retentionParty);
  const before = Temporal.PlainDate.from(today).subtract({ years }).toString();
  const rows = await openRowWork(ctx, 'erase-ended');
  const scope = { bankId: ctx.bankId, before, limit: batch, except: rows.waiting() };
  const numbers = await listEndedNumbers(ctx.db, scope);
  return rows.forEach({ keys: numbers, areAll: numbers.length < batch }, (partyNumber) =>
    eraseParty(ctx, { partyNumber }),
  );
}

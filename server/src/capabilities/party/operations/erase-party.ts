import { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../events.ts';
import type { ErasureLedger } from '../ports/erasure-ledger.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';
import { erasePartyRow, findPartyRow, listMergedInto, lockPartyRow } from '../store/parties.store.ts';
import { deleteFacts } from '../store/party-facts.store.ts';
import { removeIndexes } from '../store/party-indexes.ts';
import { destroyPartyKey } from '../store/party-keys.store.ts';
import { openRow, type PartyRow } from '../store/party-rows.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { deletePendingCorrectionsOf } from '../store/pending-corrections.store.ts';
import { deleteRelationships } from '../store/relationships.store.ts';

/** Which party. After a restore numbers are given out again, so who got one later is not meant. */
export interface ToErase {
  readonly partyNumber: string;
  readonly registeredBefore?: string;
}

/**
 * Erases a party: its key is destroyed, so that nothing sealed under it can be read any more, in the tables, in the
 * audit trail or in a backup. The ledger outside is written first: an entry too many is applied at the next restore,
 * an entry too few never.
 */
export async function eraseParty(
  ctx: Context & PartyPorts & { readonly erasureLedger: ErasureLedger },
  { partyNumber, registeredBefore }: ToErase,
): Promise<'erased' | 'erased-before'> {
  const { bankId, caller, clock, erasureLedger, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, partyNumber);
  const criteria = { bankId, partyNumber, today, ...visibilityOf(caller) };
  const found = judge(await findPartyRow(ctx.db, criteria), registeredBefore);
  await eraseMerged(ctx, { partyNumber });
  if (found === 'erased') return 'erased-before';
  await erasureLedger.append({ bankId, partyNumber, erasedAt: toWireTimestamp(clock.now()) });
  const outcome = await runCommand(ctx, async (work) => {
    const row = await lockPartyRow(work, criteria);
    const state = judge(row, registeredBefore);
    const changes = [{ field: 'record-state', before: state, after: 'erased' }];
    work.audit({ aggregateKind: 'party', aggregateId: partyNumber, changes });
    // Somebody else was faster; what they did is what we wanted.
    if (row === undefined || state === 'erased') return 'erased-before';
    destroyPartyKey(work, bankId, partyNumber);
    deleteFacts(work, { bankId, partyNumber });
    deleteRelationships(work, bankId, partyNumber);
    removeIndexes(work, bankId, partyNumber);
    deletePendingCorrectionsOf(work, bankId, partyNumber);
    erasePartyRow(work, bankId, partyNumber, clock.now());
    work.emit(partyEvent('erased', openRow(partyVault, row)));
    return 'erased';
  });
  // A record may have been merged into this one while it waited; from now on none can be.
  await eraseMerged(ctx, { partyNumber });
  return outcome;
}

/** Records that were merged into this one are the same person, and go with it. */
async function eraseMerged(ctx: Parameters<typeof eraseParty>[0], { partyNumber }: ToErase): Promise<void> {
  for (const merged of await listMergedInto(ctx.db, ctx.bankId, partyNumber))
    await eraseParty(ctx, { partyNumber: merged });
}

/** In which state the record is; a legal hold refuses, and says so. */
function judge(row: PartyRow | undefined, registeredBefore: string | undefined): string {
  if (row === undefined || isLater(row, registeredBefore)) throw standardProblems['not-found']();
  if (row.legal_hold !== null)
    throw standardProblems.conflict({ message: 'This party must be kept: a legal hold is set.' });
  return row.record_state;
}

function isLater({ created_at: createdAt }: PartyRow, moment: string | undefined): boolean {
  return (
    moment !== undefined && createdAt.epochMilliseconds > Temporal.Instant.from(moment).epochMilliseconds
  );
}

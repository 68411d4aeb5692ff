import { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../../events.ts';
import type { ErasureLedger } from '../../ports/erasure-ledger.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { deleteActivity } from '../../store/customer-activity.store.ts';
import {
  erasePartyRow,
  findPartyRow,
  listMergedInto,
  lockPartyRow,
  touchParties,
} from '../../store/parties.store.ts';
import { deleteFacts } from '../../store/party-facts.store.ts';
import { deleteIndexes } from '../../store/party-indexes.ts';
import { deletePartyKey } from '../../store/party-keys.store.ts';
import { headOf, type PartyRow } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';
import { deletePendingCorrectionsOf } from '../../store/pending-corrections.store.ts';
import { listRelatedNumbers } from '../../store/related-parties.store.ts';
import { deleteRelationships } from '../../store/relationships.store.ts';
import { deleteScreening } from '../../store/screenings.store.ts';

/**
 * The party to erase. Numbers may be assigned again after a restore: `registeredBefore` excludes a party that got the
 * number later.
 */
export interface ErasureTarget {
  readonly partyNumber: string;
  readonly registeredBefore?: string;
}

/**
 * Erases a party: destroys its key, so that nothing encrypted with it can be read any more, in the tables, in the
 * audit trail or in a backup. Writes the external ledger first: an extra entry is applied at the next restore, a
 * missing entry never.
 */
export async function eraseParty(
  ctx: Context & PartyPorts & { readonly erasureLedger: ErasureLedger },
  { partyNumber, registeredBefore }: ErasureTarget,
): Promise<'erased' | 'erased-before'> {
  const { bankId, caller, clock, erasureLedger } = ctx;
  const { today } = ruleContextOf(ctx, partyNumber);
  const criteria = { bankId, partyNumber, today, ...visibilityOf(caller) };
  const found = recordStateOf(await findPartyRow(ctx.db, criteria), registeredBefore);
  await eraseMerged(ctx, { partyNumber });
  if (found === 'erased') return 'erased-before';
  await erasureLedger.append({ bankId, partyNumber, erasedAt: toWireTimestamp(clock.now()) });
  const outcome = await runCommand(ctx, async (work) => {
    const row = await lockPartyRow(work, criteria);
    const state = recordStateOf(row, registeredBefore);
    const changes = [{ field: 'record-state', before: state, after: 'erased' }];
    work.audit({ aggregateKind: 'party', aggregateId: partyNumber, changes });
    // Another process erased the party first; the result is the same.
    if (row === undefined || state === 'erased') return 'erased-before';
    deletePartyKey(work, bankId, partyNumber);
    deleteFacts(work, { bankId, partyNumber });
    touchParties(work, {
      bankId,
      numbers: await listRelatedNumbers(work, bankId, partyNumber),
    });
    deleteRelationships(work, bankId, partyNumber);
    deleteIndexes(work, bankId, partyNumber);
    deletePendingCorrectionsOf(work, bankId, partyNumber);
    deleteScreening(work, { bankId, partyNumber });
    deleteActivity(work, { bankId, partyNumber });
    erasePartyRow(work, bankId, partyNumber, clock.now());
    // Nothing is decrypted: damaged data can be erased as well.
    work.emit(partyEvent('erased', headOf(row)));
    return 'erased';
  });
  // A record may have been merged into this one while it waited; from now on none can be.
  await eraseMerged(ctx, { partyNumber });
  return outcome;
}

/** Erases the records that were merged into this one: they describe the same person. */
async function eraseMerged(
  ctx: Parameters<typeof eraseParty>[0],
  { partyNumber }: ErasureTarget,
): Promise<void> {
  for (const merged of await listMergedInto(ctx.db, ctx.bankId, partyNumber))
    await eraseParty(ctx, { partyNumber: merged });
}

/** Returns the state of the record. A legal hold raises a conflict. */
function recordStateOf(row: PartyRow | undefined, registeredBefore: string | undefined): string {
  if (row === undefined || isLater(row, registeredBefore)) throw standardProblems['not-found']();
  if (row.legal_hold !== null)
    throw standardProblems.conflict({ message: 'This party cannot be erased: a legal hold is set.' });
  return row.record_state;
}

function isLater({ created_at: createdAt }: PartyRow, time: string | undefined): boolean {
  return time !== undefined && createdAt.epochMilliseconds > Temporal.Instant.from(time).epochMilliseconds;
}

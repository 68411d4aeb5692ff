import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import { updateParty } from '../../store/parties.store.ts';
import { deleteIndexes } from '../../store/party-indexes.ts';
import { partyColumns } from '../../store/party-rows.ts';

export interface MergeParties {
  readonly partyNumber: string;
  readonly survivorPartyNumber: string;
}

/**
 * Merges two records of one party. The survivor stays as it is; the other record is stored but no longer found, and
 * reading it returns the location of the survivor. Staff, who can still read both, complete the survivor.
 */
export async function mergeParties(
  ctx: Context & PartyPorts,
  { partyNumber, survivorPartyNumber }: MergeParties,
): Promise<void> {
  if (partyNumber === survivorPartyNumber) throw standardProblems.conflict();
  return runCommand(ctx, async (work) => {
    // Locks in a fixed order, so that two merges of the same two parties cannot deadlock.
    const numbers = [partyNumber, survivorPartyNumber].toSorted();
    const loaded = new Map<string, Awaited<ReturnType<typeof loadParty>>>();
    for (const number of numbers) loaded.set(number, await loadParty(ctx, work, { partyNumber: number }));
    const [merged, survivor] = [loaded.get(partyNumber), loaded.get(survivorPartyNumber)];
    if (merged === undefined || survivor === undefined || merged.party.kind !== survivor.party.kind)
      throw standardProblems.conflict();
    const { party, seal } = merged;
    const columns = partyColumns(
      {
        ...party,
        recordState: 'merged',
        survivorPartyNumber,
        modifiedAt: ctx.clock.now(),
        version: party.version + 1n,
      },
      seal,
    );
    updateParty(work, columns);
    deleteIndexes(work, ctx.bankId, partyNumber);
    work.emit(partyEvent('merged', party, survivorPartyNumber));
    work.audit({
      aggregateKind: 'party',
      aggregateId: partyNumber,
      changes: [
        { field: 'record-state', before: 'live', after: 'merged' },
        { field: 'survivor-party-number', after: survivorPartyNumber },
      ],
    });
  });
}

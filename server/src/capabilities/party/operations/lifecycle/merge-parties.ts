import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { hasOpenProduct } from '../../domain/customer-status.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { type LoadedParty, loadParty } from '../../steps/load-party.ts';
import { writeParty } from '../../steps/save-party.ts';
import { loadScreening } from '../../steps/screening.ts';
import { moveActivity } from '../../store/customer-activity.store.ts';
import { touchParties, updateParty } from '../../store/parties.store.ts';
import { deleteIndexes } from '../../store/party-indexes.ts';
import { partyColumns } from '../../store/party-rows.ts';
import { listRelatedNumbers, moveRelationships } from '../../store/related-parties.store.ts';
import {
  deleteScreening,
  openScreening,
  updateProductHeld,
  updateProposalEnded,
} from '../../store/screenings.store.ts';

export interface MergeParties {
  readonly partyNumber: string;
  readonly survivorPartyNumber: string;
}

/**
 * Merges two records of one party. The survivor stays as it is, but its name becomes
 * secret if the other one is; the other record is stored but no longer found, and
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
    moveActivity(work, { bankId: ctx.bankId, partyNumber, survivor: survivorPartyNumber });
    await mergeScreenings(ctx, work, { merged, survivor });
    const isNowSecret = mergeSecrecy(ctx, work, { merged, survivor });
    await mergeRelationships(ctx, work, { merged, survivor });
    work.emit(partyEvent('merged', party, survivorPartyNumber));
    work.audit({
      aggregateKind: 'party',
      aggregateId: partyNumber,
      changes: [
        { field: 'record-state', before: 'live', after: 'merged' },
        { field: 'survivor-party-number', after: survivorPartyNumber },
        ...(isNowSecret ? [{ field: 'survivor-name-secrecy', after: true }] : []),
      ],
    });
  });
}

interface MergedPair {
  readonly merged: LoadedParty;
  readonly survivor: LoadedParty;
}

/**
 * Ends the screening of the merged record, and any proposal about the survivor: more is known of the person now. A hit or
 * an open product of the merged record must not get lost with it, so the survivor is screened again.
 */
async function mergeScreenings(
  ctx: Context & PartyPorts,
  work: Work,
  { merged, survivor }: MergedPair,
): Promise<void> {
  const { isProductHeld, screening } = await loadScreening(work, merged);
  deleteScreening(work, merged.party);
  updateProposalEnded(work, survivor.party);
  if (screening.kind !== 'hit' && !isProductHeld) return;
  openScreening(work, survivor.party, ctx.clock.now());
  if (isProductHeld && !hasOpenProduct(survivor.party.personal.customer))
    updateProductHeld(work, survivor.party, true);
}

/** The relationships are those of one person: the survivor has them, and the related parties show its number. */
async function mergeRelationships(
  ctx: Context & PartyPorts,
  work: Work,
  { merged, survivor }: MergedPair,
): Promise<void> {
  const { bankId, clock } = ctx;
  const [from, to] = [merged.party.partyNumber, survivor.party.partyNumber];
  const numbers = await listRelatedNumbers(work, bankId, from);
  if (numbers.length === 0) return;
  const now = clock.now();
  moveRelationships(work, { bankId, merged: from, survivor: to, now });
  touchParties(work, { bankId, numbers: [...new Set([...numbers, to])] });
}

/** Makes the name of the survivor secret if that of the merged record is; returns whether it was changed. */
function mergeSecrecy(ctx: Context & PartyPorts, work: Work, { merged, survivor }: MergedPair): boolean {
  const { nameSecrecy } = merged.party.personal;
  const { personal, sensitive } = survivor.party;
  if (nameSecrecy === undefined || personal.nameSecrecy !== undefined) return false;
  const facts = { personal: { ...personal, nameSecrecy }, sensitive };
  const events = [partyEvent('nameDisclosureEnded', survivor.party)];
  writeParty(ctx, work, { before: survivor, decision: { facts, events } });
  return true;
}

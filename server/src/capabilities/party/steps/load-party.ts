import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { PartyTarget } from '../domain/changes.ts';
import type { RecordedSegment } from '../domain/history.ts';
import type { Party } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { lockPartyRow } from '../store/parties.store.ts';
import { listBelievedFacts, openSegments } from '../store/party-facts.store.ts';
import { openWhole } from '../store/party-rows.ts';
import type { PartySeal } from '../store/party-vault.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { partyGone } from './party-gone.ts';
import { ruleContextOf } from './rule-context-of.ts';

/** A party held still for a change: what it is, what was known before, and the key to both. */
export interface LoadedParty {
  readonly party: Party;
  readonly segments: readonly RecordedSegment[];
  readonly seal: PartySeal;
}

/** Locks and opens a party within the caller's reach. One that is foreign is unknown; one that is gone says so. */
export async function loadParty(
  ctx: Context & PartyPorts,
  work: Writer,
  { ifMatch, partyNumber }: PartyTarget,
): Promise<LoadedParty> {
  const { bankId, caller, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, partyNumber);
  const [row, facts] = await Promise.all([
    // A proxy may look; only customers themselves change what is known of them.
    lockPartyRow(work, { bankId, partyNumber, today, ...visibilityOf(caller), proxy: null }),
    listBelievedFacts(work, { bankId, partyNumber }),
  ]);
  if (row === undefined) throw standardProblems['not-found']();
  const opened = openWhole(partyVault, row);
  if (opened === undefined || row.survivor_party_number !== null) throw partyGone(row.survivor_party_number);
  if (ifMatch !== undefined && ifMatch !== row.row_version) throw standardProblems['precondition-failed']();
  return { ...opened, segments: openSegments(opened.seal, facts) };
}

import type { Caller } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { PartyTarget } from '../domain/changes.ts';
import type { PersonalFacts, SensitiveFacts } from '../domain/facts.ts';
import type { RecordedSegment } from '../domain/history.ts';
import { asOfToday } from '../domain/identification-documents.ts';
import type { Party, PartyView } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { findPartyRow, lockPartyRow } from '../store/parties.store.ts';
import { listCurrentFacts, openSegments } from '../store/party-facts.store.ts';
import { openRow, openWhole } from '../store/party-rows.ts';
import type { PartySeal } from '../store/party-vault.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import type { Depth } from './access.ts';
import { ruleContextOf } from './rule-context.ts';

/**
 * Returns a party that the caller may see, as of today. Raises not-found for any other, and gone for an erased or
 * merged one.
 */
export async function findParty(
  ctx: Context & PartyPorts,
  db: Reader,
  { depth, partyNumber }: { readonly partyNumber: string; readonly depth: Depth },
): Promise<PartyView> {
  const { bankId, caller, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, partyNumber);
  const row = await findPartyRow(db, { bankId, partyNumber, today, ...visibilityOf(caller) });
  if (row === undefined) throw standardProblems['not-found']();
  const party = openRow(partyVault, row, depth);
  if (party.recordState !== 'live') throw partyGone(party.survivorPartyNumber);
  const { personal, sensitive } = party;
  return {
    ...party,
    personal: caller.kind === 'customer' ? withoutReason(personal) : personal,
    sensitive:
      sensitive && shownTo(caller, { ...sensitive, documents: asOfToday(sensitive.documents, today) }),
  };
}

/** Removes the reason why the bank rejects a customer, which could reveal that they are under investigation. */
function withoutReason(personal: PersonalFacts): PersonalFacts {
  const { statusReason: _, ...customer } = personal.customer;
  return { ...personal, customer };
}

/** Hides the identification numbers of other owners, even where the customer acts for the organization. */
function shownTo(caller: Caller, sensitive: SensitiveFacts): SensitiveFacts {
  if (caller.kind !== 'customer') return sensitive;
  const { ownerNumbers: _, ...own } = sensitive;
  return own;
}

/** A party locked for a change: its current state, its recorded history, and the key to both. */
export interface LoadedParty {
  readonly party: Party;
  readonly segments: readonly RecordedSegment[];
  readonly seal: PartySeal;
}

/**
 * Locks and decrypts a party that the caller may see. Raises not-found for any other, and gone for an erased or
 * merged one.
 */
export async function loadParty(
  ctx: Context & PartyPorts,
  work: Writer,
  { ifMatch, partyNumber }: PartyTarget,
): Promise<LoadedParty> {
  const { bankId, caller, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, partyNumber);
  const [row, facts] = await Promise.all([
    // A proxy may read; only customers themselves change their data.
    lockPartyRow(work, { bankId, partyNumber, today, ...visibilityOf(caller), proxy: null }),
    listCurrentFacts(work, { bankId, partyNumber }),
  ]);
  if (row === undefined) throw standardProblems['not-found']();
  const opened = openWhole(partyVault, row);
  if (opened === undefined || row.survivor_party_number !== null) throw partyGone(row.survivor_party_number);
  if (ifMatch !== undefined && ifMatch !== row.row_version) throw standardProblems['precondition-failed']();
  return { ...opened, segments: openSegments(opened.seal, facts) };
}

/** Returns the problem for a party that was erased, or merged with another one, which `Location` names. */
export function partyGone(survivor: string | null | undefined): Problem {
  return survivor === null || survivor === undefined
    ? standardProblems.gone()
    : standardProblems.gone({ headers: { location: `/v1/party/parties/${survivor}` } });
}

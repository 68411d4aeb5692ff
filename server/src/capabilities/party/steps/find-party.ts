import type { Caller } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { PersonalFacts, SensitiveFacts } from '../domain/facts.ts';
import { asOfToday } from '../domain/identification-documents.ts';
import type { PartyView } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { findPartyRow } from '../store/parties.store.ts';
import { openRow } from '../store/party-rows.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { partyGone } from './party-gone.ts';
import type { Depth } from './read-audited.ts';
import { ruleContextOf } from './rule-context-of.ts';

/** A party within the caller's reach as it is today; foreign is unknown, erased and merged say so. */
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

/** Why the bank refuses somebody is not for them to know: it could tell that they are watched. */
function withoutReason(personal: PersonalFacts): PersonalFacts {
  const { statusReason: _, ...customer } = personal.customer;
  return { ...personal, customer };
}

/** Numbers of other owners are theirs, even where the organization is the customer's own. */
function shownTo(caller: Caller, sensitive: SensitiveFacts): SensitiveFacts {
  if (caller.kind !== 'customer') return sensitive;
  const { ownerNumbers: _, ...own } = sensitive;
  return own;
}

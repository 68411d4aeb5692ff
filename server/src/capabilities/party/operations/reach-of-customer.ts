import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { isCurrent, sortedForReading } from '../domain/contact-points.ts';
import type { ContactAddress, ContactPoint, Day, PersonalFacts, PreferenceEntry } from '../domain/facts.ts';
import type { ContactMethod, ContactUsage } from '../domain/literals.ts';
import type { PartyHead } from '../domain/party.ts';
import { labelOf } from '../domain/postal-address.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { findPartyRow } from '../store/parties.store.ts';
import { openRow } from '../store/party-rows.ts';
import { reachOf } from '../store/reach.ts';
import { sceneOf } from './scene-of.ts';

/** One way to reach a customer, as text. */
export interface ReachedPoint {
  readonly id: string;
  readonly method: ContactMethod;
  readonly usage: ContactUsage;
  readonly details: string;
  readonly isVerified: boolean;
  /** What this address in particular is not to be used for. */
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
}

/** All that must be known to send somebody a message, and nothing else. */
export interface CustomerReach {
  /** Another one than was asked for when two records turned out to be one party. */
  readonly partyNumber: string;
  readonly kind: 'individual' | 'organization';
  readonly isDeceased: boolean;
  readonly language: string | undefined;
  readonly optIns: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  readonly optOuts: readonly Pick<PreferenceEntry, 'purpose' | 'medium'>[];
  /** Current ones, the primary ones first. */
  readonly points: readonly ReachedPoint[];
}

/** For parts of Portico that write to customers. Staff reach those of their units; a customer reaches nobody else. */
export async function reachOfCustomer(
  ctx: Context & PartyPorts,
  db: Reader,
  customerNumber: string,
): Promise<CustomerReach | undefined> {
  const { bankId, partyVault } = ctx;
  const { today } = sceneOf(ctx, customerNumber);
  const row = await findPartyRow(db, { bankId, partyNumber: customerNumber, today, ...reachOf(ctx.caller) });
  if (row === undefined) return undefined;
  if (row.survivor_party_number !== null) return reachOfCustomer(ctx, db, row.survivor_party_number);
  const party = openRow(partyVault, row);
  if (party.recordState === 'erased') return undefined;
  return reachOfParty(party, today);
}

/** The same of a party that was opened already. */
export function reachOfParty(
  { kind, partyNumber, personal }: PartyHead & { readonly personal: PersonalFacts },
  today: Day,
): CustomerReach {
  const { contactPoints, life, preference } = personal;
  return {
    partyNumber,
    kind,
    isDeceased: life === 'deceased',
    language: preference?.preferredLanguage,
    optIns: preference?.optIns ?? [],
    optOuts: preference?.optOuts ?? [],
    points: sortedForReading(contactPoints.filter((point) => isCurrent(point, today))).map(reached),
  };
}

function reached({ address, id, isVerified, method, preference, usage }: ContactPoint): ReachedPoint {
  return { id, method, usage, isVerified, details: textOf(address), optOuts: preference?.optOuts ?? [] };
}

function textOf(address: ContactAddress): string {
  switch (address.kind) {
    case 'phone':
      return address.number;
    case 'postal':
      return labelOf(address);
    case 'email':
    case 'web':
    case 'social':
      return address.value;
  }
}

import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Writer } from '#platform/db/writer.ts';
import { canonical, type PartyFacts } from '../domain/fact-map.ts';
import type { Party, PartyHead } from '../domain/party.ts';
import {
  type DecidedOutcome,
  decidedOutcomes,
  type ScreenedFacts,
  type Screening,
  screenedFactsOf,
  screeningEffect,
} from '../domain/screening.ts';
import type { PartySeal } from '../store/party-vault.ts';
import {
  deleteUnfinishedScreening,
  lockScreening,
  openScreening,
  type ScreeningRow,
} from '../store/screenings.store.ts';

/** The screening of a locked party. */
export interface LoadedScreening {
  readonly screening: Screening;
  readonly isProductHeld: boolean;
  /** Why the outcome was proposed. */
  readonly reason: string | undefined;
}

const factsEncryptionContext = { table: 'screening', column: 'sealed_facts', row: '' } as const;
const reasonEncryptionContext = { table: 'screening', column: 'sealed_reason', row: '' } as const;

/** Locks the screening of a party that the command has locked. */
export async function loadScreening(
  work: Writer,
  { party, seal }: { readonly party: Party; readonly seal: PartySeal },
): Promise<LoadedScreening> {
  const { bankId, partyNumber } = party;
  const row = await lockScreening(work, { bankId, partyNumber });
  if (row === undefined) return { screening: { kind: 'none' }, isProductHeld: false, reason: undefined };
  const { sealed_facts: screened, sealed_reason: reason } = row;
  const isOfTheseFacts =
    screened !== null && seal.unseal(factsEncryptionContext, screened) === canonical(screenedFactsOf(party));
  return {
    screening: screeningFrom(row, isOfTheseFacts),
    isProductHeld: row.is_product_held,
    reason: reason === null ? undefined : String(seal.unseal(reasonEncryptionContext, reason)),
  };
}

/** Encrypts the facts that a screening is about: a hash of a name and a birth date could be guessed. */
export function sealScreenedFacts(seal: PartySeal, facts: ScreenedFacts): Buffer {
  return seal.seal(factsEncryptionContext, canonical(facts));
}

export function sealReason(seal: PartySeal, reason: string): Buffer {
  return seal.seal(reasonEncryptionContext, reason);
}

/** Returns the stored literal of an outcome as its type. */
export function outcomeFrom(text: string | null): DecidedOutcome | undefined {
  return decidedOutcomes.find((known) => known === text);
}

function screeningFrom(row: ScreeningRow, isOfTheseFacts: boolean): Screening {
  const decided = outcomeFrom(row.state);
  if (decided !== undefined) return { kind: decided, isOfTheseFacts };
  const { proposed_at: proposedAt, proposed_by: proposedBy } = row;
  const outcome = outcomeFrom(row.proposed_outcome);
  if (row.state === 'open') return { kind: 'open' };
  assert(outcome !== undefined && proposedAt !== null && proposedBy !== null, 'a proposal has an author');
  return { kind: 'proposed', proposal: { outcome, proposedAt, proposedBy, isOfTheseFacts } };
}

/** Writes what a change of a party means for its screening. */
export function followScreening(
  work: Writer,
  change: {
    readonly head: PartyHead;
    readonly before: PartyFacts | undefined;
    readonly after: PartyFacts;
    readonly now: Temporal.Instant;
  },
): void {
  const { after, before, head, now } = change;
  switch (screeningEffect(before, after)) {
    case 'opened':
      return openScreening(work, head, now);
    case 'ended':
      return deleteUnfinishedScreening(work, head);
    case 'unchanged':
  }
}

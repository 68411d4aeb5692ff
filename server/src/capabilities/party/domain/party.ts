import type { Temporal } from 'temporal-polyfill';
import type { Day, PersonalFacts, SensitiveFacts } from './facts.ts';
import type { PartyKind, RecordState } from './literals.ts';

/** Where a change stands in the order in which changes became visible. */
export interface SyncPosition {
  readonly epoch: number;
  readonly transaction: bigint;
  readonly number: bigint;
}

/** What a row says of a party without any key. */
export interface PartyHead {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly kind: PartyKind;
  readonly recordState: RecordState;
  /** Of a merged party: who it is now. */
  readonly survivorPartyNumber: string | undefined;
  readonly servicingUnit: string | undefined;
  readonly legalHold: string | undefined;
  readonly dueOn: Day | undefined;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly version: bigint;
  readonly position: SyncPosition;
}

/** A party whose key is still there. */
export interface Party extends PartyHead {
  readonly recordState: 'live' | 'merged';
  readonly personal: PersonalFacts;
  readonly sensitive: SensitiveFacts;
}

/** A party as read: what is sensitive is opened only for those who may see it. */
export interface PartyView extends PartyHead {
  readonly recordState: 'live' | 'merged';
  readonly personal: PersonalFacts;
  readonly sensitive: SensitiveFacts | undefined;
}

/** All that is left of an erased party. */
export interface ErasedParty extends PartyHead {
  readonly recordState: 'erased';
}

/** Something found under a party number. */
export type FoundParty = PartyView | ErasedParty;

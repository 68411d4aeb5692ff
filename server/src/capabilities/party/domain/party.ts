import type { Temporal } from 'temporal-polyfill';
import type { Day, PersonalFacts, SensitiveFacts } from './facts.ts';
import type { PartyKind, RecordState } from './literals.ts';

/** Position of a change in the order in which changes became visible. */
export interface SyncPosition {
  readonly epoch: number;
  readonly transaction: bigint;
  readonly number: bigint;
}

/** The unencrypted part of a party. */
export interface PartyHead {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly kind: PartyKind;
  readonly recordState: RecordState;
  /** Of a merged party: the surviving party. */
  readonly survivorPartyNumber: string | undefined;
  readonly servicingUnit: string | undefined;
  readonly legalHold: string | undefined;
  readonly dueOn: Day | undefined;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly version: bigint;
  readonly position: SyncPosition;
}

/** A party whose key exists. */
export interface Party extends PartyHead {
  readonly recordState: 'live' | 'merged';
  readonly personal: PersonalFacts;
  readonly sensitive: SensitiveFacts;
}

/** A party as read: sensitive data is decrypted only for callers who may see it. */
export interface PartyView extends PartyHead {
  readonly recordState: 'live' | 'merged';
  readonly personal: PersonalFacts;
  readonly sensitive: SensitiveFacts | undefined;
}

/** What remains of an erased party. */
export interface ErasedParty extends PartyHead {
  readonly recordState: 'erased';
}

/** The record stored under a party number. */
export type FoundParty = PartyView | ErasedParty;

import type { AccountKind, AccountStatus, SigningMode } from '#capabilities/core-banking/index.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import type { Habit } from './habit.ts';

/** Names an account of a persona: `salary/current`. */
export type AccountKey = `${string}/${string}`;

/** An account of a persona. Its numbers are published, so they never change. */
export interface PersonaAccount {
  readonly key: AccountKey;
  readonly kind: AccountKind;
  readonly iban?: string;
  readonly maskedPan?: string;
  readonly product: string;
  /** The first is the main one. */
  readonly currencies: readonly Currency[];
  /** Customer numbers of those who hold it with the persona. */
  readonly coHolders?: readonly string[];
  readonly signingMode?: SigningMode;
  /** How far below zero it may go, in minor units. */
  readonly creditLimit?: bigint;
  /** What it begins with, in minor units, by currency. */
  readonly opening?: Readonly<Partial<Record<Currency, bigint>>>;
  /** Absent: open. An account that is closed was emptied before. */
  readonly status?: AccountStatus;
  /** How long ago an account that is not open was used for the last time. */
  readonly idleDays?: number;
  /** Card payments that are reserved and not booked yet. */
  readonly hasPendingPayments?: true;
  readonly habits: readonly Habit[];
}

/** Name, and what the registration needs. */
export type PersonaName =
  | {
      readonly kind: 'individual';
      readonly givenName: string;
      readonly surname: string;
      readonly birthDate: string;
    }
  | { readonly kind: 'organization'; readonly commercialName: string; readonly established: string };

/** How a persona signs in. */
export interface PersonaUser {
  readonly phone: string;
  /** Whether the number is verified, so that codes can be sent to it. */
  readonly hasSecondFactor: boolean;
}

/** A customer of the demo bank, made for one case that a developer wants to try. */
export interface Persona {
  /** Also the user name. */
  readonly key: string;
  /** Says which case the persona is for. */
  readonly sentence: string;
  readonly customerNumber: string;
  readonly name: PersonaName;
  /** BCP 47 */
  readonly language: string;
  /** Country of residence. */
  readonly country: 'DE' | 'FR' | 'IT' | 'KW';
  /** Absent for organizations and for those who never had one. */
  readonly user?: PersonaUser;
  /** Absent: a living customer. */
  readonly standing?: 'former' | 'deceased';
  /** Keys of those who act for an organization; two of them must sign. */
  readonly signatories?: readonly string[];
  readonly accounts: readonly PersonaAccount[];
}

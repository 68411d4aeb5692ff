import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AccountChoice, OwnedAccount } from '../domain/offered-account.ts';
import type { Order } from '../domain/order.ts';
import type { ListedTransfers } from '../domain/page-view.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';

/** What is approved, as its capability describes it. */
export interface Subject {
  readonly ref: SubjectRef;
  /** The third party that created it; for every other one it does not exist. */
  readonly organisationId: string;
  /** Its name for the pages, from its certificate. */
  readonly thirdPartyName: string;
  /** Customer whose accounts it concerns; absent while the customer has still to choose one, or while `holders` says who. */
  readonly owner: string | undefined;
  /**
   * Without an owner: customers of whom each may approve alone, such as the holders of a joint account; none: every
   * customer, for the own accounts. The first approval decides.
   */
  readonly holders?: readonly string[];
  /**
   * Which accounts the request leaves to the customer. Stays after a choice, which is only a proposal, until the first
   * signature; undefined from then on, and where the request names the accounts.
   */
  readonly leavesOpen: AccountChoice | undefined;
  /** Undefined while something is missing, such as the account to be debited. */
  readonly order: Order | undefined;
  /** The third party was not told how the name of the payee compares with the holder of the account. */
  readonly isPayeeUntold?: boolean;
  /** The customer must see it on the bank's page or on a device, because a third party cannot show all of it. */
  readonly isShownByBank?: boolean;
  /** The third party named an address for changes of the status of its authorisations. */
  readonly hasNotifications?: true;
  /**
   * Whether it takes authorisations; `over` says that it ended without success, `unrequested` that a cancellation was not
   * asked for, `unverified` that its payee is not verified, or that the payer has not confirmed the result, `grouped` that
   * it is approved with the others of an open signing basket.
   */
  readonly state: 'open' | 'done' | 'over' | 'unrequested' | 'unverified' | 'grouped';
  /** End of its life without approval. */
  readonly expiresAt: Temporal.Instant;
}

/** The customer who chooses accounts. */
export interface Chooser {
  readonly userId: string;
  /** The party of the user; absent for an agent. */
  readonly customerNumber: string | undefined;
}

/** Accounts that a customer chose, of those that were offered; all of one owner. */
export interface AccountSelection {
  readonly userId: string;
  readonly accounts: readonly [OwnedAccount, ...OwnedAccount[]];
}

/** Who approved a subject, for which customer, and how far it is signed now. */
export interface SubjectApproval {
  readonly userId: string;
  /** The party of the user; absent for an agent. */
  readonly customerNumber: string | undefined;
  readonly owner: string | undefined;
  readonly extent: SignedExtent;
  /** Of a basket: how far each member is signed that this approval signed, by id. */
  readonly members?: ReadonlyMap<string, SignedExtent>;
}

/** How far a subject is signed. */
export type SignedExtent =
  | { readonly kind: 'fully' }
  /** The others must sign before this moment. */
  | { readonly kind: 'partly'; readonly collectedUntil: Temporal.Instant };

/**
 * Port: the subjects of one kind, implemented by the capability that owns them. Only `authorised` and `failed` move a
 * subject, on every approach, in the transaction that records the signature.
 */
export interface Subjects {
  /** Reads a subject through the given connection; undefined for an unknown one. */
  describe(db: Reader, bankId: string, ref: SubjectRef): Promise<Subject | undefined>;
  /** Locks a subject and describes it as it is then. It is locked after all that the README of this capability lists before it. */
  lock(work: Work, bankId: string, ref: SubjectRef): Promise<Subject | undefined>;
  /**
   * Lists the accounts that a customer may choose for a subject: the own ones, and those of others for whom the customer
   * has a mandate that covers the subject. Unusable ones have an obstacle. Asks the core, so never in a transaction; the
   * most used first, because only the first ones are offered (`offeredAccountsMax`).
   */
  accountsFor(
    db: Reader,
    bankId: string,
    ref: SubjectRef,
    chooser: Chooser,
  ): Promise<readonly OwnedAccount[]>;
  /**
   * Locks a subject and completes its order with a choice, which replaces an earlier one and sets the owner. Returns the
   * subject as it is then; undefined if it takes no choice any more.
   */
  choose(
    work: Work,
    bankId: string,
    ref: SubjectRef,
    selection: AccountSelection,
  ): Promise<Subject | undefined>;
  /** Returns a page of the transfers of a bulk, or of the bulks of a basket, counted from 1; absent where there are none. */
  listTransfers?(
    db: Reader,
    bankId: string,
    ref: SubjectRef,
    page: number,
  ): Promise<ListedTransfers | undefined>;
  /** Remembers that the third party named an address for changes of the status, in the transaction of the start. */
  markNotified(work: Work, bankId: string, ref: SubjectRef): void;
  /** Moves a subject after an approval: some signatures are still missing, or none. */
  authorised(work: Work, bankId: string, ref: SubjectRef, approval: SubjectApproval): Promise<void>;
  /** Tells that an authorisation failed; most subjects stay open for another one. */
  failed(work: Work, bankId: string, ref: SubjectRef): Promise<void>;
}

/** The subjects of all kinds that this installation knows. */
export type SubjectsByKind = Readonly<Partial<Record<SubjectKind, Subjects>>>;

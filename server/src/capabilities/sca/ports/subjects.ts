import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Order } from '../domain/order.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';

/** What is approved, as its capability describes it. */
export interface Subject {
  readonly ref: SubjectRef;
  /** The third party that created it; for every other one it does not exist. */
  readonly organisationId: string;
  /** Its name for the pages, from its certificate. */
  readonly thirdPartyName: string;
  /** Customer whose accounts it concerns; absent while the customer has still to choose one. */
  readonly owner: string | undefined;
  /** Undefined while something is missing, such as the account to be debited. */
  readonly order: Order | undefined;
  /** Whether it takes authorisations; `over` says that it ended without success. */
  readonly state: 'open' | 'done' | 'over';
  /** End of its life without approval. */
  readonly expiresAt: Temporal.Instant;
}

/**
 * Port: the subjects of one kind, implemented by the capability that owns them. Only `authorised` and `failed` move a
 * subject, on every approach, in the transaction that records the signature.
 */
export interface Subjects {
  /** Reads a subject through the given connection; undefined for an unknown one. */
  describe(db: Reader, bankId: string, ref: SubjectRef): Promise<Subject | undefined>;
  /** Locks a subject and describes it as it is then. Lock order: authorisation, signer, collections, subjects. */
  lock(work: Work, bankId: string, ref: SubjectRef): Promise<Subject | undefined>;
  /** Moves a subject after an approval: some signatures are still missing, or none. */
  authorised(work: Work, bankId: string, ref: SubjectRef, extent: 'partly' | 'fully'): Promise<void>;
  /** Tells that an authorisation failed; most subjects stay open for another one. */
  failed(work: Work, bankId: string, ref: SubjectRef): Promise<void>;
}

/** The subjects of all kinds that this installation knows. */
export type SubjectsByKind = Readonly<Partial<Record<SubjectKind, Subjects>>>;

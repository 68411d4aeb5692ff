import type { Temporal } from 'temporal-polyfill';
import type { AccountReference } from '#capabilities/sca/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccessModel, DataKind } from '../domain/access.ts';
import { type ConsentStatus, isFinal } from '../domain/consent.ts';
import { accountsWithKinds } from '../domain/kept-access.ts';
import { reestablishableUntil } from '../domain/reestablishment.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { type ConsentHead, findConsentHead, type StoredConsent } from '../store/consents.store.ts';
import { referenceOf } from './consent-order.ts';
import { asOfNow } from './load-consent.ts';

/** The signed-in user who looks at consents. */
export interface ConsentViewer {
  readonly userId: string;
  /** Undefined for a user who is no customer. */
  readonly customerNumber: string | undefined;
}

/** A consent as its customer sees it. */
export interface CustomerConsent {
  readonly consentId: string;
  readonly thirdPartyName: string;
  readonly status: ConsentStatus;
  readonly model: AccessModel;
  /** Accounts with the kinds of data that are read of each; none for a consent to all accounts. */
  readonly accounts: readonly { readonly reference: AccountReference; readonly kinds: readonly DataKind[] }[];
  readonly withOwnerName: boolean;
  /** As the third party states it; undefined if it states none. */
  readonly purpose: string | undefined;
  /** Undefined while other signatures are missing. */
  readonly grantedAt: Temporal.Instant | undefined;
  readonly validUntil: Temporal.PlainDate;
  readonly isRecurring: boolean;
  readonly endedAt: Temporal.Instant | undefined;
  /** Whose accounts it is for: the own ones, with or without a proxy in between, or those of another customer. */
  readonly givenBy: 'customer' | 'proxy-of-customer' | 'customer-as-proxy';
  readonly reestablishableUntil: Temporal.Instant | undefined;
}

/**
 * Returns whether a user sees a consent: one to accounts of the own customer, or one that the user gave for another. One
 * that was never signed gave no access, and is not shown.
 */
export function isVisible(head: ConsentHead, { customerNumber, userId }: ConsentViewer): boolean {
  const isSigned = head.approvedAt !== undefined || head.status === 'partiallyAuthorised';
  const isOwn = head.owner !== undefined && head.owner === customerNumber;
  return isSigned && (isOwn || head.userId === userId);
}

/** Returns a consent that the user sees, as it is stored; undefined for any other. */
export async function findVisibleHead(
  { bankId, db }: Context,
  consentId: string,
  viewer: ConsentViewer,
): Promise<ConsentHead | undefined> {
  const head = isUuid(consentId) ? await findConsentHead(db, { bankId, consentId }) : undefined;
  return head !== undefined && isVisible(head, viewer) ? head : undefined;
}

/** Returns a consent as its customer sees it at this moment. */
export function toCustomerConsent(
  { bankId, clock, consentsChoices }: Context & ConsentsPorts,
  stored: StoredConsent,
  viewer: ConsentViewer,
): CustomerConsent {
  const consent = asOfNow(stored, clock.now());
  const { access, changedAt, consentId, isRecurring, status, thirdPartyName, validUntil } = consent;
  const { reestablishHours } = consentsChoices.of(bankId);
  return {
    consentId,
    thirdPartyName,
    status,
    model: access.model,
    accounts: accountsWithKinds(access).map(({ account, kinds }) => ({
      reference: referenceOf(account),
      kinds,
    })),
    withOwnerName: access.withOwnerName,
    purpose: access.purpose,
    grantedAt: consent.approvedAt,
    validUntil,
    isRecurring,
    endedAt: isFinal(status) ? changedAt : undefined,
    givenBy: giverOf(consent, viewer),
    reestablishableUntil: reestablishableUntil(consent, viewer.userId, reestablishHours),
  };
}

function giverOf(
  { owner, proxy }: ConsentHead,
  { customerNumber }: ConsentViewer,
): CustomerConsent['givenBy'] {
  if (owner !== customerNumber) return 'customer-as-proxy';
  return proxy === undefined ? 'customer' : 'proxy-of-customer';
}

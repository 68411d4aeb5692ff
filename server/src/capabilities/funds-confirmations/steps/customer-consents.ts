import type { Temporal } from 'temporal-polyfill';
import type { AccountReference } from '#capabilities/sca/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { type ConsentStatus, isFinal } from '../domain/consent.ts';
import { cardEnding } from '../domain/named-account.ts';
import { reestablishableUntil } from '../domain/reestablishment.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
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
export interface CustomerFundsConsent {
  readonly consentId: string;
  readonly thirdPartyName: string;
  readonly status: ConsentStatus;
  readonly account: AccountReference;
  readonly cardEnding: string | undefined;
  /** Undefined while other signatures are missing. */
  readonly grantedAt: Temporal.Instant | undefined;
  readonly endedAt: Temporal.Instant | undefined;
  /** Whose account it is for: the own one, with or without a proxy in between, or that of another customer. */
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
  { bankId, clock, fundsChoices }: Context & FundsPorts,
  stored: StoredConsent,
  viewer: ConsentViewer,
): CustomerFundsConsent {
  const consent = asOfNow(stored, clock.now());
  const { approvedAt, changedAt, consentId, status, terms, thirdPartyName } = consent;
  const { reestablishHours } = fundsChoices.of(bankId);
  return {
    consentId,
    thirdPartyName,
    status,
    account: referenceOf(terms.account),
    cardEnding: terms.cardNumber === undefined ? undefined : cardEnding(terms.cardNumber),
    grantedAt: approvedAt,
    endedAt: isFinal(status) ? changedAt : undefined,
    givenBy: giverOf(consent, viewer),
    reestablishableUntil: reestablishableUntil(consent, viewer.userId, reestablishHours),
  };
}

function giverOf(
  { owner, proxy }: ConsentHead,
  { customerNumber }: ConsentViewer,
): CustomerFundsConsent['givenBy'] {
  if (owner !== customerNumber) return 'customer-as-proxy';
  return proxy === undefined ? 'customer' : 'proxy-of-customer';
}

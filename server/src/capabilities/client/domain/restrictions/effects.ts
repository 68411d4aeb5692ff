import type { RestrictionKind } from './restriction.ts';

/** What a restriction of the whole client forbids its users. */
export type ForbiddenAct = 'sign-in' | 'sign' | 'pay' | 'use-device' | 'use-card';

const forbiddenByKind: Readonly<Record<RestrictionKind, readonly ForbiddenAct[]>> = {
  'login-block': ['sign-in'],
  'payment-block': ['pay'],
  'card-block': ['use-card'],
  // These two depend on the payee, so payments are asked one by one.
  'new-payee-block': [],
  'foreign-payment-block': [],
  'device-block': ['use-device'],
  'estate-hold': ['sign', 'pay', 'use-card'],
  'court-order': ['sign', 'pay', 'use-card'],
};

export function forbiddenBy(kind: RestrictionKind): readonly ForbiddenAct[] {
  return forbiddenByKind[kind];
}

/** A restriction that may hold a payment. */
export interface PaymentRestriction {
  readonly kind: RestrictionKind;
  /** Accounts that it concerns; none: all. */
  readonly accounts: readonly string[];
  /** It names cards or devices, and therefore no account. */
  readonly isForOthers: boolean;
}

/** What is known of a payment before money moves. */
export interface PaymentFacts {
  /** Number of the debtor account, without spaces. */
  readonly debtorAccount: string;
  /** ISO 3166 country codes; undefined where the account does not say it. */
  readonly debtorCountry: string | undefined;
  readonly creditorCountry: string | undefined;
  readonly isKnownPayee: boolean;
}

/**
 * Returns whether restrictions hold a payment. An account whose country is not known counts as foreign, and a payee of
 * whom no executed payment is known counts as new: a doubt moves no money.
 */
export function isPaymentHeld(restrictions: readonly PaymentRestriction[], payment: PaymentFacts): boolean {
  return restrictions.some(
    (one) => !one.isForOthers && isAbout(one, payment.debtorAccount) && isHolding(one.kind, payment),
  );
}

function isAbout({ accounts }: PaymentRestriction, debtorAccount: string): boolean {
  return accounts.length === 0 || accounts.includes(debtorAccount.replaceAll(/\s/gu, '').toUpperCase());
}

function isHolding(kind: RestrictionKind, payment: PaymentFacts): boolean {
  const { creditorCountry, debtorCountry, isKnownPayee } = payment;
  if (kind === 'foreign-payment-block')
    return creditorCountry === undefined || creditorCountry !== debtorCountry;
  if (kind === 'new-payee-block') return !isKnownPayee;
  return forbiddenBy(kind).includes('pay');
}

import type { OrderKind } from './order.ts';

/** Kinds of resources that customers approve. A payment may be a single, a bulk or a periodic one. */
export const subjectKinds = [
  'payment',
  'payment-cancellation',
  'consent',
  'funds-confirmation-consent',
  'signing-basket',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Names a subject. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** SPEC xs2a 7.4: the service in the scope of a token, by the kind of its resource. No scope names a basket. */
const services: Readonly<Record<SubjectKind, string | undefined>> = {
  payment: 'PIS',
  'payment-cancellation': 'PIS',
  consent: 'AIS',
  'funds-confirmation-consent': 'PIIS',
  'signing-basket': undefined,
};

/** Returns the service whose tokens stand for subjects of this kind; undefined if none can. */
export function serviceOf({ kind }: Pick<SubjectRef, 'kind'>): string | undefined {
  return services[kind];
}

/** Returns whether a restriction forbids a user to approve a subject; under a block of payments consents go on. */
export function isApprovalForbidden(
  { kind }: Pick<SubjectRef, 'kind'>,
  { isPaymentBlocked, isRestricted }: { readonly isRestricted: boolean; readonly isPaymentBlocked: boolean },
): boolean {
  const isPayment = kind === 'payment' || kind === 'signing-basket';
  return isRestricted || (isPaymentBlocked && isPayment);
}

/** What a code approves: one for a consent never moves money. Known before the order is complete. */
export function actionOf({ kind }: { readonly kind: SubjectKind | OrderKind }): 'payment' | 'consent' {
  return kind === 'consent' || kind === 'funds-confirmation-consent' ? 'consent' : 'payment';
}

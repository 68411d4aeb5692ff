import type { Temporal } from 'temporal-polyfill';

/** Resources for which a third party may name an address. */
export const resourceKinds = ['payment', 'consent', 'funds-confirmation-consent', 'signing-basket'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** Names a resource. */
export interface ResourceRef {
  readonly kind: ResourceKind;
  readonly id: string;
}

/** A change of the status of a resource. */
export interface ResourceChange {
  readonly kind: 'transactionStatus' | 'consentStatus';
  readonly status: string;
  /** The resource has ended, or had ended before the change: a third party that wants the last status alone gets it. */
  readonly isLast: boolean;
}

/** A change of the status of an authorisation. */
export interface AuthorisationChange {
  readonly kind: 'scaStatus';
  readonly status: string;
  readonly authorisationId: string;
  /** The authorisation is that of a cancellation. */
  readonly isOfCancellation: boolean;
}

export type StatusChange = ResourceChange | AuthorisationChange;

/** A message that is sent, with the address that the third party named. */
export interface Notification {
  readonly notificationId: string;
  readonly organisationId: string;
  readonly resource: ResourceRef;
  readonly address: string;
  readonly change: { readonly kind: StatusChange['kind']; readonly status: string };
  readonly authorisationId: string | undefined;
  readonly isOfCancellation: boolean;
  /** How many attempts there were, with this one. */
  readonly attempts: number;
  /** A later status of the resource waits, and only the last one is wanted. */
  readonly isReplaced: boolean;
  readonly createdAt: Temporal.Instant;
}

const idNames: Readonly<Record<ResourceKind, string>> = {
  payment: 'paymentId',
  consent: 'consentId',
  'funds-confirmation-consent': 'consentId',
  'signing-basket': 'basketId',
};

/** Returns the body of a message. SPEC xs2a 7.6 */
export function bodyOf({
  authorisationId,
  change,
  isOfCancellation,
  resource,
}: Pick<Notification, 'authorisationId' | 'change' | 'isOfCancellation' | 'resource'>): string {
  return JSON.stringify({
    [idNames[resource.kind]]: resource.id,
    ...(authorisationId === undefined
      ? {}
      : { [isOfCancellation ? 'cancellationId' : 'authorisationId']: authorisationId }),
    [change.kind]: change.status,
  });
}

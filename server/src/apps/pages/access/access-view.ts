import type { CustomerConsent, ViewedConsent } from '#capabilities/consents/index.ts';
import type { CustomerFundsConsent, ViewedFundsConsent } from '#capabilities/funds-confirmations/index.ts';
import type { CustomerStandingOrder } from '#capabilities/payments/index.ts';
import type { DeviceAsker } from '#capabilities/sca/index.ts';

export const accessNotices = [
  'withdrawn',
  'ended',
  're-established',
  'not-approved',
  'too-late',
  'replaced',
  'not-possible',
] as const;
export type AccessNotice = (typeof accessNotices)[number];

/** Notices that say that nothing was done. */
export const failedNotices: ReadonlySet<AccessNotice> = new Set([
  'not-approved',
  'too-late',
  'replaced',
  'not-possible',
]);

export const orderNotices = ['ended', 'over'] as const;
export type OrderNotice = (typeof orderNotices)[number];

export const askerNotices = ['muted', 'unmuted'] as const;
export type AskerNotice = (typeof askerNotices)[number];

interface OfOrder {
  readonly order: CustomerStandingOrder;
  readonly timeZone: string;
}

interface OfConsent {
  readonly consent: ViewedConsent;
  readonly timeZone: string;
}

interface OfFunds {
  readonly consent: ViewedFundsConsent;
  readonly timeZone: string;
}

type FundsStep =
  | { readonly step: 'detail'; readonly notice: AccessNotice | undefined }
  | { readonly step: 'withdraw'; readonly hours: number }
  | { readonly step: 're-establish' };

/** Which third parties read accounts of a customer or pay from them again and again, as the bank's own pages show it. */
export type AccessView =
  | {
      readonly kind: 'list';
      readonly which: 'live' | 'ended';
      readonly consents: readonly CustomerConsent[];
      /** Who may ask about the funds of an account. */
      readonly funds: readonly CustomerFundsConsent[];
      /** Standing orders that third parties set up. */
      readonly orders: readonly CustomerStandingOrder[];
      /** Who asks on devices of the customer, or is muted. */
      readonly askers: readonly DeviceAsker[];
      readonly askerNotice: AskerNotice | undefined;
      /** From 1 on. */
      readonly page: number;
      readonly hasMore: boolean;
      readonly timeZone: string;
    }
  | ({ readonly kind: 'detail'; readonly notice: AccessNotice | undefined } & OfConsent)
  /** `hours`: for how long the customer can give the access again; 0 if not at all. */
  | ({ readonly kind: 'withdraw'; readonly hours: number } & OfConsent)
  | ({ readonly kind: 're-establish' } & OfConsent)
  | ({ readonly kind: 'funds' } & FundsStep & OfFunds)
  | ({ readonly kind: 'order'; readonly notice: OrderNotice | undefined } & OfOrder)
  | ({ readonly kind: 'end-order' } & OfOrder)
  | { readonly kind: 'unknown' };

export type AccessViewOf<Kind extends AccessView['kind']> = Extract<AccessView, { readonly kind: Kind }>;

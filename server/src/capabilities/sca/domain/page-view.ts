import type { Temporal } from 'temporal-polyfill';
import type { Failure } from './authorisation.ts';
import type { Method } from './details.ts';
import type { AccountChoice, OfferedAccount } from './offered-account.ts';
import type { Order, Transfer } from './order.ts';
import type { PageError } from './page-error.ts';
import type { WayBack } from './way-back.ts';

/** What every page of an approval shows. */
export interface ApprovalFrame {
  readonly bankId: string;
  /** Name of the third party, from its certificate. */
  readonly thirdPartyName: string;
  /** What is approved; decides the texts of the pages. */
  readonly purpose: 'payment' | 'cancellation' | 'consent' | 'funds-consent' | 'basket';
  /** Path that the forms are sent to. */
  readonly action: string;
  /** Anti-forgery token of the forms. */
  readonly csrf: string;
  /** When the page ends if nothing more happens, and whether the customer can have more time. */
  readonly endsAt: Temporal.Instant;
  readonly secondsLeft: number;
  readonly canExtend: boolean;
  /** Short reference that support can search. */
  readonly reference: string;
}

const referenceDigits = 8;

/** Returns the short reference of a request. */
export function referenceOf({ requestId }: { readonly requestId: string }): string {
  return requestId.slice(-referenceDigits);
}

/** How the customer confirms on the review page. */
export type Confirmation =
  | {
      readonly kind: 'code';
      /** Last digits of the number. */
      readonly ending: string | undefined;
      readonly resend: { readonly inSeconds: number; readonly left: number } | undefined;
    }
  | { readonly kind: 'challenge'; readonly challengeCode: string }
  | { readonly kind: 'passkey'; readonly options: string }
  | {
      readonly kind: 'device';
      readonly deviceName: string | undefined;
      readonly number: string;
      /** Whether the request can be sent once more. */
      readonly canResend?: boolean;
    };

/** A page of the transfers of a bulk. */
export interface ListedTransfers {
  /** Number of the first one, from 1 on. */
  readonly from: number;
  readonly pageSize: number;
  readonly transfers: readonly Transfer[];
  /** Of a basket: which of its members has them, from 0 on. The pages of its bulks are counted one after the other. */
  readonly member?: number;
}

/** Why no approval is possible at the moment. */
export type UnavailableReason = 'bank-unavailable' | 'maintenance';

/** What a page of an approval shows, as plain data. */
export type ApprovalView =
  | { readonly kind: 'identify'; readonly error: PageError | undefined }
  | {
      readonly kind: 'password';
      readonly name: string;
      /** The customer came without a name from the third party and may correct it. */
      readonly canChangeName: boolean;
      readonly error: PageError | undefined;
    }
  | {
      readonly kind: 'accounts';
      readonly choice: AccountChoice;
      readonly accounts: readonly OfferedAccount[];
      readonly error: PageError | undefined;
    }
  | {
      readonly kind: 'method';
      readonly methods: readonly Method[];
      readonly chosenId: string | undefined;
      readonly error?: PageError | undefined;
    }
  | {
      readonly kind: 'review';
      readonly order: Order;
      /** The customer's own names of the own accounts, where the bank knows some. */
      readonly accountNames?: readonly { readonly id: string; readonly name: string }[];
      /** The part of a bulk that the customer looks at. */
      readonly listed?: ListedTransfers;
      readonly confirmation: Confirmation;
      readonly hasOtherMethods: boolean;
      /** The customer chose the accounts here, and can choose again. */
      readonly hasOtherAccounts?: boolean;
      readonly error: PageError | undefined;
    }
  | (WayBack & {
      readonly kind: 'more-signatures';
      readonly given: number;
      readonly required: number;
      readonly names: readonly string[];
    })
  | (WayBack & { readonly kind: 'done' })
  | (WayBack & {
      readonly kind: 'ended';
      readonly failure: Failure | 'restricted' | UnavailableReason;
      /** When a lock ends. */
      readonly until: Temporal.Instant | undefined;
    })
  /** No such link, or one that was used. Nothing is known about it, not even a third party. */
  | { readonly kind: 'unknown-link' };

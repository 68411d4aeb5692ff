import { omitUndefined } from '#platform/kernel/members.ts';
import type { OfferedAccount } from './offered-account.ts';
import type { PageError } from './page-error.ts';

/** A method with which a customer passes the second factor. */
export interface Method {
  readonly methodId: string;
  readonly kind: 'sms' | 'ocra' | 'device' | 'passkey';
  /** The last characters of the number of the phone or card reader. */
  readonly ending?: string;
  /** The name by which the customer knows the device or passkey. */
  readonly name?: string;
  /** The device behind a method of kind `device`; not shown. */
  readonly deviceId?: string;
}

/** What is awaited of the customer, bound to what was shown. */
export type AwaitedProof =
  | { readonly kind: 'code'; readonly verificationId: string; readonly digest: string }
  | {
      readonly kind: 'challenge';
      readonly challengeId: string;
      readonly challengeCode: string;
      readonly digest: string;
    }
  | {
      readonly kind: 'passkey';
      readonly proofId: string;
      /** JSON for the browser. */
      readonly options: string;
      readonly digest: string;
    }
  | {
      readonly kind: 'device';
      readonly requestId: string;
      /** The two digits of the page, which the customer types on the device. */
      readonly number: string;
      readonly digest: string;
      /** Absent for a customer without a device: the request waits until it ends, like one that stays unanswered. */
      readonly deviceId?: string;
    };

/** Where the browser returns to, and what the third party wants to see again. */
export interface ReturnAddress {
  readonly uri: string;
  /** For every negative outcome; absent: the same address with an error. */
  readonly nokUri?: string;
  readonly state?: string;
  /**
   * The address of the third party, where `uri` is that of the authorization server, which sends the browser there.
   */
  readonly onwardUri?: string;
  /** Hosts of these addresses that are not the third party's own: the page names one before it leads there. */
  readonly foreignHosts?: readonly string[];
}

/** Accounts that the customer chose on the page, where the request left them open. */
export interface ChosenAccounts {
  readonly accounts: readonly Pick<OfferedAccount, 'id' | 'name' | 'iban'>[];
  /** Digest of the order that the choice completed; absent after the customer went back to choose again. */
  readonly digest?: string;
  /** There was more than one account to choose from. */
  readonly hasOthers: boolean;
}

/** What an authorisation knows beside its state; stored encrypted. */
export interface AuthorisationDetails {
  /** The name with which the third party or the customer identified. A claim until the first factor is passed. */
  readonly claimedName?: string;
  /** The third party gave the name; the page offers no other one. */
  readonly isNameOfThirdParty?: boolean;
  readonly returnTo?: ReturnAddress;
  /** It was not started by a request of its own, so that the customer's device has not been asked yet. */
  readonly isStartedWithResource?: boolean;
  /** The third party named an address for changes of the status. */
  readonly hasNotifications?: true;
  readonly language?: string;
  /** Hash of the secret of the browser that owns the link, in hexadecimal; no other browser may continue. */
  readonly browserHash?: string;
  /** When the last code, or request to a device, was sent, in milliseconds since 1970. */
  readonly codeSentAtMs?: number;
  /** The methods that were offered, in their order. */
  readonly methods?: readonly Method[];
  readonly method?: Method;
  readonly awaited?: AwaitedProof;
  /** How many codes were sent for it. */
  readonly codesSent?: number;
  /** How many requests were sent to devices for it. */
  readonly deviceRequestsSent?: number;
  readonly chosen?: ChosenAccounts;
  /** When the lock ends that ended the authorisation, in milliseconds since 1970. */
  readonly lockedUntilMs?: number;
  /** What the last form on the page got wrong; shown once more after a reload. */
  readonly pageError?: PageError;
  /** The proof that was passed, until the third party confirms. */
  readonly passed?: {
    readonly methodKind: Method['kind'];
    readonly digest: string;
    /** Present if the browser fetches the code afterwards. */
    readonly confirmationCode?: string;
  };
}

/** Returns what is still needed after the end: the way back. Names and numbers of customers are not kept. */
export function detailsAfterEnd({
  browserHash,
  language,
  lockedUntilMs,
  returnTo,
}: AuthorisationDetails): AuthorisationDetails {
  return omitUndefined({ browserHash, language, lockedUntilMs, returnTo });
}

import { Temporal } from 'temporal-polyfill';
import type { AttestationKind } from './devices/device.ts';

/** What asks for an approval: an authorisation of a third party, or a sign-in somewhere else. */
export const approvalSources = ['order', 'sign-in'] as const;
export type ApprovalSource = (typeof approvalSources)[number];

/** States as they are stored; an open request whose time is over has expired. */
export const approvalStates = ['open', 'approved', 'refused', 'withdrawn'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export type ApprovalStatus = ApprovalState | 'expired';

/** What a device shows, and signs by its digest. */
export interface ApprovalContent {
  /** Canonical text; the app shows it, computes its hash, and signs no other one. */
  readonly order: string;
  readonly digest: string;
  /** The same in short, in no language. */
  readonly text: string;
  /** Name of the third party or application that asks. */
  readonly requestedBy: string;
  /** BCP 47, if it is known. */
  readonly language?: string;
  /** Of a sign-in: the handle of the OAuth server. It is a secret and never leaves the bank. */
  readonly handle?: string;
}

/** A request to approve something on a device. */
export interface Approval {
  readonly approvalId: string;
  readonly source: ApprovalSource;
  readonly state: ApprovalState;
  readonly expiresAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly content: ApprovalContent;
}

/** Returns the status at a moment: expiry is decided when it is read. */
export function statusAt(
  { expiresAt, state }: Pick<Approval, 'expiresAt' | 'state'>,
  now: Temporal.Instant,
): ApprovalStatus {
  return state === 'open' && Temporal.Instant.compare(now, expiresAt) >= 0 ? 'expired' : state;
}

/** What an application asks for when a customer signs in there. */
export interface SignInOrder {
  readonly clientId: string;
  readonly clientName: string;
  readonly bindingMessage: string;
  readonly scope: string;
  readonly requestedAt: string;
}

/** Returns the canonical text of a sign-in: members in this order, without spaces. */
export function signInText({
  bindingMessage,
  clientId,
  clientName,
  requestedAt,
  scope,
}: SignInOrder): string {
  return JSON.stringify({ kind: 'sign-in', clientId, clientName, bindingMessage, scope, requestedAt });
}

/** How strongly an approval on a device signs in. RFC 8176 */
export interface SignInStrength {
  readonly assurance: '1fa' | 'sca';
  readonly methods: readonly string[];
}

/**
 * Returns how strong an approval is. A key in hardware signs only for a user whom the device has authenticated: two
 * factors. A key in software can be copied, and is one.
 */
export function signInStrength(attestedBy: AttestationKind | undefined): SignInStrength {
  return attestedBy === undefined || attestedBy === 'software'
    ? { assurance: '1fa', methods: ['swk', 'user'] }
    : { assurance: 'sca', methods: ['hwk', 'user'] };
}

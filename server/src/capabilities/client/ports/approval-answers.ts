import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { AttestationKind } from '../domain/devices/device.ts';

/** What a customer decided on a device. */
export type DeviceDecision =
  | { readonly kind: 'approved'; readonly number: string; readonly signature: string }
  | {
      readonly kind: 'declined';
      /** The one that asks is muted for a day. */
      readonly isMuting: boolean;
    };

/** What the answer led to. */
export type AnswerOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'wrong-number'; readonly attemptsLeft: number }
  /** Nothing waits for this answer any more. */
  | { readonly kind: 'over' };

/** The answer of a device to an order of a third party. */
export interface OrderAnswer {
  readonly requestId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly decision: DeviceDecision;
}

/** The answer of a device to a sign-in elsewhere. */
export interface SignInAnswer {
  readonly approvalId: string;
  readonly handle: string;
  readonly userId: string;
  readonly decision: 'approved' | 'refused';
  /** The application is muted for a day. */
  readonly isMuting: boolean;
  readonly at: Temporal.Instant;
  /** What vouches for the key that approved; undefined for a refusal, which needs no signature. */
  readonly attestedBy: AttestationKind | undefined;
}

/** Port: those who wait for the answers of devices. */
export interface ApprovalAnswers {
  /** Checks the signature and the number, and moves what is approved, in one transaction. */
  answerOrder(context: Context, answer: OrderAnswer): Promise<AnswerOutcome>;
  /** Returns false if the sign-in has ended meanwhile. */
  answerSignIn(context: Context, answer: SignInAnswer): Promise<boolean>;
}

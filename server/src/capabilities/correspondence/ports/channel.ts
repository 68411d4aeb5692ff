import type { Temporal } from 'temporal-polyfill';
import type { ContactMedium } from '../domain/literals.ts';

/** An attachment of an outbound message. */
export interface Enclosure {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** One message by one medium, ready to be sent. */
export interface OutboundMessage {
  readonly bankId: string;
  /** The same on every attempt, so that a receiver can detect duplicates. */
  readonly communicationId: string;
  /** An e-mail address, a number in E.164, a push subscription as JSON, or a postal address line by line. */
  readonly to: string;
  readonly title: string;
  readonly text: string;
  /** Sanitized; absent for a plain message. */
  readonly html: string | undefined;
  readonly enclosures: readonly Enclosure[];
  /** BCP 47. */
  readonly language: string;
  readonly created: Temporal.Instant;
  /** The message must not be sent after this time. */
  readonly expires: Temporal.Instant;
}

/**
 * Result of a send attempt.
 * `accepted`: the remote server has taken responsibility; `delivered` means that the recipient has it.
 * `refused`: permanent failure, such as an unknown address.
 * `deferred`: temporary failure, such as greylisting; counted as an attempt.
 * `unavailable`: the remote server was unreachable; not counted as an attempt.
 */
export type SendResult =
  | { readonly kind: 'accepted'; readonly reference: string | undefined; readonly isDelivered: boolean }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Sends messages of one medium. Never throws for failures of the remote server, returns within its own time limit, and
 * may be called concurrently. Reasons contain no address and no content.
 */
export interface Channel {
  readonly medium: ContactMedium;
  /** Maximum number of concurrent sends. */
  readonly capacity: number;
  send(outbound: OutboundMessage): Promise<SendResult>;
  /** Waits for sends in progress. */
  close(): Promise<void>;
}

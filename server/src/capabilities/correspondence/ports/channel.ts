import type { Temporal } from 'temporal-polyfill';
import type { ContactMedium } from '../domain/literals.ts';

/** A file that goes with a message. */
export interface Enclosure {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** One message over one medium, ready to be handed over. */
export interface OutboundMessage {
  readonly bankId: string;
  /** The same on every attempt, so that a receiver recognises what it already has. */
  readonly communicationId: string;
  /** An e-mail address, a number in E.164, a push subscription as JSON, or a postal address line by line. */
  readonly to: string;
  readonly title: string;
  readonly text: string;
  /** Cleaned when it was written; absent for a plain message. */
  readonly html: string | undefined;
  readonly enclosures: readonly Enclosure[];
  /** BCP 47. */
  readonly language: string;
  readonly created: Temporal.Instant;
  /** After this moment nobody wants it any more. */
  readonly expires: Temporal.Instant;
}

/**
 * What became of it.
 * `taken`: the far side answers for it from now on; `delivered` says that it is already with the recipient.
 * `refused`: it will never be taken, such as an address that does not exist.
 * `deferred`: not now, such as greylisting; another attempt counts against the message.
 * `unavailable`: nobody was there to say anything; it is nobody's fault and counts against nobody.
 */
export type SendResult =
  | { readonly kind: 'taken'; readonly reference: string | undefined; readonly isDelivered: boolean }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * A way to hand messages of one medium over. It never throws for what the far side does, ends within its own time
 * limit, and may be called many times at once. Reasons hold no address and no content.
 */
export interface Channel {
  readonly medium: ContactMedium;
  /** How many may be handed over at once. */
  readonly capacity: number;
  send(outbound: OutboundMessage): Promise<SendResult>;
  /** Lets what is under way end. */
  close(): Promise<void>;
}

import type { ContactMedium, ContactUsage } from './literals.ts';

/** Where a message goes: a contact point, flat, as a communication carries it. */
export interface Contact {
  readonly usage: ContactUsage;
  readonly kind: ContactMedium;
  /** The address as text. */
  readonly details: string;
}

/** What a message says, in every form it may be needed in. Sealed wherever it is kept. */
export interface Content {
  readonly title: string;
  readonly text: string;
  /** Cleaned when it was written. */
  readonly html?: string;
  /** For media with little room. */
  readonly short?: string;
  /** BCP 47. */
  readonly language: string;
}

/** A file beside the words; what it holds is read only when somebody asks for it. */
export interface AttachmentHead {
  readonly attachmentId: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

import type { ContactMedium, ContactUsage } from './literals.ts';

/** A consent or refusal of a person to be contacted for a purpose. */
export interface ContactConsent {
  readonly purpose: string;
  /** Absent: any medium. */
  readonly medium?: string;
}

/** What a customer had consented to when the message was queued. */
export interface ContactPreference {
  readonly language?: string;
  readonly optIns: readonly ContactConsent[];
  readonly optOuts: readonly ContactConsent[];
  /** Where it is changed. */
  readonly uri: string;
}

/** Address of a message: a contact point, flattened as a communication stores it. */
export interface Contact {
  readonly usage: ContactUsage;
  readonly kind: ContactMedium;
  /** The address as text. */
  readonly details: string;
  /** Path of the contact point; absent for a bare address, a device and the mailbox. */
  readonly uri?: string;
  /** Absent for a bare address. */
  readonly preference?: ContactPreference;
}

/** Content of a message in every form a medium may need. Always stored encrypted. */
export interface Content {
  readonly title: string;
  readonly text: string;
  /** Sanitized before it is stored. */
  readonly html?: string;
  /** For SMS and push. */
  readonly short?: string;
  /** BCP 47. */
  readonly language: string;
  /** An SMS keeps account numbers in full: its code authorizes a payment to this account. */
  readonly showsAccounts?: true;
}

/** Metadata of an attachment; its bytes are read only on request. */
export interface AttachmentHead {
  readonly attachmentId: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

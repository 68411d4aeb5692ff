import { Temporal } from 'temporal-polyfill';

/** What a block refuses: an organisation with all its certificates, or one certificate. */
export type BlockSubject =
  | { readonly kind: 'organisation'; readonly organisationId: string }
  | { readonly kind: 'certificate'; readonly issuer: string; readonly serialNumber: string };

export interface Block {
  readonly id: string;
  readonly subject: BlockSubject;
  readonly reason: string;
  readonly blockedAt: Temporal.Instant;
  /** When it ends by itself; undefined if a person must lift it. */
  readonly endsAt: Temporal.Instant | undefined;
}

/** Whether a block that was not lifted is in force. */
export function isInForce({ endsAt }: Pick<Block, 'endsAt'>, now: Temporal.Instant): boolean {
  return endsAt === undefined || Temporal.Instant.compare(now, endsAt) < 0;
}

/** Whether two blocks refuse the same. */
export function isSameSubject(one: BlockSubject, other: BlockSubject): boolean {
  return keyOf(one) === keyOf(other);
}

/** A text that is the same for the same subject only. */
export function keyOf(subject: BlockSubject): string {
  return JSON.stringify(
    subject.kind === 'organisation' ? [subject.organisationId] : [subject.issuer, subject.serialNumber],
  );
}

import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { OtpChannel } from '../literals.ts';
import { recipientKey } from './canonical-recipient.ts';

/** A contact in its one spelling, as it is hashed to be compared as a whole. */
export function exactContactKey(channel: OtpChannel, contact: string): string {
  const key =
    channel === 'email' ? (normalizeEmail(contact)?.key ?? contact) : recipientKey(channel, contact);
  return `exactly ${key}`;
}

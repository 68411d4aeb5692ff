import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { OtpChannel } from '../literals.ts';
import { recipientKey } from './canonical-recipient.ts';

/** Returns a contact in its normalized spelling, which is hashed for comparison as a whole. */
export function exactContactKey(channel: OtpChannel, contact: string): string {
  const key =
    channel === 'email' ? (normalizeEmail(contact)?.key ?? contact) : recipientKey(channel, contact);
  return `exactly ${key}`;
}

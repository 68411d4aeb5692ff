import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { OtpChannel } from '../literals.ts';

/**
 * Returns the canonical form under which sends to a recipient are counted; undefined for an invalid number or address.
 * It is coarser than the address, because a second spelling of one mailbox would double its limits: case, composed and
 * wide characters, the two forms of a domain, and a tag after a plus sign make no difference.
 */
export function canonicalRecipient(channel: 'sms' | 'email', text: string): string | undefined {
  return channel === 'sms' ? parsePhone(text)?.number : canonicalEmail(text);
}

function canonicalEmail(text: string): string | undefined {
  const key = normalizeEmail(text)?.key;
  if (key === undefined) return undefined;
  const at = key.lastIndexOf('@');
  const local = key.slice(0, at).normalize('NFKC').toLowerCase().normalize('NFKC');
  return `${withoutTag(local)}@${asciiDomain(key.slice(at + 1))}`;
}

/** Removes the tag. A local part that begins with the sign has none. */
function withoutTag(local: string): string {
  const plus = local.indexOf('+');
  return plus > 0 ? local.slice(0, plus) : local;
}

/** Returns a domain in its ASCII form. */
function asciiDomain(domain: string): string {
  const url = `https://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** Returns the counter key of a recipient: the canonical form, or the original text if there is none. */
export function recipientKey(channel: OtpChannel, contact: string): string {
  return canonicalRecipient(channel, contact) ?? contact;
}

/** Returns the counter key of messages to a user, whatever number or address they go to. */
export function personKey(subject: string): string {
  return `user ${subject}`;
}

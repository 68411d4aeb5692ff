import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { OtpChannel } from '../literals.ts';

/**
 * The one text that stands for a recipient wherever sends are counted, or nothing if it is none. It is coarser than
 * the address itself, because whoever finds a second spelling of one mailbox would have its limits a second time:
 * case, composed and wide characters, the two ways to write a domain, and a tag behind a plus sign make no difference.
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

/** A name that begins with the sign has no tag. */
function withoutTag(local: string): string {
  const plus = local.indexOf('+');
  return plus > 0 ? local.slice(0, plus) : local;
}

/** A domain of other scripts can be written as such or in ASCII. */
function asciiDomain(domain: string): string {
  const url = `https://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** Under what a recipient is counted: the canonical form, or what was given where there is none. */
export function recipientKey(channel: OtpChannel, contact: string): string {
  return canonicalRecipient(channel, contact) ?? contact;
}

/** Under what messages to a person are counted, whatever number or address they go to. */
export function personKey(subject: string): string {
  return `user ${subject}`;
}

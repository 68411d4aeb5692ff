import { domainToASCII } from 'node:url';
import { hasLength } from './text-length.ts';

/** An e-mail address as stored, and the form for comparing two of them. */
export interface EmailAddress {
  readonly address: string;
  readonly key: string;
}

const emailLength = { min: 3, max: 254 };
const localPartBytesMax = 64;
const labelBytesMax = 63;

// GAP: RFC 5321 also allows quoted local parts and IP addresses in brackets, and RFC 6531 any character beyond ASCII.
// They are not used for real mailboxes; of other scripts we accept letters, marks and numbers. ADR-0028
const atoms = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?$/v;

/** Normalizes an e-mail address; undefined if the text is not one. */
export function normalizeEmail(text: string): EmailAddress | undefined {
  const composed = text.normalize('NFC');
  const at = composed.lastIndexOf('@');
  if (at === -1 || !hasLength(composed, emailLength)) return undefined;
  const local = composed.slice(0, at);
  const domain = composed
    .slice(at + 1)
    .toLowerCase()
    .normalize('NFC');
  const address = `${local}@${domain}`;
  const ascii = asciiDomain(domain);
  if (!isLocalPart(local) || !isDomain(domain) || !isDomain(ascii)) return undefined;
  if (!hasLength(address, emailLength)) return undefined;
  return { address, key: `${local.toLowerCase().normalize('NFC')}@${ascii}` };
}

/** Mail is sent to the ASCII form of a domain (IDNA), so two domains with one such form are the same. */
function asciiDomain(domain: string): string {
  // Empty if there is no such form; mail cannot be sent there.
  return domainToASCII(domain) || domain;
}

function isLocalPart(text: string): boolean {
  return atoms.test(text) && Buffer.byteLength(text) <= localPartBytesMax;
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  // A last label of digits alone would make it an IP address.
  return labels.every(isDomainLabel) && !/^[0-9]+$/.test(labels.at(-1) ?? '');
}

function isDomainLabel(text: string): boolean {
  return domainLabel.test(text) && Buffer.byteLength(text) <= labelBytesMax;
}

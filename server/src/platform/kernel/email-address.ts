import { domainToASCII } from 'node:url';
import { hasLength } from './text-length.ts';

/** An e-mail address as it is kept, and the form that tells whether two of them are one. */
export interface EmailAddress {
  readonly address: string;
  readonly key: string;
}

const emailLength = { min: 3, max: 254 };
const localPartBytesMax = 64;
const labelBytesMax = 63;

// GAP: RFC 5321 also knows quoted local parts and addresses of machines in brackets, and RFC 6531 any character beyond
// ASCII. Nobody reads mail there; of other scripts we take letters, marks and numbers. ADR-0028
const atoms = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?$/v;

/** An e-mail address in the one form that we keep, or nothing if the text is none. */
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

/** Mail goes to the ASCII form of a domain (IDNA), so two domains with one such form are one. */
function asciiDomain(domain: string): string {
  // Empty for what has no such form; mail cannot be sent there.
  return domainToASCII(domain) || domain;
}

function isLocalPart(text: string): boolean {
  return atoms.test(text) && Buffer.byteLength(text) <= localPartBytesMax;
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  // A last label of digits alone would make it the number of a machine.
  return labels.every(isDomainLabel) && !/^[0-9]+$/.test(labels.at(-1) ?? '');
}

function isDomainLabel(text: string): boolean {
  return domainLabel.test(text) && Buffer.byteLength(text) <= labelBytesMax;
}

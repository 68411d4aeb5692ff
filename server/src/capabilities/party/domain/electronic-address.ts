/** An e-mail address as it is kept, and the form that tells whether two of them are one. */
export interface EmailAddress {
  readonly address: string;
  readonly key: string;
}

const emailLength = { min: 3, max: 254 };
const webLength = { min: 8, max: 2_000 };
const handleLength = { min: 1, max: 100 };
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
  if (!isLocalPart(local) || !isDomain(domain) || !hasLength(address, emailLength)) return undefined;
  return { address, key: `${local.toLowerCase().normalize('NFC')}@${domain}` };
}

/** Whether a text is the absolute address of a page on the web. */
// GAP: names and passwords inside an address are refused, because they serve to hide where it leads. ADR-0028
export function isWebAddress(text: string): boolean {
  if (!hasLength(text, webLength) || !/^https?:\/\/[^\s\p{C}\\]+$/iv.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Whether a text can be the name of an account with a social network. */
export function isHandle(text: string): boolean {
  return hasLength(text, handleLength) && !/[\s\p{C}]/v.test(text) && normalizeHandle(text) !== '';
}

/** What two names of the same account have in common. */
export function normalizeHandle(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/^@+/, '');
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

function hasLength(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  // Code points are at most as many as code units, so only what is long in units needs to be counted.
  if (text.length > 2 * max) return false;
  const length = Array.from(text).length;
  return length >= min && length <= max;
}

import { domainToASCII } from 'node:url';

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName =
  /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
const localPartMaxLength = 64;

/**
 * Returns one address that is safe in a command and in a header, or undefined. Rejects lists, names, comments, quotes,
 * routes and line breaks; converts internationalized domains to ASCII.
 */
export function mailAddress(text: string): string | undefined {
  const parts = text.split('@');
  const [local = '', host = ''] = parts;
  if (parts.length !== 2 || local.length > localPartMaxLength || !localPart.test(local)) return undefined;
  // The conversion drops tabs and line breaks; a host with any of them is invalid.
  const domain = /[\s\p{C}]/u.test(host) ? '' : domainToASCII(host);
  return domainName.test(domain) ? `${local}@${domain}` : undefined;
}

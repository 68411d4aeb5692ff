import { isBelow } from '#dialects/xs2a/own-addresses.ts';
import { classifyAddress } from '#platform/egress/address-ranges.ts';

const addressMaxLength = 1_000;

/**
 * Whether messages may be sent to an address: a host name below a domain of the certificate of the third party, over
 * https, without user information and fragment. SPEC xs2a 7.3. What the name leads to is checked at each call.
 */
export function isOwnAddress(address: string, domains: readonly string[]): boolean {
  const url = address.length <= addressMaxLength ? URL.parse(address) : null;
  if (url?.protocol !== 'https:' || address.includes('#')) return false;
  if (url.username !== '' || url.password !== '') return false;
  const isLiteral = url.hostname.startsWith('[') || classifyAddress(url.hostname) !== 'invalid';
  return !isLiteral && domains.some((domain) => isBelow(url.hostname, domain));
}

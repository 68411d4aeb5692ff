import { getDomain } from 'tldts';

/**
 * Returns the registrable domain of a host name: one label and a public suffix, which may also be that of a company under
 * which strangers have names (`github.io`). Undefined for a suffix alone, a single label and an address of numbers.
 */
export function registrableDomain(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
}

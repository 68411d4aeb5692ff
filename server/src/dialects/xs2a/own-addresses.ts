import type { RequestFacts, RequestHeaders } from '#platform/http/dialect.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { registrableDomain } from '#platform/kernel/registrable-domain.ts';

const addressHeaders = ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI'] as const;

/** An address that is not below a domain of the third party's certificate. */
interface ForeignAddress {
  readonly header: (typeof addressHeaders)[number];
  readonly message: string;
}

/**
 * Finds addresses to which a browser would return that are not the third party's own. Only its certificate says which
 * are. Where the bank accepts others, its page names their host before the customer goes there. SPEC xs2a 7.3
 */
export function foreignAddresses(
  headers: RequestHeaders,
  { caller, profile }: Pick<RequestFacts, 'caller' | 'profile'>,
): readonly ForeignAddress[] {
  if (caller.kind !== 'tpp' || profile?.checkUriComplianceToDomainSupported === false) return [];
  const { domains } = caller;
  return addressHeaders.flatMap((header) => {
    const host = hostOf(headers[header.toLowerCase()]);
    if (host === undefined || domains.some((domain) => isBelow(host, domain))) return [];
    const message = `The host of ${header} is not below a domain of the certificate: ${domains.join(', ') || 'it has none'}.`;
    return [{ header, message }];
  });
}

/**
 * The same by the rule of version 2: the domain is that of the certificate if it differs in its first label at most, and
 * what is left has an owner. SPEC xs2a 1.10: at least two labels; but `co.uk` and `github.io` are of strangers. ADR-0174
 */
export function foreignDomains(
  headers: RequestHeaders,
  { caller }: Pick<RequestFacts, 'caller'>,
): readonly ForeignAddress[] {
  if (caller.kind !== 'tpp') return [];
  const { domains } = caller;
  return addressHeaders.flatMap((header) => {
    const host = hostOf(headers[header.toLowerCase()]);
    if (host === undefined || domains.some((domain) => isInDomain(host, domain))) return [];
    const message = `The host of ${header} is not in a domain of the certificate: ${domains.join(', ') || 'it has none'}.`;
    return [{ header, message }];
  });
}

function isInDomain(host: string, domain: string): boolean {
  const left = withoutFirstLabel(host);
  const isAlike = left === withoutFirstLabel(domain.toLowerCase()) && registrableDomain(left) !== undefined;
  return host === domain || isAlike;
}

function withoutFirstLabel(name: string): string {
  return name.split('.').slice(1).join('.');
}

/** Whether such an address is refused; otherwise the response warns of it. */
export function foreignAddressErrors(headers: RequestHeaders, facts: RequestFacts): readonly FieldError[] {
  if (facts.profile?.tppUriComplianceResponse !== 'REJECT') return [];
  return foreignAddresses(headers, facts).map(({ header, message }) => ({
    part: 'header',
    path: [header],
    code: 'mismatch',
    message,
  }));
}

/** What is no address at all is refused by the operations that read it. */
function hostOf(sent: string | readonly string[] | undefined): string | undefined {
  return typeof sent === 'string' ? (URL.parse(sent)?.hostname ?? undefined) : undefined;
}

/** A certificate for `*.shop.test` also covers what is below it, as one for `shop.test` does. */
export function isBelow(host: string, domain: string): boolean {
  const name = domain.replace(/^\*\./, '');
  return host === name || host.endsWith(`.${name}`);
}

import type { RequestFacts, RequestHeaders } from '#platform/http/dialect.ts';
import type { FieldError } from '#platform/kernel/problem.ts';

const addressHeaders = ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI'] as const;

/** An address that is not below a domain of the third party's certificate. */
interface ForeignAddress {
  readonly header: (typeof addressHeaders)[number];
  readonly message: string;
}

/**
 * Finds addresses to which a browser would return that are not the third party's own. Only its certificate says which
 * are: a customer who approved must not be sent to a stranger. SPEC xs2a 7.3
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
 * at least two labels are left. SPEC xs2a 1.10
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

const labelsLeftMin = 2;

function isInDomain(host: string, domain: string): boolean {
  const [left, right] = [host, domain].map((name) => name.toLowerCase().split('.').slice(1).join('.'));
  const isAlike = left === right && host.split('.').length > labelsLeftMin;
  return host === domain || isAlike;
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

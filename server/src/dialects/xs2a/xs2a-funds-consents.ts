import type { Dialect, RequestHeaders } from '#platform/http/dialect.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { foreignDomains } from './own-addresses.ts';
import { xs2a } from './xs2a.ts';

/**
 * Version 2 refuses an address that is not in the domain of the certificate, whatever the bank chose for version 1.
 * SPEC xs2a 1.10, 7.3
 */
export const xs2aFundsConsents: Dialect = {
  ...xs2a,
  checkHeaders(headers, facts) {
    const usual = xs2a.checkHeaders(headers, facts);
    return [...usual, ...domainErrors(headers, facts).filter((one) => !isReported(usual, one))];
  },
};

function domainErrors(
  headers: RequestHeaders,
  facts: Parameters<typeof foreignDomains>[1],
): readonly FieldError[] {
  return foreignDomains(headers, facts).map(({ header, message }) => ({
    part: 'header',
    path: [header],
    code: 'mismatch',
    message,
  }));
}

function isReported(errors: readonly FieldError[], { path }: FieldError): boolean {
  return errors.some((error) => error.part === 'header' && error.path[0] === path[0]);
}

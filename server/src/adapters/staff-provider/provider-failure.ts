import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { StaffSignInEnd } from '#capabilities/oauth/ports/staff-provider.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { TooMany } from './turnstile.ts';

/** The provider describes itself as somebody else than was configured. */
export class UnfitMetadata extends Error {
  override readonly name = 'UnfitMetadata';

  constructor() {
    super('the provider calls itself by another name than the configured issuer');
  }
}

type Failure = Exclude<StaffSignInEnd, { readonly kind: 'proven' }>;

/** RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6, as far as they mean something of their own to us. */
const errorsOnReturn: ReadonlyMap<string, Failure['kind']> = new Map([
  ['access_denied', 'cancelled'],
  ['temporarily_unavailable', 'away'],
  ['server_error', 'away'],
  ['unmet_authentication_requirements', 'too-weak'],
]);

/** Our own registration over there is wrong: nothing that the person could do differently. */
const errorsOfOurs: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);
const serverErrorFrom = 500;
const tooManyRequests = 429;

/** What a failure means for the person who waits. */
export function verdictOn(error: unknown): Failure {
  if (error instanceof AuthorizationResponseError)
    return { kind: errorsOnReturn.get(error.error) ?? 'not-proven' };
  if (error instanceof ResponseBodyError)
    return { kind: errorsOfOurs.has(error.error) || isTrouble(error.status) ? 'away' : 'not-proven' };
  return { kind: causesOf(error).some(isAway) ? 'away' : 'not-proven' };
}

function isAway(cause: unknown): boolean {
  if ([EgressRefused, UnfitMetadata, TooMany].some((kind) => cause instanceof kind)) return true;
  return cause instanceof Response && isTrouble(cause.status);
}

function isTrouble(status: number): boolean {
  return status >= serverErrorFrom || status === tooManyRequests;
}

const causesMax = 5;

/** The error and what it was caused by; the library wraps whatever happened on the way. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let current = error;
  while (current !== undefined && causes.length < causesMax) {
    causes.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return causes;
}

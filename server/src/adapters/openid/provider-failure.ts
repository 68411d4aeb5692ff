import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { EgressRefused } from '#platform/egress/egress-refused.ts';

/** The provider has no metadata, or metadata of another issuer than configured. */
export class InvalidMetadata extends Error {
  override readonly name = 'InvalidMetadata';

  constructor(cause?: unknown) {
    super('provider metadata does not match the configured issuer', { cause });
  }
}

/** Errors of our client registration: the user cannot fix them. */
const registrationErrors: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);
const serverErrorFrom = 500;
const tooManyRequests = 429;

/** Returns whether a call failed because of the provider or our registration, and not because of the user's input. */
export function isProviderUnavailable(error: unknown): boolean {
  if (error instanceof ResponseBodyError)
    return registrationErrors.has(error.error) || isDependencyFailure(error.status);
  return causesOf(error).some(isAway);
}

function isAway(cause: unknown): boolean {
  if (isRejectedByEgress(cause) || cause instanceof InvalidMetadata) return true;
  // RFC 6749 5.2: a challenge is returned when the authentication of the client, Portico, failed.
  if (cause instanceof WWWAuthenticateChallengeError) return true;
  return cause instanceof Response && isDependencyFailure(cause.status);
}

/** Returns whether no response, or no usable response, came through the egress client. */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(isRejectedByEgress);
}

function isRejectedByEgress(cause: unknown): boolean {
  return cause instanceof EgressRefused;
}

function isDependencyFailure(status: number): boolean {
  return status >= serverErrorFrom || status === tooManyRequests;
}

const causesMax = 5;

/** The error and its causes; the library wraps network errors. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let current = error;
  while (current !== undefined && causes.length < causesMax) {
    causes.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return causes;
}

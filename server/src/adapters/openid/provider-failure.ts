import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { TooMany } from './limit-concurrency.ts';

/** The provider does not describe itself, or describes itself as somebody else than was configured. */
export class UnfitMetadata extends Error {
  override readonly name = 'UnfitMetadata';

  constructor(cause?: unknown) {
    super('the provider does not describe itself as the configured issuer', { cause });
  }
}

/** Our own registration over there is wrong: nothing that the person could do differently. */
const errorsOfOurs: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);
const serverErrorFrom = 500;
const tooManyRequests = 429;

/** Whether a conversation failed because the provider does not work for us, whatever the person brought. */
export function isProviderAway(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return errorsOfOurs.has(error.error) || isTrouble(error.status);
  return causesOf(error).some(isAway);
}

function isAway(cause: unknown): boolean {
  if (isRefusedOnTheWay(cause) || cause instanceof UnfitMetadata || cause instanceof TooMany) return true;
  // RFC 6749 5.2: a challenge comes when the client itself, that is us, was not believed.
  if (cause instanceof WWWAuthenticateChallengeError) return true;
  return cause instanceof Response && isTrouble(cause.status);
}

/** Whether nothing, or nothing usable, came back through the egress client. */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(isRefusedOnTheWay);
}

function isRefusedOnTheWay(cause: unknown): boolean {
  return cause instanceof EgressRefused;
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

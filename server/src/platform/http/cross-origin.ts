import type { FastifyRequest } from 'fastify';
import type { ResponseHeaders } from '#platform/kernel/http-response.ts';
import type { Services } from './services.ts';

/** How long a browser remembers what it may send. */
const preflightSeconds = 600;
const requestHeaders =
  'Authorization, DPoP, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-ID, Accept-Language';
const exposedHeaders =
  'ETag, Location, Retry-After, WWW-Authenticate, DPoP-Nonce, X-Request-ID, Idempotency-Replayed';

/**
 * Returns the headers that let a page of a registered origin read a response (Fetch standard, CORS). Interfaces that are
 * not for browsers, and origins that are not registered, get none. Cookies are never accepted.
 */
export function crossOriginHeaders(
  { headers, method, state }: FastifyRequest,
  { browserOrigins }: Pick<Services, 'browserOrigins'>,
  allow: ResponseHeaders[string] | undefined,
): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (state.mounted?.contract.interface.isForBrowsers !== true) return {};
  if (origin === undefined || browserOrigins?.has(origin) !== true) return { vary: 'Origin' };
  const allowed = { vary: 'Origin', 'access-control-allow-origin': origin };
  if (method !== 'OPTIONS') return { ...allowed, 'access-control-expose-headers': exposedHeaders };
  return {
    ...allowed,
    'access-control-allow-methods': String(allow),
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': String(preflightSeconds),
  };
}

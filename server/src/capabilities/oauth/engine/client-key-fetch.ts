import type { EgressFetch } from '#platform/egress/egress-fetch.ts';

/** Response headers that set the cache lifetime of a client's keys. */
const freshnessHeaders = ['cache-control', 'expires', 'age'];

/**
 * Fetches the keys of clients without their caching headers. The library would cache the keys for as long as these
 * headers say, even for years; without them it fetches again after a minute, so that a withdrawn key is refused soon.
 */
export function fetchUncached(fetchKeys: EgressFetch): EgressFetch {
  return async (input, init) => {
    const keyResponse = await fetchKeys(input, init);
    const headers = new Headers(keyResponse.headers);
    for (const name of freshnessHeaders) headers.delete(name);
    return new Response(keyResponse.body, { status: keyResponse.status, headers });
  };
}

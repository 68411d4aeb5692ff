import type { EgressFetch } from '#platform/egress/egress-fetch.ts';

/** Headers by which a client's server would say for how long its keys may be believed. */
const freshnessHeaders = ['cache-control', 'expires', 'age'];

/**
 * Fetches the keys of clients. The library would believe them for as long as they ask, for years; without a wish it
 * looks again after a minute, so that a key taken back is refused soon, whatever was said when it was good.
 */
export function fetchForAMinute(fetchKeys: EgressFetch): EgressFetch {
  return async (input, init) => {
    const answer = await fetchKeys(input, init);
    const headers = new Headers(answer.headers);
    for (const name of freshnessHeaders) headers.delete(name);
    return new Response(answer.body, { status: answer.status, headers });
  };
}

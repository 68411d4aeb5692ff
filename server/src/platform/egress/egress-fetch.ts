import type { Egress, EgressMethod } from './egress.ts';

const methods: readonly EgressMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Statuses whose responses must not have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The `fetch` that libraries need; every request goes through the egress client, under one purpose. */
export type EgressFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Wraps the egress client for a library that uses `fetch`. Redirects are returned, not followed. */
export function egressFetch(egress: Egress, purpose: string): EgressFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = methods.find((known) => known === request.method);
    if (method === undefined) throw new TypeError(`${request.method} is not supported by the egress client`);
    const response = await egress.send({
      purpose,
      method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) }),
    });
    const body = bodiless.has(response.status) ? null : new Uint8Array(response.body);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

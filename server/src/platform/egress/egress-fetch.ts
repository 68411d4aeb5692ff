import type { Egress, EgressMethod } from './egress.ts';

const methods: readonly EgressMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Statuses whose answers have no body, and may not be given one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What libraries that speak `fetch` need; everything leaves by the egress client, under one purpose. */
export type EgressFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Lends the egress client to a library that wants to fetch. Redirects come back as they are. */
export function egressFetch(egress: Egress, purpose: string): EgressFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = methods.find((known) => known === request.method);
    if (method === undefined) throw new TypeError(`${request.method} does not leave the house`);
    const answer = await egress.send({
      purpose,
      method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) }),
    });
    const body = bodiless.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

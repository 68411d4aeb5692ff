import createClient, { type Client } from 'openapi-fetch';
import type { paths as CorrespondencePaths } from '../../contracts/typescript/correspondence.ts';
import type { paths as PartyPaths } from '../../contracts/typescript/party.ts';
import type { paths as Xs2aPaths } from '../../contracts/typescript/xs2a.ts';

/** How the clients reach a bank. */
export interface Connection {
  readonly baseUrl: string;
  /** Returns the headers with the credentials of a request: a token, with a proof if it is bound to a key. */
  readonly credentials: (request: Request) => Promise<Readonly<Record<string, string>>>;
  /** Sends requests; for third parties with their certificate. The global one by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Clients whose requests, responses and errors have the types of the OpenAPI documents. */
export interface Clients {
  readonly party: Client<PartyPaths>;
  readonly correspondence: Client<CorrespondencePaths>;
  readonly xs2a: Client<Xs2aPaths>;
}

export function createClients({ baseUrl, credentials, fetch }: Connection): Clients {
  const options = { baseUrl, ...(fetch === undefined ? {} : { fetch }) };
  const authenticated = <C extends Client<object>>(client: C): C => {
    client.use({
      async onRequest({ request }) {
        for (const [name, value] of Object.entries(await credentials(request)))
          request.headers.set(name, value);
        return request;
      },
    });
    return client;
  };
  return {
    party: authenticated(createClient<PartyPaths>(options)),
    correspondence: authenticated(createClient<CorrespondencePaths>(options)),
    xs2a: authenticated(createClient<Xs2aPaths>(options)),
  };
}

/** The body of a response with this status. */
export type BodyOf<Operation, Status extends number> = Operation extends {
  readonly responses: Readonly<Record<Status, { readonly content: infer Content }>>;
}
  ? Content[keyof Content]
  : never;

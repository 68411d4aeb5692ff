import Type, { type TObject } from 'typebox';
import { oauthError } from '#dialects/oauth/error-bodies.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { everyone, oauthClients } from '#platform/auth/access.ts';
import type { JsonBody } from '#platform/http/body-kinds.ts';
import type { Interface } from '#platform/http/contract.ts';
import { urlencodedForm } from '#platform/http/urlencoded-form.ts';
import { problems } from '../problems.ts';

const oauthInterface: Interface = {
  name: 'oauth',
  title: 'OAuth 2.0 and OpenID Connect',
  basePath: '/',
  dialect: oauth,
  parameters: {
    client_id: 'Id of the client.',
    code: 'Code of the identity provider.',
    error: 'Why the identity provider signed no employee in.',
    id_token_hint: 'An id token of the session that ends.',
    iss: 'The identity provider that answers.',
    post_logout_redirect_uri: 'Where the browser returns to; registered for the client.',
    request_uri: 'From the response to the pushed request.',
    state: 'Value that is returned unchanged.',
  },
  duringMaintenance: 'open',
};

export const bank = Type.Object({
  bank: Type.String({ pattern: '^[a-z0-9]{2,8}$', description: 'The bank.' }),
});
export const bankAndUid = Type.Object({
  ...bank.properties,
  uid: Type.String({ description: 'The pending sign-in.' }),
});

/** All error responses of the server have this shape. */
export const refusal = oauthError;
export const page = { description: 'An HTML page.' } as const;
export const text = Type.Optional(Type.String());

/** Client authentication parameters. A client that authenticates with its TLS certificate sends no assertion. */
const clientCredential = { client_id: text, client_assertion: text, client_assertion_type: text };

export const form = (members: Readonly<Record<string, typeof text>>): JsonBody<TObject> =>
  urlencodedForm(Type.Object({ ...members, ...clientCredential }));

export const refused = {
  400: { description: 'Rejected; `error` gives the reason.', body: refusal },
  401: { description: 'Client authentication failed.', body: refusal },
} as const;

const shared = {
  interface: oauthInterface,
  idempotency: 'none',
  source: 'addition',
  problems: [problems['bank-unknown']],
} as const;

/** Endpoints that a client calls from its back end. */
export const forClients = { ...shared, access: oauthClients, rate: 'token' } as const;
/** Endpoints that are public, or that browsers open. */
export const forEveryone = { ...shared, access: everyone, rate: 'page' } as const;

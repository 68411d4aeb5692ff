import Type from 'typebox';
import { type Contract, contract } from '#platform/http/contract.ts';
import { urlencodedForm } from '#platform/http/urlencoded-form.ts';
import { pageContracts } from './pages.ts';
import { bank, bankAndUid, forClients, forEveryone, form, page, refusal, refused, text } from './parts.ts';

const metadata = Type.Object({ issuer: Type.String() }, { additionalProperties: true });

export const contracts = {
  ...pageContracts,
  discovery: contract({
    ...forEveryone,
    operationId: 'OAuth_Discovery',
    method: 'GET',
    path: '/oauth/{bank}/.well-known/openid-configuration',
    summary: 'Capabilities and endpoints of this bank’s server',
    description:
      'Metadata by which an OpenID Connect client configures itself. Read the endpoints from here instead of writing them into a client.',
    request: { params: bank },
    responses: { 200: { description: 'OpenID Connect Discovery 1.0.', body: metadata } },
  }),
  metadata: contract({
    ...forEveryone,
    operationId: 'OAuth_Metadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/oauth/{bank}',
    summary: 'The same metadata at the path of RFC 8414',
    description: 'For clients that follow RFC 8414 instead of OpenID Connect Discovery.',
    request: { params: bank },
    responses: { 200: { description: 'RFC 8414 metadata.', body: metadata } },
  }),
  keys: contract({
    ...forEveryone,
    operationId: 'OAuth_Keys',
    method: 'GET',
    path: '/oauth/{bank}/jwks',
    summary: 'Keys that this bank signs with, including keys that will sign soon',
    description:
      'Verify tokens with these keys. Cache them, and read them again when a token names a key that is not among them.',
    request: { params: bank },
    responses: {
      200: {
        description: 'RFC 7517 key set.',
        body: Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }),
      },
    },
  }),
  pushedRequest: contract({
    ...forClients,
    operationId: 'OAuth_PushedRequest',
    method: 'POST',
    path: '/oauth/{bank}/request',
    summary: 'Pushes an authorization request (RFC 9126); required to start one',
    description:
      'Send all parameters of the authorization request here; the response has the `request_uri` with which the browser is sent to the authorization endpoint.',
    request: {
      params: bank,
      body: form({
        response_type: text,
        redirect_uri: text,
        scope: text,
        state: text,
        nonce: text,
        code_challenge: text,
        code_challenge_method: text,
        acr_values: text,
        max_age: text,
        prompt: text,
        login_hint: text,
        login_hint_token: Type.Optional(
          Type.String({
            description:
              'The `verificationToken` of an offline sign-in. The customer then enters the password only; a token that is not valid is ignored.',
          }),
        ),
        ui_locales: text,
        resource: text,
        dpop_jkt: text,
      }),
    },
    responses: {
      201: {
        description: 'Use `request_uri` once, within its lifetime.',
        body: Type.Object({ request_uri: Type.String(), expires_in: Type.Integer() }),
      },
      ...refused,
    },
  }),
  authorize: contract({
    ...forEveryone,
    operationId: 'OAuth_Authorize',
    method: 'GET',
    path: '/oauth/{bank}/auth',
    summary: 'Starts authorization in the browser, with a pushed request',
    description:
      'The browser comes here with `client_id` and `request_uri` of a pushed request. It continues with the sign-in and ends at the redirect URI of the client.',
    request: { params: bank, query: Type.Object({ client_id: text, request_uri: text }) },
    responses: {
      303: { description: 'Redirect to the sign-in, or back to the client with a code.' },
      400: { ...page, body: Type.Optional(refusal) },
    },
  }),
  resume: contract({
    ...forEveryone,
    operationId: 'OAuth_Resume',
    method: 'GET',
    path: '/oauth/{bank}/auth/{uid}',
    summary: 'Resumes authorization in the browser after the sign-in',
    description: 'The browser returns here by itself after the sign-in; a client never calls it.',
    request: { params: bankAndUid },
    responses: {
      303: { description: 'Redirect to the client with a code, or to the next page.' },
      400: { ...page, body: Type.Optional(refusal) },
    },
  }),
  token: contract({
    ...forClients,
    operationId: 'OAuth_Token',
    method: 'POST',
    path: '/oauth/{bank}/token',
    summary: 'Issues tokens for a code, a refresh token, an approval, or the client itself',
    description:
      "Exchanges a grant for tokens. Access tokens are bound to the client's key or certificate; refresh tokens are replaced on each use.",
    request: {
      params: bank,
      body: form({
        grant_type: text,
        code: text,
        redirect_uri: text,
        code_verifier: text,
        refresh_token: text,
        auth_req_id: text,
        scope: text,
        resource: text,
      }),
    },
    responses: {
      200: {
        description: 'Tokens, bound to the client’s key or certificate.',
        body: Type.Object({
          access_token: Type.String(),
          token_type: Type.Enum(['DPoP', 'Bearer']),
          expires_in: Type.Integer(),
          scope: text,
          id_token: text,
          refresh_token: text,
        }),
      },
      ...refused,
    },
  }),
  introspect: contract({
    ...forClients,
    operationId: 'OAuth_Introspect',
    method: 'POST',
    path: '/oauth/{bank}/token/introspection',
    summary: 'Returns whether a token is active, and its claims (RFC 7662)',
    description:
      'For a resource server that cannot verify a token itself. A token of another client is reported as not active.',
    request: { params: bank, body: form({ token: text, token_type_hint: text }) },
    responses: {
      200: {
        description: 'The token’s claims, or only that it is not active.',
        body: Type.Object({ active: Type.Boolean() }, { additionalProperties: true }),
      },
      ...refused,
    },
  }),
  revoke: contract({
    ...forClients,
    operationId: 'OAuth_Revoke',
    method: 'POST',
    path: '/oauth/{bank}/token/revocation',
    summary: 'Revokes a token (RFC 7009); a refresh token together with its grant',
    description: 'Ends a token before its time. The response is the same whether the token existed or not.',
    request: { params: bank, body: form({ token: text, token_type_hint: text }) },
    responses: { 200: { description: 'Revoked, or unknown.' }, ...refused },
  }),
  backchannel: contract({
    ...forClients,
    operationId: 'OAuth_BackchannelAuthentication',
    method: 'POST',
    path: '/oauth/{bank}/backchannel',
    summary: 'Requests a customer’s approval on another device (CIBA, poll)',
    description:
      'Asks a customer to approve on a device, without a browser. Poll the token endpoint with the returned `auth_req_id`.',
    request: {
      params: bank,
      body: form({
        scope: text,
        login_hint: text,
        binding_message: text,
        acr_values: text,
        requested_expiry: text,
      }),
    },
    responses: {
      200: {
        description: 'Poll the token endpoint with `auth_req_id`.',
        body: Type.Object({
          auth_req_id: Type.String(),
          expires_in: Type.Integer(),
          interval: Type.Optional(Type.Integer()),
        }),
      },
      403: { description: 'The customer or the bank refuses the request.', body: refusal },
      ...refused,
    },
  }),
  endSession: contract({
    ...forEveryone,
    operationId: 'OAuth_EndSession',
    method: 'GET',
    path: '/oauth/{bank}/session/end',
    summary: 'Starts signing out in the browser (RP-initiated logout)',
    description:
      'The client sends the browser here; the customer confirms, and the browser returns to `post_logout_redirect_uri`.',
    request: {
      params: bank,
      query: Type.Object({
        id_token_hint: text,
        client_id: text,
        post_logout_redirect_uri: text,
        state: text,
      }),
    },
    responses: {
      200: page,
      303: { description: 'Already signed out.' },
      400: { ...page, body: Type.Optional(refusal) },
    },
  }),
  confirmEndSession: contract({
    ...forEveryone,
    operationId: 'OAuth_ConfirmEndSession',
    method: 'POST',
    path: '/oauth/{bank}/session/end/confirm',
    summary: 'Confirms or cancels signing out',
    description: 'Receives the form of the sign-out page; a client never calls it.',
    request: { params: bank, body: urlencodedForm(Type.Object({ xsrf: text, logout: text })) },
    responses: {
      303: { description: 'Signed out; redirect to the client or to a confirmation page.' },
      400: { ...page, body: Type.Optional(refusal) },
    },
  }),
  signedOut: contract({
    ...forEveryone,
    operationId: 'OAuth_SignedOut',
    method: 'GET',
    path: '/oauth/{bank}/session/end/success',
    summary: 'Confirms that the user is signed out',
    description: 'The page that is shown after signing out, where the client named no address to return to.',
    request: { params: bank, query: Type.Object({ client_id: text }) },
    responses: { 200: page, 400: { ...page, body: Type.Optional(refusal) } },
  }),
} as const satisfies Readonly<Record<string, Contract>>;

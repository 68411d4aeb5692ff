import Type from 'typebox';
import { type Contract, contract } from '#platform/http/contract.ts';
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
    request: { params: bank },
    responses: { 200: { description: 'OpenID Connect Discovery 1.0.', body: metadata } },
  }),
  metadata: contract({
    ...forEveryone,
    operationId: 'OAuth_Metadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/oauth/{bank}',
    summary: 'The same metadata at the path of RFC 8414',
    request: { params: bank },
    responses: { 200: { description: 'RFC 8414 metadata.', body: metadata } },
  }),
  keys: contract({
    ...forEveryone,
    operationId: 'OAuth_Keys',
    method: 'GET',
    path: '/oauth/{bank}/jwks',
    summary: 'Keys that this bank signs with, including keys that will sign soon',
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
    request: { params: bank, body: form({ token: text, token_type_hint: text }) },
    responses: { 200: { description: 'Revoked, or unknown.' }, ...refused },
  }),
  backchannel: contract({
    ...forClients,
    operationId: 'OAuth_BackchannelAuthentication',
    method: 'POST',
    path: '/oauth/{bank}/backchannel',
    summary: 'Requests a customer’s approval on another device (CIBA, poll)',
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
    request: { params: bank, body: Type.Object({ xsrf: text, logout: text }) },
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
    request: { params: bank, query: Type.Object({ client_id: text }) },
    responses: { 200: page, 400: { ...page, body: Type.Optional(refusal) } },
  }),
} as const satisfies Readonly<Record<string, Contract>>;

import type { ClientMetadata } from 'oidc-provider';
import type { Temporal } from 'temporal-polyfill';
import { type Client, usableKeys } from '../domain/client.ts';
import { redirectUriError } from '../domain/redirect-uri.ts';
import { interfaceScopes } from '../domain/scopes.ts';

/** RFC 8693: a service gets a token of its own for the token of a customer. */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

const isSound = (uri: string): boolean => redirectUriError(uri) === undefined;

/** Converts a client to the library's metadata. The server's configuration refuses everything that is not set here. */
export function clientMetadata(client: Client, now: Temporal.Instant): ClientMetadata {
  const isPerson = client.kind !== 'application';
  const ownScopes = client.scopes.filter((scope) => !interfaceScopes.includes(scope));
  return {
    client_id: client.clientId,
    client_name: client.name,
    // Other types would allow redirects to the user's own machine.
    application_type: 'web',
    grant_types: grantTypes(client),
    response_types: isPerson ? ['code'] : [],
    // `form_post` would show a page of the library, and any script on the target page can read a fragment.
    response_modes: ['query'],
    // Apply the rule again: a row that was written manually must not allow an invalid redirect.
    redirect_uris: client.redirectUris.filter(isSound),
    post_logout_redirect_uris: client.postLogoutRedirectUris.filter(isSound),
    // The library limits its own two scopes by this, and leaves those of the interfaces to us.
    ...(ownScopes.length === 0 ? {} : { scope: ownScopes.join(' ') }),
    portico_scope: client.scopes.filter((scope) => interfaceScopes.includes(scope)).join(' '),
    id_token_signed_response_alg: 'ES256',
    tls_client_certificate_bound_access_tokens: client.binding === 'certificate',
    dpop_bound_access_tokens: client.binding === 'proof',
    require_pushed_authorization_requests: isPerson,
    ...authentication(client, now),
    ...(client.kind === 'customer-app' ? { backchannel_token_delivery_mode: 'poll' as const } : {}),
    portico_kind: client.kind,
    portico_introspects: client.introspects,
    portico_idempotency: client.idempotency,
    portico_exchanges: client.exchangesTokensOf.join(' '),
  };
}

function grantTypes({ exchangesTokensOf, kind }: Client): readonly string[] {
  switch (kind) {
    case 'application':
      return ['client_credentials', ...(exchangesTokensOf.length === 0 ? [] : [tokenExchange])];
    case 'console':
      return ['authorization_code', 'refresh_token'];
    case 'customer-app':
      return ['authorization_code', 'refresh_token', 'urn:openid:params:grant-type:ciba'];
  }
}

function authentication(client: Client, now: Temporal.Instant): Partial<ClientMetadata> {
  const { authentication: by } = client;
  if (by.method === 'private_key_jwt') {
    return {
      token_endpoint_auth_method: 'private_key_jwt',
      ...(by.keys.by === 'url'
        ? { jwks_uri: by.keys.url }
        : { jwks: { keys: usableKeys(client, now).map((jwk) => ({ ...jwk })) } }),
    };
  }
  return {
    token_endpoint_auth_method: 'tls_client_auth',
    ...(by.subject.kind === 'dn'
      ? { tls_client_auth_subject_dn: by.subject.value }
      : { tls_client_auth_san_dns: by.subject.value }),
  };
}

import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import Provider, { type ClientMetadata } from 'oidc-provider';
import type { Context } from '#platform/work/context.ts';
import { redirectUriError } from '../domain/redirect-uri.ts';
import { textIn } from './library-values.ts';
import { requestContextOf } from './request-context.ts';
import type { ServerDeps } from './server-deps.ts';

/** The kind of clients that no one registers: their qualified certificate names them. */
export const thirdPartyKind = 'third-party' as const;

const subjectPrefix = 'organizationIdentifier ';

/** The library wants a registered address. This one is never sent, because `.invalid` is no public name. RFC 2606 */
const noRegisteredAddress = 'https://third-party.invalid/';

/**
 * Returns the client that an organisation identifier names; undefined for a blocked one. Any other organisation is a
 * client, and proves with its certificate that it is the one. SPEC xs2a 7.4
 */
export function thirdPartyClient(
  clientId: string,
  { bankId, clock }: Context,
  { blocks }: ServerDeps['thirdParties'],
): ClientMetadata | undefined {
  const subject = { bankId, issuer: '', serialNumber: '', organizationIdentifier: clientId };
  if (blocks.isBlocked(subject, clock.now())) return undefined;
  return {
    client_id: clientId,
    client_name: clientId,
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    redirect_uris: [noRegisteredAddress],
    scope: 'offline_access',
    id_token_signed_response_alg: 'ES256',
    tls_client_certificate_bound_access_tokens: true,
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: true,
    token_endpoint_auth_method: 'tls_client_auth',
    tls_client_auth_subject_dn: `${subjectPrefix}${clientId}`,
    portico_scope: '',
    portico_kind: thirdPartyKind,
    portico_introspects: 'own-tokens',
    portico_idempotency: 'seed-compatible',
  };
}

export function isThirdParty(client: unknown): boolean {
  return textIn(client, 'portico_kind') === thirdPartyKind;
}

/** Returns whether a name of a certificate stands for an organisation instead of a distinguished name. */
export function isOfOrganisation(expected: string): boolean {
  return expected.startsWith(subjectPrefix);
}

/** Returns whether the certificate of a request is one of the organisation. */
export function provesOrganisation(request: IncomingMessage, expected: string): boolean {
  const { thirdParty } = requestContextOf(request);
  return thirdParty !== undefined && `${subjectPrefix}${thirdParty.psd2.organizationIdentifier}` === expected;
}

/**
 * Third parties have no registered addresses. The one of a pushed request is compared with the resource when it is
 * pushed; in every other place an address counts only as part of such a request.
 */
export function takePushedAddresses({ Client }: Provider): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below, for the client it is about
  const { redirectUriAllowed } = Client.prototype;
  Object.defineProperty(Client.prototype, 'redirectUriAllowed', {
    value(this: InstanceType<Provider['Client']>, uri: string): boolean {
      return isThirdParty(this)
        ? isPushed() && redirectUriError(uri) === undefined
        : redirectUriAllowed.call(this, uri);
    },
  });
}

function isPushed(): boolean {
  const { oidc } = Provider.ctx ?? {};
  if (oidc === undefined) return false;
  return (
    oidc.route === 'pushed_authorization_request' || oidc.entities.PushedAuthorizationRequest !== undefined
  );
}

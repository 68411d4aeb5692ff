import type { Client, ClientAuthentication, ClientKey } from './client.ts';
import { thumbprintOf } from './client-keys.ts';

/** Returns the client's fields for the audit trail: lists as one text, keys as thumbprints. */
export function auditedFields(client: Client): Readonly<Record<string, string>> {
  return {
    kind: client.kind,
    name: client.name,
    state: client.state,
    scopes: client.scopes.join(' '),
    redirectUris: client.redirectUris.join(' '),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join(' '),
    authentication: client.authentication.method,
    ...auditedCredential(client.authentication),
    binding: client.binding,
    introspects: client.introspects,
    idempotency: client.idempotency,
    exchangesTokensOf: client.exchangesTokensOf.join(' '),
  };
}

function auditedCredential(authentication: ClientAuthentication): Readonly<Record<string, string>> {
  if (authentication.method === 'tls_client_auth') {
    const { kind, value } = authentication.subject;
    return kind === 'dn' ? { tlsSubjectDn: value } : { tlsSanDns: value };
  }
  const { keys } = authentication;
  return keys.by === 'url' ? { keysUrl: keys.url } : { keys: keys.keys.map(auditedKey).join(' ') };
}

function auditedKey({ jwk, validUntil }: ClientKey): string {
  return validUntil === undefined ? thumbprintOf(jwk) : `${thumbprintOf(jwk)}@${validUntil.toString()}`;
}

/** Returns the fields in which two versions of a client differ. */
export function auditedChanges(
  before: Client,
  after: Client,
): readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[] {
  const [old, now] = [auditedFields(before), auditedFields(after)];
  return Object.keys({ ...old, ...now })
    .filter((field) => old[field] !== now[field])
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }));
}

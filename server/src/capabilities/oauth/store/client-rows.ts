import type { Selectable } from 'kysely';
import { parseTimestamp, toExactTimestamp } from '#platform/kernel/timestamp.ts';
import {
  bindings,
  type Client,
  type ClientAuthentication,
  type ClientKey,
  clientKinds,
  clientStates,
  idempotencyModes,
  introspections,
} from '../domain/client.ts';
import { readPublicKey } from '../domain/client-keys.ts';
import type { ClientTable } from './tables.generated.ts';

/** Columns of a client's authentication; those of other methods are null. */
export interface AuthenticationColumns {
  readonly authentication: string;
  /** JSON text: the driver would convert a list to a PostgreSQL array. */
  readonly keys: string | null;
  readonly keysUrl: string | null;
  readonly tlsSubjectDn: string | null;
  readonly tlsSanDns: string | null;
}

/** Converts a client's authentication to columns. */
export function toAuthenticationColumns(authentication: ClientAuthentication): AuthenticationColumns {
  const empty = {
    authentication: authentication.method,
    keys: null,
    keysUrl: null,
    tlsSubjectDn: null,
    tlsSanDns: null,
  };
  if (authentication.method === 'tls_client_auth') {
    const { kind, value } = authentication.subject;
    return kind === 'dn' ? { ...empty, tlsSubjectDn: value } : { ...empty, tlsSanDns: value };
  }
  const { keys } = authentication;
  return keys.by === 'url'
    ? { ...empty, keysUrl: keys.url }
    : { ...empty, keys: JSON.stringify(keys.keys.map(toStoredKey)) };
}

function toStoredKey({ jwk, validUntil }: ClientKey): object {
  return { jwk, validUntil: validUntil === undefined ? null : toExactTimestamp(validUntil) };
}

/** Converts a row to a client. Throws if a column is invalid, so that a damaged client is never used in part. */
export function toClient(row: Selectable<ClientTable>): Client {
  return {
    bankId: row.bank_id,
    clientId: row.client_id,
    kind: known(clientKinds, row.kind),
    name: row.name,
    state: known(clientStates, row.state),
    scopes: row.scopes,
    redirectUris: row.redirect_uris,
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    authentication: toAuthentication(row),
    binding: known(bindings, row.binding),
    introspects: known(introspections, row.introspects),
    idempotency: known(idempotencyModes, row.idempotency),
    exchangesTokensOf: row.exchanges_tokens_of,
    version: row.row_version,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toAuthentication(row: Selectable<ClientTable>): ClientAuthentication {
  if (row.keys_url !== null) return { method: 'private_key_jwt', keys: { by: 'url', url: row.keys_url } };
  if (row.tls_subject_dn !== null)
    return { method: 'tls_client_auth', subject: { kind: 'dn', value: row.tls_subject_dn } };
  if (row.tls_san_dns !== null)
    return { method: 'tls_client_auth', subject: { kind: 'san-dns', value: row.tls_san_dns } };
  if (!Array.isArray(row.keys)) throw new Error('client row has no keys');
  return { method: 'private_key_jwt', keys: { by: 'value', keys: row.keys.map(toKey) } };
}

function toKey(stored: unknown): ClientKey {
  const { jwk, validUntil }: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const key = readPublicKey(jwk);
  const until = typeof validUntil === 'string' ? parseTimestamp(validUntil) : undefined;
  // A key with an unreadable end must not stay valid forever.
  if (!('kid' in key) || (until === undefined && validUntil !== null))
    throw new Error('client row has an unreadable key');
  return { jwk: key, validUntil: until };
}

function known<Literal extends string>(literals: readonly Literal[], stored: string): Literal {
  const found = literals.find((literal) => literal === stored);
  if (found === undefined) throw new Error('client row has an unknown literal');
  return found;
}

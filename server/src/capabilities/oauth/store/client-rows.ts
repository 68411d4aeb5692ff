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

/** The columns that say how a client proves who it is; those of the other ways are empty. */
export interface AuthenticationColumns {
  readonly authentication: string;
  /** JSON text: the driver would take a list for an array of the database. */
  readonly keys: string | null;
  readonly keysUrl: string | null;
  readonly tlsSubjectDn: string | null;
  readonly tlsSanDns: string | null;
}

/** Writes a client's authentication into its columns. */
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

/** Reads a row. What does not make sense is not believed in part: the client is not there, and somebody must look. */
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
  if (!Array.isArray(row.keys)) throw new Error('client holds no keys');
  return { method: 'private_key_jwt', keys: { by: 'value', keys: row.keys.map(toKey) } };
}

function toKey(stored: unknown): ClientKey {
  const { jwk, validUntil }: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const key = readPublicKey(jwk);
  const until = typeof validUntil === 'string' ? parseTimestamp(validUntil) : undefined;
  // An end that cannot be read would make the key good for ever.
  if (!('kid' in key) || (until === undefined && validUntil !== null))
    throw new Error('client holds a key that cannot be read');
  return { jwk: key, validUntil: until };
}

function known<Literal extends string>(literals: readonly Literal[], stored: string): Literal {
  const found = literals.find((literal) => literal === stored);
  if (found === undefined) throw new Error('client holds an unknown word');
  return found;
}

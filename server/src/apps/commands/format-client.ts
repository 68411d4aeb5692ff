import { type Client, type ClientKey, type ClientPage, thumbprintOf } from '#capabilities/oauth/index.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { FieldNames } from '../program/failure.ts';

/** Formats a client as JSON for scripts: all fields, keys by their ids. */
export function clientAsJson(client: Client): object {
  const { authentication, createdAt, modifiedAt, version, ...plain } = client;
  return {
    ...plain,
    authentication: authentication.method,
    ...credentialAsJson(client),
    version: Number(version),
    createdAt: toWireTimestamp(createdAt),
    modifiedAt: toWireTimestamp(modifiedAt),
  };
}

function credentialAsJson({ authentication }: Client): object {
  if (authentication.method === 'tls_client_auth') {
    const { kind, value } = authentication.subject;
    return kind === 'dn' ? { tlsSubjectDn: value } : { tlsSanDns: value };
  }
  const { keys } = authentication;
  if (keys.by === 'url') return { keysUrl: keys.url };
  return {
    keys: keys.keys.map(({ jwk, validUntil }) => ({
      kid: jwk.kid,
      alg: jwk.alg,
      thumbprint: thumbprintOf(jwk),
      validUntil: validUntil === undefined ? null : toWireTimestamp(validUntil),
    })),
  };
}

/** Formats a client as text: one line per field, further values below. */
export function clientLines(client: Client): readonly string[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['state', [client.state]],
    ['kind', [client.kind]],
    ['name', [client.name]],
    ['scopes', client.scopes],
    ['redirects to', client.redirectUris],
    ['signs out to', client.postLogoutRedirectUris],
    ['authenticates by', credentialLines(client)],
    ['tokens bound to', [client.binding]],
    ['introspects', [client.introspects]],
    ['idempotency keys', [client.idempotency]],
    ['exchanges', client.exchangesTokensOf],
    ['registered', [toWireTimestamp(client.createdAt)]],
    ['changed', [`${toWireTimestamp(client.modifiedAt)}, version ${client.version}`]],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.flatMap(([label, values]) =>
    values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(width)}  ${value}`),
  );
}

function credentialLines({ authentication }: Client): readonly string[] {
  if (authentication.method === 'tls_client_auth') return [`certificate of ${authentication.subject.value}`];
  const { keys } = authentication;
  return keys.by === 'url' ? [`keys at ${keys.url}`] : keys.keys.map(keyLine);
}

function keyLine({ jwk, validUntil }: ClientKey): string {
  const print = thumbprintOf(jwk);
  const name = jwk.kid === print ? '' : `  kid ${jwk.kid}`;
  const end = validUntil === undefined ? '' : `  until ${toWireTimestamp(validUntil)}`;
  return `${jwk.alg} key ${print}${name}${end}`;
}

/** Formats a page of clients as a table. */
export function clientTable({ clients }: ClientPage): readonly string[] {
  const rows = [
    ['ID', 'KIND', 'STATE', 'NAME'],
    ...clients.map(({ clientId, kind, name, state }) => [clientId, kind, state, name]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** The options that set the fields of a client, for the errors of a refusal. */
export const fields: FieldNames = {
  clientId: '--id',
  name: '--name',
  scopes: '--scopes',
  redirectUris: '--redirect-uri',
  postLogoutRedirectUris: '--post-logout-redirect-uri',
  keys: 'the keys',
  keysUrl: '--jwks-url',
  tlsSubjectDn: '--tls-subject-dn',
  tlsSanDns: '--tls-san-dns',
  binding: '--binding',
  introspects: '--introspects',
  idempotency: '--idempotency',
  exchangesTokensOf: '--exchanges-tokens-of',
  overlapHours: '--overlap-hours',
};

import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement, statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type Client, isClientId } from '../domain/client.ts';
import { problems } from '../problems.ts';
import { type AuthenticationColumns, toAuthenticationColumns, toClient } from './client-rows.ts';
import { tables } from './tables.ts';

interface NewRow extends AuthenticationColumns {
  readonly bankId: string;
  readonly clientId: string;
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly binding: string;
  readonly introspects: string;
  readonly idempotency: string;
  readonly exchangesTokensOf: readonly string[];
  readonly version: bigint;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('client').values({
    bank_id: row.bankId,
    client_id: row.clientId,
    kind: row.kind,
    name: row.name,
    state: row.state,
    scopes: row.scopes,
    redirect_uris: row.redirectUris,
    post_logout_redirect_uris: row.postLogoutRedirectUris,
    authentication: row.authentication,
    keys: row.keys,
    keys_url: row.keysUrl,
    tls_subject_dn: row.tlsSubjectDn,
    tls_san_dns: row.tlsSanDns,
    binding: row.binding,
    introspects: row.introspects,
    idempotency: row.idempotency,
    exchanges_tokens_of: row.exchangesTokensOf,
    row_version: row.version,
    created_at: row.createdAt,
    modified_at: row.modifiedAt,
  }),
);

export function insertClient(work: Writer, client: Client): void {
  work.write(insert({ ...client, ...toAuthenticationColumns(client.authentication) }), {
    constraints: { client_pkey: problems['client-exists'] },
  });
}

interface ChangedRow extends Pick<AuthenticationColumns, 'keys'> {
  readonly bankId: string;
  readonly clientId: string;
  readonly state: string;
  readonly idempotency: string;
  readonly exchangesTokensOf: readonly string[];
  readonly version: bigint;
  readonly earlierVersion: bigint;
  readonly modifiedAt: Temporal.Instant;
}

const update = statement<ChangedRow>('write')((row) =>
  tables
    .updateTable('client')
    .set({
      state: row.state,
      keys: row.keys,
      idempotency: row.idempotency,
      exchanges_tokens_of: row.exchangesTokensOf,
      row_version: row.version,
      modified_at: row.modifiedAt,
    })
    .where('bank_id', '=', row.bankId)
    .where('client_id', '=', row.clientId)
    .where('row_version', '=', row.earlierVersion),
);

/** Updates state, keys, idempotency mode and the apps whose tokens it may exchange. Throws `client-state` if another command has changed the client. */
export function updateClient(work: Writer, client: Client): void {
  const { keys } = toAuthenticationColumns(client.authentication);
  work.write(update({ ...client, keys, earlierVersion: client.version - 1n }), {
    rows: { count: 1, otherwise: problems['client-state'] },
  });
}

interface Name {
  readonly bankId: string;
  readonly clientId: string;
}

const find = statement<Name>()(({ bankId, clientId }) =>
  tables.selectFrom('client').selectAll().where('bank_id', '=', bankId).where('client_id', '=', clientId),
);

export async function findClient(db: Reader, bankId: string, clientId: string): Promise<Client | undefined> {
  // Callers send arbitrary ids, some of which are not valid PostgreSQL text.
  const row = isClientId(clientId) ? await db.first(find({ bankId, clientId })) : undefined;
  return row && toClient(row);
}

const findForUpdate = statement<Name>('lock')(({ bankId, clientId }) =>
  tables
    .selectFrom('client')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('client_id', '=', clientId)
    .forUpdate(),
);

export async function lockClient(
  work: Writer,
  bankId: string,
  clientId: string,
): Promise<Client | undefined> {
  const row = isClientId(clientId) ? await work.lock(findForUpdate({ bankId, clientId })) : undefined;
  return row && toClient(row);
}

/** Page size. */
export const clientsPageMax = 100;

/** Lists one page of a bank's clients by id, after the given id. */
export async function listClientsAfter(
  db: Reader,
  bankId: string,
  after: string | undefined,
): Promise<readonly Client[]> {
  const all = tables.selectFrom('client').selectAll().where('bank_id', '=', bankId);
  const wanted = after === undefined ? all : all.where('client_id', '>', after);
  const rows = await db.rows(dynamicStatement(wanted.orderBy('client_id').limit(clientsPageMax)));
  return rows.map(toClient);
}

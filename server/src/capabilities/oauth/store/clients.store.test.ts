import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { newPrivateJwk, newPublicKey } from '../testing/client-samples.suite.ts';
import { findClient, listClientsAfter } from './clients.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.empty('oauth.client', 'oauth.revocation'));

const storedKeys = (keys: unknown): string => JSON.stringify(keys);
const good = {
  bank_id: '01',
  client_id: 'app-1',
  kind: 'application',
  name: 'App',
  state: 'active',
  scopes: '{party.read}',
  redirect_uris: '{}',
  post_logout_redirect_uris: '{}',
  authentication: 'private_key_jwt',
  keys: storedKeys([{ jwk: newPublicKey(), validUntil: null }]),
  keys_url: null,
  tls_subject_dn: null,
  tls_san_dns: null,
  binding: 'proof',
  introspects: 'own-tokens',
  exchanges_tokens_of: '{}',
  row_version: 1,
};
type Row = Partial<Record<keyof typeof good, string | number | null>>;

async function insert(changed: Row): Promise<void> {
  const row = { ...good, ...changed };
  const names = Object.keys(row);
  await database.query(
    `insert into oauth.client (${names.join(', ')}, created_at, modified_at)
     values (${names.map((_, index) => `$${index + 1}`).join(', ')}, now(), now())`,
    Object.values(row),
  );
}

/** Returns the constraint that rejected the row; undefined if it was stored. */
const refusedBy = (changed: Row): Promise<unknown> =>
  insert(changed).then(
    () => undefined,
    (error: unknown): unknown => Reflect.get(Object(error), 'constraint'),
  );

const noKeys = { keys: null };
const tls = { authentication: 'tls_client_auth', ...noKeys };

describe('the database', () => {
  test.each<[string, Row]>([
    ['an application', {}],
    ['an app', { kind: 'customer-app', redirect_uris: '{https://a.test/}' }],
    ['a console', { kind: 'console', redirect_uris: '{https://a.test/}', state: 'disabled' }],
    ['keys at a URL', { ...noKeys, keys_url: 'https://a.test/' }],
    ['a subject', { ...tls, tls_subject_dn: 'CN=a' }],
    ['a name', { ...tls, tls_san_dns: 'a.test' }],
  ])('stores %s', async (_what, row) => {
    expect(await refusedBy(row)).toBeUndefined();
  });

  test.each<[string, Row, string]>([
    ['an unknown kind', { kind: 'robot' }, 'client_kind'],
    ['an unknown state', { state: 'asleep' }, 'client_state'],
    ['a strange id', { client_id: 'a b c' }, 'client_id_format'],
    ['a shared secret', { authentication: 'client_secret_basic' }, 'client_authentication'],
    ['no proof at all', noKeys, 'client_authentication'],
    ['keys in two places', { keys_url: 'https://a.test/' }, 'client_authentication'],
    ['a certificate without subject', tls, 'client_authentication'],
    ['two subjects', { ...tls, tls_subject_dn: 'CN=a', tls_san_dns: 'a.test' }, 'client_authentication'],
    [
      'keys beside a certificate',
      { authentication: 'tls_client_auth', tls_san_dns: 'a.test' },
      'client_authentication',
    ],
    ['unbound tokens', { binding: 'none' }, 'client_binding'],
    [
      'an app that exchanges tokens',
      { kind: 'customer-app', redirect_uris: '{https://a.test/}', exchanges_tokens_of: '{mobile-app}' },
      'client_exchanges_tokens',
    ],
    ['an unknown curiosity', { introspects: 'everything' }, 'client_introspects'],
    ['an application with redirects', { redirect_uris: '{https://a.test/}' }, 'client_redirects'],
    ['an app without redirects', { kind: 'customer-app' }, 'client_redirects'],
  ])('rejects %s', async (_what, row, constraint) => {
    expect(await refusedBy(row)).toBe(constraint);
  });

  test('rejects a second client with the same id in one bank, not in two', async () => {
    await insert({});
    expect(await refusedBy({})).toBe('client_pkey');
    expect(await refusedBy({ bank_id: '02' })).toBeUndefined();
  });
});

describe('row-level security', () => {
  const countAll = plainStatement<{ count: bigint }>('select count(*) as count from oauth.client');
  const renameAll = plainStatement<{ client_id: string }>(
    "update oauth.client set name = 'x' returning client_id",
  );
  const removeAll = plainStatement('delete from oauth.client');
  const move = plainStatement("update oauth.client set bank_id = '02'");
  const countRevoked = plainStatement<{ count: bigint }>('select count(*) as count from oauth.revocation');

  test('limits every statement to the clients of one bank, even without a condition', async () => {
    await insert({});
    await insert({ bank_id: '02', client_id: 'app-2' });
    await database.query("insert into oauth.revocation values ('02', 'client', 'app-2', now(), now())");
    const one = database.app.forBank('01');
    expect(await one.rows(countAll([]))).toEqual([{ count: 1n }]);
    expect(await one.rows(renameAll([]))).toEqual([{ client_id: 'app-1' }]);
    expect(await one.rows(countRevoked([]))).toEqual([{ count: 0n }]);
    await expect(one.rows(move([]))).rejects.toThrow('row-level security');
  });

  test('allows no deletion of clients, because their history would be lost', async () => {
    await expect(database.app.forBank('01').rows(removeAll([]))).rejects.toThrow('permission denied');
  });

  test('shows nothing without a bank', async () => {
    await insert({});
    await expect(database.app.query(countAll([]))).rejects.toThrow('tenant not set');
  });
});

describe('an invalid row', () => {
  const key = newPublicKey();
  test.each<[string, unknown]>([
    ['keys that are no list', { jwk: key, validUntil: null }],
    ['a key that is nothing', [null]],
    ['a key that is text', ['x']],
    ['a key without jwk', [{ validUntil: null }]],
    ['a private key', [{ jwk: newPrivateJwk(), validUntil: null }]],
    ['an end that is no time', [{ jwk: key, validUntil: 'tomorrow' }]],
    ['an end that is no text', [{ jwk: key, validUntil: 0 }]],
    ['no word about the end', [{ jwk: key }]],
  ])('is not read in part: %s', async (_what, keys) => {
    await insert({ keys: storedKeys(keys) });
    await expect(findClient(database.app.forBank('01'), '01', 'app-1')).rejects.toThrow('client row has');
  });

  test('without its constraints: unknown literals', async () => {
    await database.query('alter table oauth.client drop constraint client_state');
    await insert({ state: 'asleep' });
    await expect(listClientsAfter(database.app.forBank('01'), '01', undefined)).rejects.toThrow(
      'unknown literal',
    );
  });
});

test('keys are read as they were written, with their end', async () => {
  const [one, other] = [newPublicKey(), newPublicKey()];
  const until = '2026-11-15T10:00:00.123Z';
  await insert({
    keys: storedKeys([
      { jwk: one, validUntil: until },
      { jwk: other, validUntil: null },
    ]),
  });
  const client = await findClient(database.app.forBank('01'), '01', 'app-1');
  expect(client?.authentication).toMatchObject({
    keys: { by: 'value', keys: [{ jwk: one }, { jwk: other, validUntil: undefined }] },
  });
  expect(JSON.stringify(client?.authentication)).toContain(until);
});

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  application,
  type ClientHarness,
  createClientHarness,
  customerApp,
  jwkIn,
  keysAtUrl,
  named,
  secretsIn,
  thumbprintIn,
  typed,
} from './client-harness.suite.ts';

let harness: ClientHarness;
beforeAll(async () => {
  harness = await createClientHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.clear());

const withKeyFile = (name: string): readonly string[] => ['--generate-key', harness.fileNamed(name)];

describe('clients add', () => {
  test('accepts a key set file, and --json returns all fields', async () => {
    const [keyFile, setFile] = [harness.fileNamed('made.json'), harness.fileNamed('set.json')];
    await harness.command(
      'add',
      ...named,
      '--kind',
      'application',
      '--name',
      'x',
      '--scopes',
      'party.read',
      '--generate-key',
      keyFile,
    );
    const { d: _private, kid: _kid, ...jwk } = await jwkIn(keyFile);
    await writeFile(setFile, JSON.stringify({ keys: [{ ...jwk, kid: 'key-1' }] }));
    const addresses = typed(
      '--redirect-uri https://app.bank.test/cb --redirect-uri https://app.bank.test/cb2 --post-logout-redirect-uri https://app.bank.test/bye',
    );
    const client = await harness.json(
      'add',
      ...customerApp,
      ...addresses,
      '--jwks',
      setFile,
      '--binding',
      'certificate',
    );
    expect(client).toEqual({
      bankId: '01',
      clientId: 'app-1',
      kind: 'customer-app',
      name: 'App',
      state: 'active',
      scopes: ['openid', 'client'],
      redirectUris: ['https://app.bank.test/cb', 'https://app.bank.test/cb2'],
      postLogoutRedirectUris: ['https://app.bank.test/bye'],
      authentication: 'private_key_jwt',
      keys: [{ kid: 'key-1', alg: 'ES256', thumbprint: await thumbprintIn(keyFile), validUntil: null }],
      binding: 'certificate',
      introspects: 'own-tokens',
      idempotency: 'seed-compatible',
      exchangesTokensOf: [],
      version: 1,
      createdAt: expect.stringMatching(/^20.*Z$/),
      modifiedAt: expect.stringMatching(/^20.*Z$/),
    });
    expect(await harness.json('show', '--bank', '01', '--id', 'app-1')).toEqual(client);
  });

  test.each([
    [
      keysAtUrl,
      { keysUrl: 'https://keys.bank.test/jwks', binding: 'proof' },
      'keys at https://keys.bank.test/jwks',
    ],
    [
      ['--tls-subject-dn', 'CN=app,C=NL'],
      { tlsSubjectDn: 'CN=app,C=NL', binding: 'certificate' },
      'certificate of CN=app,C=NL',
    ],
    [
      ['--tls-san-dns', 'app.bank.test'],
      { tlsSanDns: 'app.bank.test', binding: 'certificate' },
      'certificate of app.bank.test',
    ],
  ])('accepts %j', async (proof, shown, words) => {
    expect(await harness.json('add', ...application, ...proof, '--introspects', 'all-tokens')).toMatchObject({
      ...shown,
      introspects: 'all-tokens',
    });
    expect((await harness.command('show', ...named)).text).toContain(words);
  });

  test('generates a key that only its owner may read, and registers its public key', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    const key = await jwkIn(harness.fileNamed('key.json'));
    expect((await stat(harness.fileNamed('key.json'))).mode & 0o777).toBe(0o600);
    expect(key).toMatchObject({
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      kid: await thumbprintIn(harness.fileNamed('key.json')),
    });
    const { x, y } = createPublicKey(createPrivateKey({ key, format: 'jwk' })).export({ format: 'jwk' });
    const [row] = await harness.database.query<{ keys: unknown }>('select keys from oauth.client');
    expect(at(row?.keys, 0, 'jwk')).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x,
      y,
      alg: 'ES256',
      use: 'sig',
      kid: key['kid'],
    });
  });

  test('never discloses a private key: not to the database, the audit trail or the events', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    await harness.command('rotate', ...named, ...withKeyFile('next.json'));
    const kept = await harness.database.query(
      `select (select json_agg(c) from oauth.client c) as clients,
              (select json_agg(a) from platform.audit_entry a) as audits,
              (select json_agg(e) from platform.outbox_event e) as events`,
    );
    for (const file of ['key.json', 'next.json'])
      for (const secret of await secretsIn(harness.fileNamed(file)))
        expect(JSON.stringify(kept)).not.toContain(secret);
  });

  test('is audited as work of the command itself', async () => {
    await harness.command('add', ...application, ...keysAtUrl);
    const [entry] = await harness.database.query<{ bank_id: string; operation: string; record: string }>(
      'select bank_id, operation, record from platform.audit_entry',
    );
    expect(entry).toMatchObject({ bank_id: '01', operation: 'clients' });
    expect(JSON.parse(entry?.record ?? '')).toMatchObject({
      actor: { kind: 'system', id: 'clients' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('refuses a registered id, and removes the generated key', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    const again = await harness.command('add', ...application, ...withKeyFile('again.json'));
    expect(again).toEqual({ code: 1, text: expect.stringContaining('client-exists. ') });
    expect(await readdir(harness.fileNamed('.'))).toEqual(['key.json']);
  });

  test('does not overwrite an existing file, not even a link', async () => {
    await writeFile(harness.fileNamed('key.json'), 'precious');
    await symlink(harness.fileNamed('key.json'), harness.fileNamed('link.json'));
    for (const name of ['key.json', 'link.json']) {
      const { code, text } = await harness.command('add', ...application, ...withKeyFile(name));
      expect([code, text]).toEqual([1, expect.stringContaining('is not overwritten')]);
    }
    expect(await readFile(harness.fileNamed('key.json'), 'utf8')).toBe('precious');
    expect(await harness.database.query('select from oauth.client')).toHaveLength(0);
  });

  test('does not remove the key if the outcome of the registration is unknown', async () => {
    await harness.database.query('revoke insert on oauth.client from portico_app');
    expect(await harness.command('add', ...application, ...withKeyFile('key.json'))).toEqual({
      code: 1,
      text: expect.stringMatching(/^failed: .*permission denied/),
    });
    await harness.database.query('grant insert on oauth.client to portico_app');
    expect(await readdir(harness.fileNamed('.'))).toEqual(['key.json']);
  });

  test.each<[string, string | undefined, string]>([
    ['is not there', undefined, 'cannot be read (ENOENT)'],
    ['is no JSON', '{"keys": [{"d":"private"', 'is not JSON'],
    ['is far too large', ' '.repeat(65_537), 'is larger'],
  ])('refuses a key set that %s, and does not quote it', async (_what, content, why) => {
    if (content !== undefined) await writeFile(harness.fileNamed('set.json'), content);
    const { code, text } = await harness.command(
      'add',
      ...application,
      '--jwks',
      harness.fileNamed('set.json'),
    );
    expect([code, text]).toEqual([
      1,
      `${JSON.stringify(harness.fileNamed('set.json'))} ${why === 'is larger' ? 'is larger than 65536 bytes' : why}`,
    ]);
  });

  test('refuses a private key in the file without showing it', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    const key = await jwkIn(harness.fileNamed('key.json'));
    await writeFile(harness.fileNamed('set.json'), JSON.stringify({ keys: [key] }));
    for (const more of [[], ['--json']]) {
      const { code, text } = await harness.command(
        'add',
        ...application,
        '--jwks',
        harness.fileNamed('set.json'),
        ...more,
      );
      expect([code, text]).toEqual([1, expect.stringContaining('contains private key material')]);
      expect(text).not.toContain(String(key['d']));
    }
  });

  test('refuses a path where no file can be created', async () => {
    const { code, text } = await harness.command('add', ...application, ...withKeyFile('nowhere/key.json'));
    expect([code, text]).toEqual([1, expect.stringContaining('cannot be created (ENOENT)')]);
  });

  test('names each error with its option, also in JSON', async () => {
    const wrong = [
      ...typed('--bank 01 --id app-1 --kind console --name App --scopes openid,nonsense'),
      ...typed('--redirect-uri https://app.bank.test/cb --redirect-uri http://app.bank.test/cb'),
      ...typed('--tls-san-dns *.bank.test --binding proof --introspects all-tokens'),
    ];
    const { code, text } = await harness.command('add', ...wrong);
    expect([code, text.split('\n')]).toEqual([
      1,
      [
        'refused: client-invalid. The client registration is invalid.',
        '  --scopes, number 2, is not a known scope',
        '  --redirect-uri, number 2, does not start with https://',
        '  --tls-san-dns must be a fully qualified host name in lower case, without wildcard',
        '  --binding must be certificate for a client that authenticates with a certificate',
        '  --introspects can be all-tokens for applications only',
      ],
    ]);
    const scripted: unknown = JSON.parse((await harness.command('add', ...wrong, '--json')).text);
    expect(at(scripted, 'problem')).toBe('client-invalid');
    expect(listAt(scripted, 'errors').map((error) => listAt(error, 'path'))).toEqual([
      ['scopes', 1],
      ['redirectUris', 1],
      ['tlsSanDns'],
      ['binding'],
      ['introspects'],
    ]);
  });
});

import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  application,
  type ClientHarness,
  createClientHarness,
  keysAtUrl,
  named,
  secretsIn,
  thumbprintIn,
} from './client-harness.suite.ts';

let harness: ClientHarness;
beforeAll(async () => {
  harness = await createClientHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.clear());

const withKeyFile = (name: string): readonly string[] => ['--generate-key', harness.fileNamed(name)];

describe('the commands', () => {
  test('register, show, rotate, disable, enable and list', async () => {
    const added = await harness.command('add', ...application, ...withKeyFile('key.json'));
    const first = await thumbprintIn(harness.fileNamed('key.json'));
    expect(added.code).toBe(0);
    expect(added.text.split('\n')).toEqual([
      'client backend-1 of bank 01 is registered',
      '  state             active',
      '  kind              application',
      '  name              Back end',
      '  scopes            party.read',
      '                    monitoring',
      `  authenticates by  ES256 key ${first}`,
      '  tokens bound to   proof',
      '  introspects       own-tokens',
      '  idempotency keys  seed-compatible',
      expect.stringMatching(/^ {2}registered {8}20\d\d-/),
      expect.stringMatching(/^ {2}changed {11}20.*, version 1$/),
      `the private key is in ${harness.fileNamed('key.json')} and nowhere else; keep it secret`,
      'next: send the client its id, and let it request a token; to show it again: clients show --bank 01 --id backend-1',
    ]);
    expect(await harness.command('show', ...named)).toEqual({
      code: 0,
      text: expect.stringContaining(`ES256 key ${first}\n`),
    });
    const rotated = await harness.command('rotate', ...named, ...withKeyFile('next.json'));
    const second = await thumbprintIn(harness.fileNamed('next.json'));
    expect(rotated.code).toBe(0);
    expect(rotated.text).toMatch(new RegExp(`key ${first}  until 20.*Z\n +ES256 key ${second}\n`));
    expect(rotated.text).toContain('within 24 hours');
    const off = await harness.command('disable', ...named);
    expect([off.code, off.text]).toEqual([
      0,
      expect.stringContaining('clients enable --bank 01 --id backend-1'),
    ]);
    const listed = await harness.command('list', '--bank', '01');
    expect(listed.text.split('\n')).toEqual([
      'ID         KIND         STATE     NAME',
      'backend-1  application  disabled  Back end',
      '1 client; next: clients show --bank 01 --id ID',
    ]);
    const on = await harness.command('enable', ...named);
    expect([on.code, on.text]).toEqual([0, expect.stringContaining('stay void')]);
    const everything = [added, rotated, off, listed, on].map(({ text }) => text).join('');
    for (const file of ['key.json', 'next.json'])
      for (const secret of await secretsIn(harness.fileNamed(file))) expect(everything).not.toContain(secret);
  });

  test('return 1 and all errors for a refusal, and 2 for wrong usage', async () => {
    const refused = await harness.command(
      'add',
      '--bank',
      '01',
      '--id',
      '!',
      '--kind',
      'application',
      '--name',
      'a\nb',
      ...keysAtUrl,
    );
    expect(refused.code).toBe(1);
    expect(refused.text.split('\n')).toEqual([
      'refused: client-invalid. The client registration is invalid.',
      expect.stringMatching(/^ {2}--id must be 3 to 64 /),
      expect.stringMatching(/^ {2}--name must be 1 to 100 /),
      '  --scopes must have at least one item',
    ]);
    const misused = await harness.command('show', '--bank', '01');
    expect([misused.code, misused.text]).toEqual([2, '--id is missing\nhelp: portico clients show --help']);
    const nothing = await harness.command();
    expect([nothing.code, nothing.text]).toEqual([
      2,
      expect.stringMatching(/^Usage: portico clients .*\na command is missing\n/s),
    ]);
  });

  test('print the same and end with the same code in a process of their own', {
    timeout: 180_000,
  }, async () => {
    await harness.command('add', ...application, ...keysAtUrl);
    for (const words of [
      ['show', ...named],
      ['show', '--bank', '01'],
    ])
      expect(await harness.process(...words)).toEqual(await harness.command(...words));
  });
});

describe('clients rotate', () => {
  test('without overlap ends the old key at once', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    const { code, text } = await harness.command(
      'rotate',
      ...named,
      ...withKeyFile('next.json'),
      '--overlap-hours',
      '0',
    );
    expect([code, text]).toEqual([0, expect.stringContaining('refused from now on')]);
    const client = await harness.json('show', ...named);
    expect(listAt(client, 'keys').map((key) => at(key, 'thumbprint'))).toEqual([
      await thumbprintIn(harness.fileNamed('next.json')),
    ]);
  });

  test('is refused for an unknown client, and leaves no key file', async () => {
    expect(await harness.command('rotate', ...named, ...withKeyFile('key.json'))).toEqual({
      code: 1,
      text: 'refused: client-unknown. Client not found.',
    });
    expect(await readdir(harness.fileNamed('.'))).toEqual([]);
  });

  test('is refused with too long an overlap', async () => {
    await harness.command('add', ...application, ...withKeyFile('key.json'));
    const { code, text } = await harness.command(
      'rotate',
      ...named,
      ...withKeyFile('next.json'),
      '--overlap-hours',
      '721',
    );
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('--overlap-hours must be a whole number from 0 to 720'),
    ]);
  });
});

describe('clients update', () => {
  test('sets a client to strict, and shows it', async () => {
    await harness.command('add', ...application, ...keysAtUrl);
    const updated = await harness.command('update', ...named, '--idempotency', 'strict');
    expect([updated.code, updated.text]).toEqual([
      0,
      expect.stringContaining('client backend-1 of bank 01 is changed'),
    ]);
    expect(updated.text).toMatch(/^ {2}idempotency keys +strict$/m);
    expect(await harness.json('show', ...named)).toMatchObject({ idempotency: 'strict', version: 2 });
    const again = await harness.command('update', ...named, '--idempotency', 'strict');
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('client-state. ')]);
  });

  test('names the apps whose tokens a service exchanges, and takes the right away', async () => {
    await harness.command('add', ...application, ...keysAtUrl);
    const given = await harness.command('update', ...named, '--exchanges-tokens-of', 'mobile-app, web-app');
    expect(given.code).toBe(0);
    expect(given.text).toMatch(/^ {2}exchanges +mobile-app\n +web-app$/m);
    const wrong = await harness.command('update', ...named, '--exchanges-tokens-of', 'usr_1');
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('--exchanges-tokens-of')]);
    await harness.command('update', ...named, '--exchanges-tokens-of', '');
    expect(await harness.json('show', ...named)).toMatchObject({ exchangesTokensOf: [], version: 3 });
  });

  test.each([
    [['update', ...named], 'exactly one is required of --idempotency, --exchanges-tokens-of'],
    [
      ['update', ...named, '--idempotency', 'strict', '--exchanges-tokens-of', 'a-b'],
      'exactly one is required of --idempotency, --exchanges-tokens-of',
    ],
    [['update', ...named, '--idempotency', 'x'], '--idempotency must be one of: seed-compatible, strict'],
    [['update', ...named, '--idempotency', 'strict', '--name', 'x'], "unknown option '--name'"],
  ])('reports what is wrong with %j', async (args, error) => {
    const { code, text } = await harness.command(...args);
    expect([code, text]).toEqual([2, expect.stringContaining(error)]);
  });
});

describe('clients disable and enable', () => {
  test('refuse the current state', async () => {
    await harness.command('add', ...application, ...keysAtUrl);
    expect(await harness.command('enable', ...named)).toMatchObject({
      code: 1,
      text: expect.stringContaining('client-state. '),
    });
    expect(await harness.command('disable', ...named)).toMatchObject({ code: 0 });
    expect(await harness.command('disable', ...named)).toMatchObject({
      code: 1,
      text: expect.stringContaining('client-state. '),
    });
    expect(await harness.database.query('select value from oauth.revocation')).toEqual([
      { value: 'backend-1' },
    ]);
  });
});

describe('clients list', () => {
  test('of a bank without clients prints how to add one', async () => {
    expect((await harness.command('list', '--bank', 'nl')).text).toBe(
      'bank nl has no clients; next: clients add --bank nl …',
    );
    expect(await harness.json('list', '--bank', 'nl')).toEqual({ clients: [], after: null });
  });

  test('is limited to one bank, goes page by page, and prints the next command', async () => {
    await harness.command('add', '--bank', '02', ...application.slice(2), ...keysAtUrl);
    await harness.database.query(
      `insert into oauth.client select '01', 'client-' || lpad(n::text, 3, '0'), kind, name, state, scopes, redirect_uris,
         post_logout_redirect_uris, authentication, keys, keys_url, tls_subject_dn, tls_san_dns, binding, introspects,
         row_version, created_at, modified_at from oauth.client, generate_series(1, 101) n`,
    );
    const first = await harness.command('list', '--bank', '01');
    expect(first.text.split('\n').at(-1)).toBe(
      '100 clients, and there are more; next: clients list --bank 01 --after client-100',
    );
    expect((await harness.command('list', '--bank', '01', '--after', 'client-100')).text.split('\n')).toEqual(
      [
        'ID          KIND         STATE   NAME',
        'client-101  application  active  Back end',
        '1 client; next: clients show --bank 01 --id ID',
      ],
    );
    expect((await harness.command('list', '--bank', '01', '--after', 'client-101')).text).toContain(
      'no clients after that',
    );
    expect(listAt(await harness.json('list', '--bank', '02'), 'clients')).toHaveLength(1);
  });
});

describe('wrong usage', () => {
  test.each<[readonly string[], string]>([
    [['remove', ...named], "unknown command 'remove'"],
    [['show', ...named, '--force'], "unknown option '--force'"],
    [['show', ...named, 'more'], 'too many arguments'],
    [['show', '--bank', '01', '--id'], 'argument missing'],
    [['show', '--bank', '99', '--id', 'backend-1'], '--bank must be one of: 01, 02, nl'],
    [['list'], '--bank is missing'],
    [['list', ...named], "unknown option '--id'"],
    [['list', '--bank', '01', '--json=yes'], "unknown option '--json=yes'"],
    [['disable', ...named, ...keysAtUrl], "unknown option '--jwks-url'"],
    [
      ['add', ...application],
      'exactly one is required of --jwks, --generate-key, --jwks-url, --tls-subject-dn, --tls-san-dns',
    ],
    [['add', ...application, ...keysAtUrl, '--tls-san-dns', 'a.test'], 'exactly one is required'],
    [['add', ...named, ...keysAtUrl], '--kind is missing\n--name is missing'],
    [
      ['add', ...application, ...keysAtUrl, '--kind', 'robot'],
      '--kind must be one of: application, customer-app, console',
    ],
    [
      ['add', ...application, ...keysAtUrl, '--binding', 'none'],
      '--binding must be one of: proof, certificate',
    ],
    [
      ['add', ...application, ...keysAtUrl, '--introspects', 'x'],
      '--introspects must be one of: own-tokens, all-tokens',
    ],
    [['rotate', ...named], 'exactly one is required of --jwks, --generate-key'],
    [['rotate', ...named, ...keysAtUrl], "unknown option '--jwks-url'"],
    [['rotate', ...named, '--jwks', 'x', '--overlap-hours', '-1'], 'overlap-hours'],
    [['rotate', ...named, '--jwks', 'x', '--overlap-hours', '1.5'], '--overlap-hours must be a whole number'],
  ])('%j', async (args, why) => {
    const { code, text } = await harness.command(...args);
    expect(code).toBe(2);
    expect(text).toContain(why);
    expect(text).toContain('help: portico clients');
  });
});

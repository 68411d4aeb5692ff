import { hash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerOf, figure2, figure6, figure7 } from '#adapters/pskc/pskc-figures.suite.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

let database: TestDatabase;
let folder: string;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portico-tokens-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function run(
  action: string,
  rest: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_MASTER_KEYS: masterKey };
  const { code, text } = await runWith(settings, ['tokens', action, ...rest]);
  return { code, text };
}

async function fileWith(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const seed = randomBytes(20).toString('base64');

interface KeyWords {
  readonly serial?: string;
  readonly algorithm?: string;
  readonly parameters?: string;
  readonly data?: string;
  readonly policy?: string;
  readonly secret?: string;
}

let keys = 0;
const keyOf = (words: KeyWords = {}): string => {
  keys += 1;
  const { algorithm = 'totp', data = '', parameters = '', policy = '' } = words;
  const secret = words.secret ?? randomBytes(20).toString('base64');
  return `<KeyPackage><DeviceInfo><Manufacturer>M</Manufacturer><SerialNo>${words.serial ?? `S${keys}`}</SerialNo></DeviceInfo>
<Key Id="k${keys}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:${algorithm}"><AlgorithmParameters>${parameters}</AlgorithmParameters>
<Data><Secret><PlainValue>${secret}</PlainValue></Secret>${data}</Data>${policy}</Key></KeyPackage>`;
};
const value = (name: string, text: string): string => `<${name}><PlainValue>${text}</PlainValue></${name}>`;
const digits = (count: number): string => `<ResponseFormat Length="${count}" Encoding="DECIMAL"/>`;
const suite = (text: string): string => `<Suite>${text}</Suite>`;

async function imported(content: string, more: readonly string[] = []) {
  const sha256 = hash('sha256', content, 'hex');
  return run('import', [await fileWith('tokens.xml', content), '--bank', '01', '--sha256', sha256, ...more]);
}

const rowOf = async (serial: string) =>
  (
    await database.query(
      `select kind, suite, digits, step_seconds, counter::text, drift, status, user_id
         from "authorization".oath_token where bank_id = '01' and serial = $1`,
      [serial],
    )
  )[0];

describe('tokens import', () => {
  it('imports what a file says, with defaults for the rest', async () => {
    const content = containerOf(
      keyOf({ serial: 'T1' }),
      keyOf({
        serial: 'T2',
        parameters: digits(8) + suite('HMAC-SHA256'),
        data: value('Time', '100') + value('TimeInterval', '60') + value('TimeDrift', '-2'),
      }),
      keyOf({ serial: 'H1', algorithm: 'hotp', data: value('Counter', '7') }),
      keyOf({ serial: 'O1', algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA512-8:QN08-T1M') }),
    );
    expect(await imported(content)).toEqual({ code: 0, text: '4 tokens imported, 0 already known' });
    const stock = { status: 'stock', user_id: null, drift: 0 };
    expect(await rowOf('T1')).toEqual({
      ...stock,
      kind: 'totp',
      suite: 'sha1',
      digits: 6,
      step_seconds: 30,
      counter: null,
    });
    expect(await rowOf('T2')).toEqual({
      ...stock,
      kind: 'totp',
      suite: 'sha256',
      digits: 8,
      step_seconds: 60,
      counter: '100',
      drift: -2,
    });
    expect(await rowOf('H1')).toMatchObject({ kind: 'hotp', suite: 'sha1', digits: 6, counter: '7' });
    expect(await rowOf('O1')).toMatchObject({
      kind: 'ocra',
      suite: 'OCRA-1:HOTP-SHA512-8:QN08-T1M',
      digits: 8,
      step_seconds: 60,
      counter: null,
    });
    expect(await imported(content)).toEqual({ code: 0, text: '0 tokens imported, 4 already known' });
  });

  it('decrypts a file with a separate key or passphrase', async () => {
    const keyFile = await fileWith('key', '12345678901234567890123456789012\n');
    const passphraseFile = await fileWith('passphrase', 'qwerty\n');
    expect(await imported(figure6, ['--key-file', keyFile])).toMatchObject({ code: 0 });
    expect((await imported(figure7, ['--passphrase-file', passphraseFile])).code).toBe(0);
    expect((await imported(figure6, ['--passphrase-file', passphraseFile])).code).toBe(1);
    expect(await imported(figure6, ['--key-file', passphraseFile])).toMatchObject({ code: 2 });
  });

  it('prints the progress of a large file', async () => {
    const many = containerOf(...Array.from({ length: 501 }, () => keyOf()));
    expect(await imported(many)).toEqual({
      code: 0,
      text: '500 of 501\n501 of 501\n501 tokens imported, 0 already known',
    });
  });

  it('prints what it does not import or enforce', async () => {
    const pin = keyOf({ serial: 'P0', algorithm: 'pin' });
    const ends = '<Policy><ExpiryDate>2099-01-01T00:00:00Z</ExpiryDate></Policy>';
    const { code, text } = await imported(containerOf(keyOf({ policy: ends }), pin));
    expect(code).toBe(0);
    expect(text).toContain('1 PINs are checked by the tokens themselves');
    expect(text).toContain('1 keys have an expiry date');
  });

  it.each([
    ['the seed is shorter than 16 bytes', { secret: randomBytes(15).toString('base64') }],
    ['it shows 5 digits; codes have 6 to 8', { parameters: digits(5) }],
    ['it shows 9 digits; codes have 6 to 8', { algorithm: 'hotp', parameters: digits(9) }],
    [
      'its suite is not a suite of RFC 6287',
      { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-8:QX08-T1M') },
    ],
    ['it responds with 6 digits', { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-6:QN08-T1M') }],
    [
      'it does not accept challenges of 8 digits',
      { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-8:QN06-T1M') },
    ],
    ['its suite is not time-based', { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-8:QN08') }],
    ['its suite needs a counter', { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-8:C-QN08-T1M') }],
    [
      'its suite needs a counter',
      { algorithm: 'ocra', parameters: suite('OCRA-1:HOTP-SHA1-8:QN08-PSHA1-T1M') },
    ],
    ['its clock is more than 50 steps off', { data: value('TimeDrift', '-51') }],
    ['its last used time step is in the future', { data: value('Time', '1800000000') }],
    ['its steps are longer than', { data: value('TimeInterval', '4000') }],
    ['it has expired', { policy: '<Policy><ExpiryDate>2020-01-01T00:00:00Z</ExpiryDate></Policy>' }],
    ['it is not valid yet', { policy: '<Policy><StartDate>2099-01-01T00:00:00Z</StartDate></Policy>' }],
  ])('imports nothing of a file with an invalid key: %s', async (words, key) => {
    const { code, text } = await imported(containerOf(keyOf({ serial: 'GOOD', secret: seed }), keyOf(key)));
    expect(code).toBe(1);
    expect(text).toMatch(/^line 6: /);
    expect(text).toContain(words);
    expect(text).not.toContain(seed);
    expect(await rowOf('GOOD')).toBeUndefined();
  });

  it('imports nothing of an unreadable file or one with a duplicate serial number', async () => {
    expect(await imported(figure2.slice(0, -10))).toMatchObject({ code: 1 });
    expect((await imported('<!DOCTYPE a><a/>')).text).toBe('line 1: doctype\nNothing was imported.');
    const twice = containerOf(keyOf({ serial: 'D' }), keyOf({ serial: 'D' }));
    expect((await imported(twice)).text).toContain('line 6: serial number D is already in line 3');
    expect(await rowOf('D')).toBeUndefined();
  });
});

describe('a tampered file', () => {
  it('does not have the hash from the supplier', async () => {
    const [sent, changed] = [containerOf(keyOf({ serial: 'X1' })), containerOf(keyOf({ serial: 'X1' }))];
    const path = await fileWith('changed.xml', changed);
    const sha256 = hash('sha256', sent, 'hex');
    expect(await run('import', [path, '--bank', '01', '--sha256', sha256])).toEqual({
      code: 1,
      text: 'The file is not the one that the supplier sent: its SHA-256 differs. Nothing was imported.',
    });
    expect((await run('import', [path, '--bank', '01'])).code).toBe(2);
    expect(await rowOf('X1')).toBeUndefined();
  });

  it('uses one seed for two serial numbers, in one file or in two', async () => {
    const secret = randomBytes(20).toString('base64');
    const both = containerOf(keyOf({ serial: 'Y1', secret }), keyOf({ serial: 'Y2', secret }));
    expect((await imported(both)).text).toContain('line 6: another key of the file has the same seed');
    expect((await imported(containerOf(keyOf({ serial: 'Y1', secret })))).code).toBe(0);
    expect(await imported(containerOf(keyOf({ serial: 'Y2', secret }), keyOf({ serial: 'Y3' })))).toEqual({
      code: 1,
      text: 'Y2: another known token has the same seed\nNothing was imported.',
    });
    expect(await rowOf('Y3')).toBeUndefined();
  });
});

describe('tokens assign and unblock', () => {
  it('assigns nothing to an unknown user', async () => {
    const { code, text } = await run('assign', ['T1', 'unknown-user', '--bank', '01', '--code', '123456']);
    expect(code).toBe(1);
    expect(text).toContain('refused: no-such-user.');
  });

  it('unblocks a user', async () => {
    await database.query(
      `insert into "authorization".factor_attempts (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap,
         row_version, created_at, modified_at)
       values ('01', 'user-1', '{}', 5, '{}', true, 20, 1, now(), now())`,
    );
    expect(await run('unblock', ['user-1', '--bank', '01'])).toEqual({
      code: 0,
      text: 'user-1: unblocked',
    });
    const [row] = await database.query<{ is_suspended: boolean }>(
      `select is_suspended from "authorization".factor_attempts where subject = 'user-1'`,
    );
    expect(row?.is_suspended).toBe(false);
  });
});

it.each([
  ['import', [], 'FILE is missing\n--bank is missing\n--sha256 is missing'],
  ['import', ['file.xml'], '--bank is missing'],
  ['import', ['--bank', '01'], 'FILE is missing'],
  ['import', ['file.xml', '--bank', 'zz', '--sha256', '0'], '--bank must be one of: 01, 02, nl'],
  [
    'import',
    ['file.xml', '--bank', '01', '--key-file', 'a', '--passphrase-file', 'b'],
    'at most one is allowed of --key-file, --passphrase-file',
  ],
  ['import', ['file.xml', '--bank', '01', '--key', '00'], "unknown option '--key'"],
  ['assign', ['S1', '--bank', '01'], 'USER is missing\n--code is missing'],
  ['assign', ['S1', 'anna', '--bank', '01'], '--code is missing'],
  ['unblock', ['--bank', '01'], 'USER is missing'],
  ['delete', ['--bank', '01'], "unknown command 'delete'"],
])('tokens %s %j says what is wrong', async (action, rest, wrong) => {
  const { code, text } = await run(action, rest);
  expect(code).toBe(2);
  expect(text).toContain(wrong);
  expect(text).toContain('help: portico tokens');
});

describe('seed keys', () => {
  it('are wrapped again only if there is a newer wrapping key', async () => {
    expect(await run('rewrap', ['--bank', '01'])).toEqual({ code: 0, text: '0 keys were wrapped again' });
    expect((await run('rewrap', ['more', '--bank', '01'])).code).toBe(2);
  });
});

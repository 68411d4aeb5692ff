import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pkcs11 from 'pkcs11js';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type KeyWrapping,
  Unwrappable,
  WrappingUnavailable,
} from '../../server/src/platform/crypto/key-wrapping.ts';
import { createKeyWrapping } from './pkcs11-wrapping.ts';
import { softToken } from './soft-token.suite.ts';

const purpose = { bankId: '01', keyClass: 'auth' };
const key = randomBytes(32);
const token = softToken();
token.makeKeys();
const moodFile = join(token.folder, 'mood');
const moodyLibrary = join(token.folder, 'moody.so');
const headers = join(import.meta.dirname, '../node_modules/pkcs11js/includes/pkcs11');
const defines = `-DSOFTHSM="${token.options.library}"`;
const source = join(import.meta.dirname, 'moody-library.c');
execFileSync('cc', ['-shared', '-fPIC', defines, '-I', headers, '-o', moodyLibrary, source]);
process.env['MOOD_FILE'] = moodFile;
const moodyOptions = { ...token.options, library: moodyLibrary, timeoutMs: 10_000 };

/** How the token feels from now on. */
function feel(mode: 'well' | 'away' | 'wrong' | 'dull' | 'slow' | 'forgetful'): void {
  rmSync(moodFile, { force: true });
  if (mode !== 'well') writeFileSync(moodFile, mode);
}

afterAll(() => token[Symbol.dispose]());

describe('a token in trouble', () => {
  let wrapping: KeyWrapping;
  let wrapped: Buffer;
  beforeEach(async () => {
    wrapping = createKeyWrapping(moodyOptions);
    wrapped = await wrapping.wrap(purpose, key);
  });
  afterEach(async () => {
    feel('well');
    await wrapping[Symbol.asyncDispose]();
  });

  it.each(['away', 'wrong'] as const)(
    'is unavailable while it is %s, and works again afterwards',
    async (mode) => {
      feel(mode);
      await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
      await expect(wrapping.wrap(purpose, key)).rejects.toThrow(WrappingUnavailable);
      await expect(wrapping.isOutdated(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
      feel('well');
      expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
      expect((await wrapping.wrap(purpose, key)).length).toBe(wrapped.length);
    },
  );

  it('that cannot decrypt at all is in trouble, whatever it says; nobody takes the wrapped key for damaged', async () => {
    feel('dull');
    await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
    feel('well');
    expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
  });

  it('that has lost our session gets a new one, and nobody notices', async () => {
    feel('forgetful');
    expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
    feel('forgetful');
    expect((await wrapping.unwrap(purpose, await wrapping.wrap(purpose, key))).equals(key)).toBe(true);
  });

  it('that is slow fails in time, lets nobody wait behind it, and works again when it has answered', async () => {
    await using hasty = createKeyWrapping({ ...moodyOptions, timeoutMs: 700 });
    const works = (): Promise<Buffer | undefined> => hasty.unwrap(purpose, wrapped).catch(() => undefined);
    await expect.poll(works, { timeout: 10_000 }).toEqual(key);
    feel('slow');
    const begin = performance.now();
    const late = hasty.unwrap(purpose, wrapped).catch((error: unknown) => String(error));
    await new Promise(setImmediate);
    expect(performance.now() - begin, 'the event loop went on').toBeLessThan(500);
    expect(await late).toContain('took too long');
    expect(performance.now() - begin, 'the token was not waited for').toBeLessThan(1_900);
    const next = performance.now();
    await expect(hasty.unwrap(purpose, wrapped)).rejects.toThrow('does not answer');
    expect(performance.now() - next).toBeLessThan(500);
    feel('well');
    await expect.poll(works, { timeout: 10_000 }).toEqual(key);
  });

  it('answers nobody after it was closed', async () => {
    await wrapping[Symbol.asyncDispose]();
    await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow('closed');
  });
});

describe('the keeper of a token', () => {
  it('cannot read a key-encryption key', () => {
    token.keep(({ card, handle }) => {
      card.C_FindObjectsInit(handle, [{ type: pkcs11.CKA_LABEL, value: 'portico-auth-01-v1' }]);
      const [kek] = card.C_FindObjects(handle, 1);
      card.C_FindObjectsFinal(handle);
      expect(kek).toBeDefined();
      const read = (): unknown =>
        card.C_GetAttributeValue(handle, kek ?? Buffer.alloc(8), [{ type: pkcs11.CKA_VALUE }]);
      expect(read).toThrow('CKR_ATTRIBUTE_SENSITIVE');
    });
  });

  it('makes a newer key while the driver runs, and the driver uses it at once', async () => {
    await using wrapping = createKeyWrapping(token.options);
    const older = await wrapping.wrap(purpose, key);
    expect(token.makeKeyApart(purpose)).toBe('portico-auth-01-v2');
    expect(await wrapping.isOutdated(purpose, older)).toBe(true);
    const newer = await wrapping.wrap(purpose, key);
    expect([older.readUInt32BE(1), newer.readUInt32BE(1)]).toEqual([1, 2]);
    expect((await wrapping.unwrap(purpose, older)).equals(key)).toBe(true);
    expect((await wrapping.unwrap(purpose, newer)).equals(key)).toBe(true);
  });

  it.each([
    ['can be extracted', { extractable: true, sensitive: true, bytes: 32 }, 'not extractable'],
    ['can be read', { extractable: false, sensitive: false, bytes: 32 }, 'sensitive'],
    ['is too short', { extractable: false, sensitive: true, bytes: 16 }, 'AES-256'],
  ])('cannot make us use a key that %s', async (what, { extractable, sensitive, bytes }, words) => {
    const bankId = String(40 + what.length);
    token.keep(({ card, handle }) => {
      card.C_GenerateKey(handle, { mechanism: pkcs11.CKM_AES_KEY_GEN }, [
        { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_SECRET_KEY },
        { type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_AES },
        { type: pkcs11.CKA_VALUE_LEN, value: bytes },
        { type: pkcs11.CKA_LABEL, value: `portico-auth-${bankId}-v1` },
        { type: pkcs11.CKA_TOKEN, value: true },
        { type: pkcs11.CKA_SENSITIVE, value: sensitive },
        { type: pkcs11.CKA_EXTRACTABLE, value: extractable },
        { type: pkcs11.CKA_ENCRYPT, value: true },
        { type: pkcs11.CKA_DECRYPT, value: true },
      ]);
    });
    await using wrapping = createKeyWrapping(token.options);
    const refused = wrapping.wrap({ bankId, keyClass: 'auth' }, key);
    await expect(refused).rejects.toThrow(WrappingUnavailable);
    await expect(refused).rejects.toThrow(words);
  });

  it('is asked to make a key when a bank has none', async () => {
    await using wrapping = createKeyWrapping(token.options);
    const refused = wrapping.wrap({ bankId: '77', keyClass: 'auth' }, key);
    await expect(refused).rejects.toThrow('no key is called portico-auth-77-v1');
  });
});

describe('a purpose', () => {
  it('is told from another one even where both have the same key', async () => {
    const [one, other] = [
      { bankId: 'b-c', keyClass: 'a' },
      { bankId: 'c', keyClass: 'a-b' },
    ];
    expect(token.makeKeyApart(one)).toBe('portico-a-b-c-v1');
    await using wrapping = createKeyWrapping(token.options);
    const wrapped = await wrapping.wrap(one, key);
    expect((await wrapping.unwrap(one, wrapped)).equals(key)).toBe(true);
    await expect(wrapping.unwrap(other, wrapped)).rejects.toThrow(Unwrappable);
  });
});

describe('the PIN', () => {
  it('is tried once when it is wrong, and again when its file has changed', async () => {
    const right = readFileSync(token.options.pinFile, 'utf8');
    const pinFile = join(token.folder, 'other-pin');
    writeFileSync(pinFile, '999999');
    await using wrapping = createKeyWrapping({ ...token.options, pinFile });
    await expect(wrapping.wrap(purpose, key)).rejects.toThrow('CKR_PIN_INCORRECT');
    await expect(wrapping.wrap(purpose, key)).rejects.toThrow('the PIN was refused');
    writeFileSync(pinFile, right);
    expect(await wrapping.wrap(purpose, key)).toBeDefined();
  });

  it.each([
    ['no library', { library: '/nowhere/library.so' }, 'nowhere'],
    ['no token of that name', { tokenLabel: 'another' }, 'no token is called another'],
    ['no file with the PIN', { pinFile: '/nowhere/pin' }, 'ENOENT'],
  ])('does not help where there is %s', async (_what, changed, words) => {
    await using wrapping = createKeyWrapping({ ...token.options, ...changed });
    const refused = wrapping.wrap(purpose, key);
    await expect(refused).rejects.toThrow(WrappingUnavailable);
    await expect(refused).rejects.toThrow(words);
  });
});

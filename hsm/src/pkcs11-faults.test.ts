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
const faultFile = join(token.folder, 'fault');
const faultyLibrary = join(token.folder, 'faulty.so');
const headers = join(import.meta.dirname, '../node_modules/pkcs11js/includes/pkcs11');
const defines = `-DSOFTHSM="${token.options.library}"`;
const source = join(import.meta.dirname, 'faulty-pkcs11.c');
execFileSync('cc', ['-shared', '-fPIC', defines, '-I', headers, '-o', faultyLibrary, source]);
process.env['FAULT_FILE'] = faultFile;
const faultyOptions = { ...token.options, library: faultyLibrary, timeoutMs: 10_000 };

/** Sets the fault of all later calls. */
function inject(
  fault: 'none' | 'removed' | 'general-error' | 'decrypt-error' | 'slow' | 'lost-session',
): void {
  rmSync(faultFile, { force: true });
  if (fault !== 'none') writeFileSync(faultFile, fault);
}

afterAll(() => token[Symbol.dispose]());

describe('a failing token', () => {
  let wrapping: KeyWrapping;
  let wrapped: Buffer;
  beforeEach(async () => {
    wrapping = createKeyWrapping(faultyOptions);
    wrapped = await wrapping.wrap(purpose, key);
  });
  afterEach(async () => {
    inject('none');
    await wrapping[Symbol.asyncDispose]();
  });

  it.each(['removed', 'general-error'] as const)(
    'is unavailable with the fault %s, and works again afterwards',
    async (fault) => {
      inject(fault);
      await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
      await expect(wrapping.wrap(purpose, key)).rejects.toThrow(WrappingUnavailable);
      await expect(wrapping.isOutdated(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
      inject('none');
      expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
      expect((await wrapping.wrap(purpose, key)).length).toBe(wrapped.length);
    },
  );

  it('that cannot decrypt at all is unavailable, with any error name; the wrapped key is not reported as damaged', async () => {
    inject('decrypt-error');
    await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow(WrappingUnavailable);
    inject('none');
    expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
  });

  it('that lost the session gets a new one, and the call succeeds', async () => {
    inject('lost-session');
    expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
    inject('lost-session');
    expect((await wrapping.unwrap(purpose, await wrapping.wrap(purpose, key))).equals(key)).toBe(true);
  });

  it('that is slow fails in time, makes no other call wait, and works again after it has responded', async () => {
    await using hasty = createKeyWrapping({ ...faultyOptions, timeoutMs: 700 });
    const works = (): Promise<Buffer | undefined> => hasty.unwrap(purpose, wrapped).catch(() => undefined);
    await expect.poll(works, { timeout: 10_000 }).toEqual(key);
    inject('slow');
    const begin = performance.now();
    const late = hasty.unwrap(purpose, wrapped).catch((error: unknown) => String(error));
    await new Promise(setImmediate);
    expect(performance.now() - begin, 'the event loop is not blocked').toBeLessThan(500);
    expect(await late).toContain('took too long');
    expect(performance.now() - begin, 'the call does not wait for the token').toBeLessThan(1_900);
    const next = performance.now();
    await expect(hasty.unwrap(purpose, wrapped)).rejects.toThrow('does not respond');
    expect(performance.now() - next).toBeLessThan(500);
    inject('none');
    await expect.poll(works, { timeout: 10_000 }).toEqual(key);
  });

  it('refuses all calls after it was closed', async () => {
    await wrapping[Symbol.asyncDispose]();
    await expect(wrapping.unwrap(purpose, wrapped)).rejects.toThrow('closed');
  });
});

describe('the administrator of a token', () => {
  it('cannot read a key-encryption key', () => {
    token.run(({ card, handle }) => {
      card.C_FindObjectsInit(handle, [{ type: pkcs11.CKA_LABEL, value: 'portico-auth-01-v1' }]);
      const [kek] = card.C_FindObjects(handle, 1);
      card.C_FindObjectsFinal(handle);
      expect(kek).toBeDefined();
      const read = (): unknown =>
        card.C_GetAttributeValue(handle, kek ?? Buffer.alloc(8), [{ type: pkcs11.CKA_VALUE }]);
      expect(read).toThrow('CKR_ATTRIBUTE_SENSITIVE');
    });
  });

  it('creates a newer key while the driver runs, and the driver uses it immediately', async () => {
    await using wrapping = createKeyWrapping(token.options);
    const older = await wrapping.wrap(purpose, key);
    expect(token.makeKeyInProcess(purpose)).toBe('portico-auth-01-v2');
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
  ])('cannot make the driver use a key that %s', async (what, { extractable, sensitive, bytes }, message) => {
    const bankId = String(40 + what.length);
    token.run(({ card, handle }) => {
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
    await expect(refused).rejects.toThrow(message);
  });

  it('must create a key when a bank has none', async () => {
    await using wrapping = createKeyWrapping(token.options);
    const refused = wrapping.wrap({ bankId: '77', keyClass: 'auth' }, key);
    await expect(refused).rejects.toThrow('no key has the label portico-auth-77-v1');
  });
});

describe('a purpose', () => {
  it('differs from another one even where both have the same key', async () => {
    const [one, other] = [
      { bankId: 'b-c', keyClass: 'a' },
      { bankId: 'c', keyClass: 'a-b' },
    ];
    expect(token.makeKeyInProcess(one)).toBe('portico-a-b-c-v1');
    await using wrapping = createKeyWrapping(token.options);
    const wrapped = await wrapping.wrap(one, key);
    expect((await wrapping.unwrap(one, wrapped)).equals(key)).toBe(true);
    await expect(wrapping.unwrap(other, wrapped)).rejects.toThrow(Unwrappable);
  });
});

describe('the PIN', () => {
  it('is tried once when it is wrong, and again after its file has changed', async () => {
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
    ['no token with that label', { tokenLabel: 'another' }, 'no token has the label another'],
    ['no file with the PIN', { pinFile: '/nowhere/pin' }, 'ENOENT'],
  ])('does not help where there is %s', async (_what, changed, message) => {
    await using wrapping = createKeyWrapping({ ...token.options, ...changed });
    const refused = wrapping.wrap(purpose, key);
    await expect(refused).rejects.toThrow(WrappingUnavailable);
    await expect(refused).rejects.toThrow(message);
  });
});

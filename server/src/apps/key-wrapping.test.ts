import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { WrappingUnavailable } from '#platform/crypto/key-wrapping.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { keyWrappingFrom } from './key-wrapping.ts';

const purpose = { bankId: '01', keyClass: 'auth' };
const masterKeys = new Secret([randomBytes(32)]);
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const driver = at('../../../hsm/src/pkcs11-wrapping.ts');

describe('key wrapping by configuration', () => {
  it('uses the master keys if no driver is configured', async () => {
    const key = randomBytes(32);
    const wrapped = await (await keyWrappingFrom({ masterKeys }))?.wrap(purpose, key);
    const back = await (await keyWrappingFrom({ masterKeys }))?.unwrap(purpose, wrapped ?? Buffer.alloc(0));
    expect(back?.equals(key)).toBe(true);
  });

  it('is undefined without driver and master key', async () => {
    expect(await keyWrappingFrom({})).toBeUndefined();
  });

  it('uses the configured driver, even if it cannot reach its module', async () => {
    const options = { library: '/nowhere/library.so', tokenLabel: 'none', pinFile: '/nowhere/pin' };
    await using wrapping = await keyWrappingFrom({ masterKeys, keyWrapping: { module: driver, options } });
    await expect(wrapping?.wrap(purpose, randomBytes(32))).rejects.toThrow(WrappingUnavailable);
  });

  it.each([
    ['is no absolute path', 'hsm/src/pkcs11-wrapping.ts', {}, 'absolute path'],
    ['is not there', '/nowhere/driver.ts', {}, 'nowhere'],
    ['is no driver', at('./release.ts'), {}, 'does not export createKeyWrapping'],
    ['refuses its options', driver, { library: 'a', pin: '1234' }, 'unknown HSM option: pin'],
  ])('aborts the start if the module %s', async (_what, module, options, words) => {
    await expect(keyWrappingFrom({ masterKeys, keyWrapping: { module, options } })).rejects.toThrow(words);
  });
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Unsealable } from './envelope.ts';
import { keyWrappingSuite, type WrappingHarness } from './key-wrapping.suite.ts';
import { createLocalKeys } from './local-keys.ts';
import { createLocalWrapping } from './local-wrapping.ts';
import { createVault } from './vault.ts';

async function buildHarness(): Promise<WrappingHarness> {
  let masterKeys = [randomBytes(32)];
  return {
    open: async () => createLocalWrapping(masterKeys),
    async rotate() {
      masterKeys = [randomBytes(32), ...masterKeys];
    },
    async deleteOldKeys() {
      masterKeys = masterKeys.slice(0, 1);
    },
    async [Symbol.asyncDispose]() {},
  };
}

describe('wrapping under master keys', () => {
  keyWrappingSuite(buildHarness);

  it('needs a master key', () => {
    expect(() => createLocalWrapping([])).toThrow('no master key');
  });

  it('uses keys that encrypt nothing else', async () => {
    const masterKey = randomBytes(32);
    await using wrapping = createLocalWrapping([masterKey]);
    const wrapped = await wrapping.wrap({ bankId: '01', keyClass: 'auth' }, randomBytes(32));
    const context = { bankId: '01', table: 'data_key', column: 'wrapped', rowId: 'auth' };
    expect(() => createVault(createLocalKeys([masterKey]), 'auth').unseal(context, wrapped)).toThrow(
      Unsealable,
    );
  });
});

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import {
  keyWrappingSuite,
  type WrappingHarness,
} from '../../server/src/platform/crypto/key-wrapping.suite.ts';
import { createKeyWrapping } from './pkcs11-wrapping.ts';
import { softToken } from './soft-token.suite.ts';

const purpose = { bankId: '01', keyClass: 'auth' };

describe('wrapping in a token', () => {
  // Shared by all tests: creating a token takes longer than a test.
  const token = softToken();
  token.makeKeys();
  afterAll(() => token[Symbol.dispose]());

  async function buildHarness(): Promise<WrappingHarness> {
    return {
      open: async () => createKeyWrapping(token.options),
      rotate: async () => token.makeKeys(),
      deleteOldKeys: async () => token.destroyOldKeys(),
      async [Symbol.asyncDispose]() {},
    };
  }

  keyWrappingSuite(buildHarness);

  it('continues in the next process after the first was killed during a call', async () => {
    const driver = new URL('pkcs11-wrapping.ts', import.meta.url).href;
    const program = `
      import { createKeyWrapping } from '${driver}';
      const wrapping = createKeyWrapping(${JSON.stringify(token.options)});
      for (;;) console.log((await wrapping.wrap(${JSON.stringify(purpose)}, Buffer.alloc(32, 7))).toString('hex'));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const ended = once(child, 'close');
    const chunks: string[] = [];
    child.stdout.on('data', (text: Buffer) => {
      chunks.push(text.toString());
      if (chunks.length === 3) child.kill('SIGKILL');
    });
    await ended;
    const lines = chunks.join('').split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(2);
    await using wrapping = createKeyWrapping(token.options);
    for (const line of lines) {
      const key = await wrapping.unwrap(purpose, Buffer.from(line, 'hex'));
      expect(key.equals(Buffer.alloc(32, 7))).toBe(true);
    }
  });

  it('wraps and unwraps within 20 ms (median)', async () => {
    await using wrapping = createKeyWrapping(token.options);
    const key = randomBytes(32);
    const timesUs: number[] = [];
    for (let round = 0; round < 500; round += 1) {
      const begin = performance.now();
      await wrapping.unwrap(purpose, await wrapping.wrap(purpose, key));
      timesUs.push((performance.now() - begin) * 1_000);
    }
    const [medianUs = 0, highUs = 0] = [250, 495].map((at) => timesUs.toSorted((a, b) => a - b)[at] ?? 0);
    console.info(
      `wrap and unwrap through the thread: median ${medianUs.toFixed(0)} µs, 99 % ${highUs.toFixed(0)} µs`,
    );
    expect(medianUs).toBeLessThan(20_000);
  });
});

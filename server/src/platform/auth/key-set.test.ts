import { exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose';
import { describe, expect, test } from 'vitest';
import { createKeySet, type KeySetOptions } from './key-set.ts';

async function setWith(...kids: readonly string[]): Promise<string> {
  const keys = await Promise.all(
    kids.map(async (kid) => {
      const { publicKey } = await generateKeyPair('ES256');
      return { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
    }),
  );
  return JSON.stringify({ keys });
}

interface Issuer {
  readonly find: (kid: string) => Promise<'found' | 'unknown'>;
  readonly loads: () => number;
  /** Sets the result of the next load; undefined makes it fail. */
  publish(text: string | undefined): void;
  pass(ms: number): void;
}

function issuerWith(first: string | undefined, options: Partial<KeySetOptions> = {}): Issuer {
  let published = first;
  let nowMs = 1_000;
  let loads = 0;
  const keys: JWTVerifyGetKey = createKeySet({
    load: async () => {
      loads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (published === undefined) throw new Error('the issuer is away');
      return published;
    },
    nowMs: () => nowMs,
    ...options,
  });
  const token = { payload: '', signature: '' };
  return {
    async find(kid) {
      try {
        await keys({ alg: 'ES256', kid }, token);
        return 'found';
      } catch {
        return 'unknown';
      }
    },
    loads: () => loads,
    publish: (text) => {
      published = text;
    },
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

describe('the keys of an issuer', () => {
  test('are loaded on first use, once for all waiting requests', async () => {
    const issuer = issuerWith(await setWith('a'));
    expect(issuer.loads()).toBe(0);
    const found = await Promise.all(Array.from({ length: 50 }, () => issuer.find('a')));
    expect(new Set(found)).toEqual(new Set(['found']));
    expect(issuer.loads()).toBe(1);
  });

  test('are cached while fresh, and loaded again when old', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(300_000);
    await issuer.find('a');
    expect(issuer.loads()).toBe(1);
    issuer.pass(1);
    await Promise.all([issuer.find('a'), issuer.find('a')]);
    expect(issuer.loads()).toBe(2);
  });

  test('that were withdrawn are refused once the set has been loaded again', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(await setWith('b'));
    issuer.pass(300_001);
    expect(await issuer.find('a')).toBe('unknown');
  });
});

describe('an unknown key', () => {
  test('triggers a load, because it may be new', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(await setWith('a', 'b'));
    issuer.pass(5_000);
    expect(await issuer.find('b')).toBe('found');
    expect(issuer.loads()).toBe(2);
  });

  test('triggers a load at most every five seconds, however many unknown keys arrive', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(5_000);
    for (let count = 0; count < 100; count += 1) {
      expect(await issuer.find(`stranger-${count}`)).toBe('unknown');
      issuer.pass(49);
    }
    // One load at the start, one for the first unknown key; 4.9 seconds are not yet five.
    expect(issuer.loads()).toBe(2);
    issuer.pass(100);
    await issuer.find('stranger');
    expect(issuer.loads()).toBe(3);
  });

  test('requested concurrently is loaded once', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(5_000);
    await Promise.all(Array.from({ length: 50 }, (_, index) => issuer.find(`stranger-${index}`)));
    expect(issuer.loads()).toBe(2);
  });
});

describe('an issuer that is unavailable', () => {
  test('does not affect tokens whose key is known', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(undefined);
    issuer.pass(400_000);
    expect(await issuer.find('a')).toBe('found');
    expect(await issuer.find('b')).toBe('unknown');
  });

  test('for longer than four hours is no longer accepted, and each failure is reported', async () => {
    const failures: boolean[] = [];
    const issuer = issuerWith(await setWith('a'), {
      onFailure: ({ isTooOld }) => void failures.push(isTooOld),
    });
    await issuer.find('a');
    issuer.publish(undefined);
    issuer.pass(4 * 3_600_000);
    expect(await issuer.find('a')).toBe('found');
    issuer.pass(60_001);
    expect(await issuer.find('a')).toBe('unknown');
    expect(failures).toEqual([false, true]);
    issuer.publish(await setWith('a'));
    issuer.pass(60_001);
    expect(await issuer.find('a')).toBe('found');
  });

  test('is requested once for fifty consecutive tokens, and once a minute while old keys are used', async () => {
    const absent = issuerWith(undefined);
    for (let count = 0; count < 50; count += 1) await absent.find('a');
    expect(absent.loads()).toBe(1);
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(undefined);
    issuer.pass(300_001);
    for (let count = 0; count < 50; count += 1) {
      await issuer.find('a');
      issuer.pass(1_000);
    }
    expect(issuer.loads()).toBe(2);
  });

  test('from the start has no token accepted until it is back', async () => {
    const issuer = issuerWith(undefined);
    expect(await issuer.find('a')).toBe('unknown');
    issuer.publish(await setWith('a'));
    issuer.pass(5_000);
    expect(await issuer.find('a')).toBe('found');
  });

  test.each(['', '{}', '[]', 'null', '{"keys":1}', '{"keys":[1]}', '<html>', '{"keys":['])(
    'and sends %s instead counts as unavailable',
    async (rubbish) => {
      const issuer = issuerWith(await setWith('a'));
      await issuer.find('a');
      issuer.publish(rubbish);
      issuer.pass(400_000);
      expect(await issuer.find('a')).toBe('found');
    },
  );
});

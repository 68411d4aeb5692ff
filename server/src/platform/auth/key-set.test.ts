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
  /** What the next load gives; an error when undefined. */
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
  test('are loaded when first needed, and once for everybody who waits', async () => {
    const issuer = issuerWith(await setWith('a'));
    expect(issuer.loads()).toBe(0);
    const found = await Promise.all(Array.from({ length: 50 }, () => issuer.find('a')));
    expect(new Set(found)).toEqual(new Set(['found']));
    expect(issuer.loads()).toBe(1);
  });

  test('are kept while fresh, and loaded again when old', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(300_000);
    await issuer.find('a');
    expect(issuer.loads()).toBe(1);
    issuer.pass(1);
    await Promise.all([issuer.find('a'), issuer.find('a')]);
    expect(issuer.loads()).toBe(2);
  });

  test('that were taken back are no longer believed once the set has been loaded again', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(await setWith('b'));
    issuer.pass(300_001);
    expect(await issuer.find('a')).toBe('unknown');
  });
});

describe('a key we do not know', () => {
  test('makes us look again: it may be new', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(await setWith('a', 'b'));
    issuer.pass(5_000);
    expect(await issuer.find('b')).toBe('found');
    expect(issuer.loads()).toBe(2);
  });

  test('does not make us look more often than every five seconds, whatever strangers send', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(5_000);
    for (let count = 0; count < 100; count += 1) {
      expect(await issuer.find(`stranger-${count}`)).toBe('unknown');
      issuer.pass(49);
    }
    // One load at the start, one for the first stranger; 4.9 seconds are not yet five.
    expect(issuer.loads()).toBe(2);
    issuer.pass(100);
    await issuer.find('stranger');
    expect(issuer.loads()).toBe(3);
  });

  test('asked for by many at once is looked up once', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.pass(5_000);
    await Promise.all(Array.from({ length: 50 }, (_, index) => issuer.find(`stranger-${index}`)));
    expect(issuer.loads()).toBe(2);
  });
});

describe('an issuer that is away', () => {
  test('does not lock out those whose key is known', async () => {
    const issuer = issuerWith(await setWith('a'));
    await issuer.find('a');
    issuer.publish(undefined);
    issuer.pass(400_000);
    expect(await issuer.find('a')).toBe('found');
    expect(await issuer.find('b')).toBe('unknown');
  });

  test('for longer than four hours is not believed by what it once published, and each failure is told', async () => {
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

  test('is asked once for fifty tokens that come one after the other, and once a minute while old keys serve', async () => {
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

  test('from the start lets nobody in, and everybody once it is back', async () => {
    const issuer = issuerWith(undefined);
    expect(await issuer.find('a')).toBe('unknown');
    issuer.publish(await setWith('a'));
    issuer.pass(5_000);
    expect(await issuer.find('a')).toBe('found');
  });

  test.each(['', '{}', '[]', 'null', '{"keys":1}', '{"keys":[1]}', '<html>', '{"keys":['])(
    'and sends %s instead is as good as away',
    async (rubbish) => {
      const issuer = issuerWith(await setWith('a'));
      await issuer.find('a');
      issuer.publish(rubbish);
      issuer.pass(400_000);
      expect(await issuer.find('a')).toBe('found');
    },
  );
});

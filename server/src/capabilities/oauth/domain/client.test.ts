import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  applicationDraft,
  newPublicKey,
  registeredAt,
  registeredClient,
} from '../testing/client-samples.suite.ts';
import {
  type Client,
  type ClientChange,
  type ClientKey,
  clientStates,
  disable,
  enable,
  isClientId,
  overlapHoursMax,
  type RotationResult,
  rotateKeys,
  usableKeys,
} from './client.ts';
import { keysMax, type PublicKey } from './client-keys.ts';

const now = registeredAt.add({ hours: 1 });
const hours = (count: number): Temporal.Instant => now.add({ hours: count });

function clientWith(keys: readonly ClientKey[], changed: Partial<Client> = {}): Client {
  return {
    ...registeredClient(),
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keys } },
    ...changed,
  };
}
const current = (jwk: PublicKey): ClientKey => ({ jwk, validUntil: undefined });

function keysOf(rotated: RotationResult): readonly ClientKey[] {
  if (rotated.kind !== 'rotated') throw new Error(JSON.stringify(rotated.fieldErrors));
  const { authentication } = rotated.client;
  if (authentication.method !== 'private_key_jwt' || authentication.keys.by !== 'value')
    throw new Error('no keys');
  return authentication.keys.keys;
}
const errorsOf = (rotated: RotationResult): readonly unknown[] =>
  rotated.kind === 'faulty' ? rotated.fieldErrors : [];

// Generating keys is slow, and the rules do not depend on which keys they are.
const pool = Array.from({ length: 24 }, () => newPublicKey());
const key = (at: number): PublicKey => {
  const found = pool[at];
  if (found === undefined) throw new Error('the pool is too small');
  return found;
};

describe('a state change', () => {
  const steps: Readonly<Record<string, (client: Client) => ClientChange>> = {
    disable: (client) => disable(client, now),
    enable: (client) => enable(client, now),
  };
  const table: Readonly<Record<string, string>> = {
    'active disable': 'disabled',
    'active enable': 'wrong-state',
    'disabled disable': 'wrong-state',
    'disabled enable': 'active',
  };

  test.each(
    clientStates.flatMap((state) => Object.entries(steps).map(([name, step]) => ({ state, name, step }))),
  )('from $state: $name', ({ name, state, step }) => {
    const changed = step(clientWith([], { state }));
    expect(changed.kind === 'changed' ? changed.client.state : changed.kind).toBe(table[`${state} ${name}`]);
  });

  test('changes the state, the version and the modification time, and nothing else', () => {
    const client = registeredClient();
    const off = disable(client, now);
    expect(off).toEqual({
      kind: 'changed',
      client: { ...client, state: 'disabled', version: 2n, modifiedAt: now },
    });
    if (off.kind !== 'changed') throw new Error('not changed');
    expect(enable(off.client, hours(1))).toEqual({
      kind: 'changed',
      client: { ...client, state: 'active', version: 3n, modifiedAt: hours(1) },
    });
  });
});

describe('a rotation', () => {
  test('adds the new keys and ends the old ones after the overlap', () => {
    const before = clientWith([current(key(0))]);
    const rotated = rotateKeys(before, { keys: [key(1), key(2)], overlapHours: 24 }, now);
    expect(keysOf(rotated)).toEqual([
      { jwk: key(0), validUntil: hours(24) },
      current(key(1)),
      current(key(2)),
    ]);
    expect(rotated).toMatchObject({ client: { version: 2n, modifiedAt: now, state: 'active' } });
  });

  test('does not extend a key that was replaced before, and does not shorten others', () => {
    const before = clientWith([
      { jwk: key(0), validUntil: hours(2) },
      { jwk: key(1), validUntil: hours(50) },
      current(key(2)),
    ]);
    expect(keysOf(rotateKeys(before, { keys: [key(3)], overlapHours: 24 }, now))).toEqual([
      { jwk: key(0), validUntil: hours(2) },
      { jwk: key(1), validUntil: hours(24) },
      { jwk: key(2), validUntil: hours(24) },
      current(key(3)),
    ]);
  });

  test('removes keys that are no longer valid', () => {
    const before = clientWith([
      { jwk: key(0), validUntil: now },
      { jwk: key(1), validUntil: hours(-1) },
      current(key(2)),
    ]);
    expect(keysOf(rotateKeys(before, { keys: [key(3)], overlapHours: 1 }, now))).toEqual([
      { jwk: key(2), validUntil: hours(1) },
      current(key(3)),
    ]);
  });

  test('without overlap ends the old keys at once, because they may have leaked', () => {
    const before = clientWith([current(key(0)), { jwk: key(1), validUntil: hours(5) }]);
    expect(keysOf(rotateKeys(before, { keys: [key(2)], overlapHours: 0 }, now))).toEqual([current(key(2))]);
  });

  test('of a disabled client is allowed and leaves it disabled', () => {
    const before = clientWith([current(key(0))], { state: 'disabled' });
    expect(rotateKeys(before, { keys: [key(1)], overlapHours: 0 }, now)).toMatchObject({
      client: { state: 'disabled' },
    });
  });

  test.each<[string, PublicKey]>([
    ['a key it has', key(0)],
    ['a key it has, under another name', { ...key(0), kid: 'another' }],
    ['another key under a name it has', { ...key(5), kid: key(0).kid }],
    ['a key that fades out', key(1)],
    ['a key that has faded', key(2)],
  ])('is rejected with %s', (_what, again) => {
    const before = clientWith([
      current(key(0)),
      { jwk: key(1), validUntil: hours(1) },
      { jwk: key(2), validUntil: hours(-1) },
    ]);
    expect(errorsOf(rotateKeys(before, { keys: [key(4), again], overlapHours: 1 }, now))).toEqual([
      expect.objectContaining({ code: 'duplicate', path: ['keys', 1] }),
    ]);
  });

  test('is rejected with too many keys, including those within their overlap', () => {
    const before = clientWith(Array.from({ length: keysMax }, (_, at) => current(key(at))));
    expect(errorsOf(rotateKeys(before, { keys: [key(20)], overlapHours: 1 }, now))).toEqual([
      expect.objectContaining({ code: 'too-many', path: ['keys'] }),
    ]);
    expect(keysOf(rotateKeys(before, { keys: [key(20)], overlapHours: 0 }, now))).toHaveLength(1);
  });

  test.each([-1, 0.5, overlapHoursMax + 1, Number.NaN, Number.POSITIVE_INFINITY])(
    'is rejected with an overlap of %s hours',
    (overlapHours) => {
      expect(
        errorsOf(rotateKeys(clientWith([current(key(0))]), { keys: [key(1)], overlapHours }, now)),
      ).toEqual([expect.objectContaining({ code: 'maximum', path: ['overlapHours'] })]);
    },
  );

  test.each<[string, Client['authentication']]>([
    ['are at a URL', { method: 'private_key_jwt', keys: { by: 'url', url: 'https://keys.bank.test/jwks' } }],
    [
      'are in a certificate',
      { method: 'tls_client_auth', subject: { kind: 'san-dns', value: 'app.bank.test' } },
    ],
  ])('is rejected for a client whose keys %s', (_what, authentication) => {
    const before = { ...registeredClient(applicationDraft()), authentication };
    expect(errorsOf(rotateKeys(before, { keys: [key(1)], overlapHours: 1 }, now))).toEqual([
      expect.objectContaining({ code: 'combination-not-allowed', path: ['keys'] }),
    ]);
    expect(usableKeys(before, now)).toEqual([]);
  });

  const rotation = fc.record({
    afterHours: fc.nat(60),
    count: fc.integer({ min: 1, max: 2 }),
    overlapHours: fc.nat(48),
  });

  test('never leaves a client without a key, nor a key that outlives its overlap', () => {
    fc.assert(
      fc.property(fc.array(rotation, { maxLength: 8 }), (rotations) => {
        let client = clientWith([current(key(0))]);
        let time = now;
        let next = 1;
        for (const { afterHours, count, overlapHours } of rotations) {
          time = time.add({ hours: afterHours });
          const before = usableKeys(client, time);
          const keys = pool.slice(next, next + count);
          next += count;
          const rotated = rotateKeys(client, { keys, overlapHours }, time);
          if (rotated.kind === 'faulty') continue;
          ({ client } = rotated);
          const end = time.add({ hours: overlapHours });
          expect(usableKeys(client, end)).toEqual(keys);
          // Until then no valid key ends early without need.
          const kept = usableKeys(client, time);
          expect(overlapHours === 0 ? keys : [...before, ...keys]).toEqual(kept);
        }
        expect(usableKeys(client, time.add({ hours: 10_000 })).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('a usable key', () => {
  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('is valid until its end: %s seconds after → %s', (seconds, isUsable) => {
    const end = hours(3);
    const client = clientWith([{ jwk: key(0), validUntil: end }]);
    expect(usableKeys(client, end.add({ seconds }))).toEqual(isUsable ? [key(0)] : []);
  });

  test('without an end stays valid', () => {
    expect(usableKeys(clientWith([current(key(0))]), Temporal.Instant.from('9999-12-31T00:00:00Z'))).toEqual([
      key(0),
    ]);
  });
});

test.each(['abc', 'a.b-c_d', '0ab', 'A'.repeat(64)])('%s is a valid client id', (id) => {
  expect(isClientId(id)).toBe(true);
});

test.each([
  '',
  'ab',
  '-abc',
  '.abc',
  'a b',
  'äbc',
  'abc\n',
  'abc\0',
  'a/bc',
  'usr_abc',
  'USR_ABC',
  'A'.repeat(65),
])('%j is not a valid client id', (id) => {
  expect(isClientId(id)).toBe(false);
});

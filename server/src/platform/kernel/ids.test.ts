import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { systemClock } from './clock.ts';
import {
  createIds,
  isUuid,
  isUuidV7,
  isVirtualShard,
  partIdOf,
  shardOf,
  shardOfHandle,
  shardOfUserId,
  systemIds,
  userIdFrom,
  uuidFromText,
  uuidFromUserId,
  virtualShard,
} from './ids.ts';

const someShard = virtualShard('demo', '1000000048');
const shards = fc.nat({ max: 4095 }).filter(isVirtualShard);
const texts = fc.string({ unit: 'grapheme' });
const ids = systemIds(systemClock);

test('the shard of a party is the same for ever', () => {
  // First three hex digits of SHA-256 over "4:demo:1000000048", "0::" and "5:žiro:ß" (the length in bytes).
  expect(someShard).toBe(0x823);
  expect(virtualShard('', '')).toBe(0xd06);
  expect(virtualShard('žiro', 'ß')).toBe(0xdc4);
});

test('any bank and party have a shard, and shifting text between them gives another key', () => {
  fc.assert(
    fc.property(texts, texts, (bankId, partyNumber) => {
      expect(isVirtualShard(virtualShard(bankId, partyNumber))).toBe(true);
    }),
  );
  expect(virtualShard('a:b', 'c')).not.toBe(virtualShard('a', 'b:c'));
  expect(virtualShard('a', 'bc')).not.toBe(virtualShard('ab', 'c'));
});

test('a row of a user or of another row of ours gets the shard inside that id', () => {
  fc.assert(
    fc.property(texts, shards, (bankId, shard) => {
      const uuid = ids.uuid(shard);
      expect(virtualShard(bankId, uuid)).toBe(shard);
      expect(virtualShard(bankId, userIdFrom(uuid))).toBe(shard);
      expect(shardOfUserId(userIdFrom(uuid))).toBe(shard);
    }),
  );
});

test('no party number is read as an id of ours', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9-]{1,35}$/), (partyNumber) => {
      expect(shardOf(partyNumber) ?? shardOfUserId(partyNumber)).toBeUndefined();
    }),
  );
});

test('parties spread evenly over the shards', () => {
  const perShard = new Map<number, number>();
  for (let party = 0; party < 40_960; party += 1) {
    const shard = virtualShard('demo', String(1_000_000_000 + party));
    perShard.set(shard, (perShard.get(shard) ?? 0) + 1);
  }
  // Ten each on average: an empty shard or one with forty would mean a broken hash.
  expect(perShard.size).toBeGreaterThan(4080);
  expect(Math.max(...perShard.values())).toBeLessThan(40);
});

test.each([-1, 4096, 1.5, Number.NaN])('%d is not a shard', (value) => {
  expect(isVirtualShard(value)).toBe(false);
});

test('a UUID holds time, version, shard, variant and randomness in this order', () => {
  const clock = fakeClock('2026-03-01T10:00:00.123Z');
  const ones = createIds({ clock, randomBytes: (size) => new Uint8Array(size).fill(0xff) });
  const zeros = createIds({ clock, randomBytes: (size) => new Uint8Array(size) });
  const time = clock.now().epochMilliseconds.toString(16).padStart(12, '0');
  const shard = someShard.toString(16).padStart(3, '0');
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${shard}`;
  expect(ones.uuid(someShard)).toBe(`${head}-bfff-ffffffffffff`);
  expect(zeros.uuid(someShard)).toBe(`${head}-8000-000000000000`);
});

test('a handle is the shard and 116 random bits', () => {
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const ones = createIds({ clock, randomBytes: (size) => new Uint8Array(size).fill(0xff) });
  const handle = Buffer.from(ones.handle(someShard), 'base64url').toString('hex');
  expect(handle).toBe(`${someShard.toString(16).padStart(3, '0')}${'f'.repeat(29)}`);
});

test('ids of any shard are well-formed and return the shard', () => {
  fc.assert(
    fc.property(shards, (shard) => {
      const uuid = ids.uuid(shard);
      const handle = ids.handle(shard);
      expect(isUuid(uuid) && isUuidV7(uuid)).toBe(true);
      expect(handle).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(shardOf(uuid)).toBe(shard);
      expect(shardOfHandle(handle)).toBe(shard);
    }),
  );
});

test('ids of one shard sort by the time they were created', () => {
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const generator = systemIds(clock);
  const made = Array.from({ length: 50 }, () => {
    clock.advance({ milliseconds: 1 });
    return generator.uuid(someShard);
  });
  expect(made.toSorted()).toEqual(made);
});

test('many ids of one time and shard never repeat, across refills of the pool', () => {
  const generator = systemIds(fakeClock('2026-03-01T10:00:00Z'));
  const made = new Set<string>();
  for (let count = 0; count < 5000; count += 1) {
    made.add(generator.uuid(someShard));
    made.add(generator.handle(someShard));
  }
  expect(made.size).toBe(10_000);
});

test('two generators draw different randomness', () => {
  const clock = fakeClock('2026-03-01T10:00:00Z');
  expect(systemIds(clock).handle(someShard)).not.toBe(systemIds(clock).handle(someShard));
});

test.each([
  ['0197e5a0-1c2b-7abc-8def-0123456789ab', true, true],
  ['0197E5A0-1C2B-7ABC-8DEF-0123456789AB', true, false],
  ['9b2e7c1a-5f3d-4e6b-a1c2-0123456789ab', true, false],
  ['0197e5a0-1c2b-7abc-cdef-0123456789ab', true, false],
  ['00000000-0000-0000-0000-000000000000', true, false],
  ['0197e5a01c2b7abc8def0123456789ab', false, false],
  ['{0197e5a0-1c2b-7abc-8def-0123456789ab}', false, false],
  ['0197e5a0-1c2b-7abc-8def-0123456789ab\n', false, false],
  ['0197e5a0-1c2b-7abc-8def-0123456789ag', false, false],
  ['', false, false],
])('%j: UUID %s, id of ours %s', (text, uuid, own) => {
  expect(isUuid(text)).toBe(uuid);
  expect(isUuidV7(text)).toBe(own);
  expect(shardOf(text) !== undefined).toBe(own);
});

test('a handle has one spelling only', () => {
  const handle = `${'A'.repeat(21)}Q`;
  expect(shardOfHandle(handle)).toBe(0);
  expect(shardOfHandle(`${'A'.repeat(21)}R`)).toBeUndefined();
  expect(shardOfHandle(`${handle}=`)).toBeUndefined();
  expect(shardOfHandle('A'.repeat(23))).toBeUndefined();
  expect(shardOfHandle(`+${handle.slice(1)}`)).toBeUndefined();
});

test('a user id encodes the UUID and returns it', () => {
  const uuid = '0197e5a0-1c2b-7abc-8def-0123456789ab';
  expect(userIdFrom(uuid)).toBe('usr_01JZJT071BFAY8VVR14D2PF2DB');
  fc.assert(
    fc.property(shards, (shard) => {
      const made = ids.uuid(shard);
      const userId = userIdFrom(made);
      expect(userId).toMatch(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(uuidFromUserId(userId)).toBe(made);
    }),
  );
});

test('user ids sort like their UUIDs', () => {
  const own = fc.tuple(fc.nat({ max: 2 ** 47 }), shards).map(([ms, shard]) => {
    const clock = fakeClock('1970-01-01T00:00:00Z');
    clock.advance({ milliseconds: ms });
    return systemIds(clock).uuid(shard);
  });
  fc.assert(
    fc.property(own, own, (left, right) => {
      expect(userIdFrom(left) < userIdFrom(right)).toBe(left < right);
    }),
  );
});

test('only a UUID version 7 becomes a user id', () => {
  expect(() => userIdFrom('9b2e7c1a-5f3d-4e6b-a1c2-0123456789ab')).toThrow('UUID version 7');
});

test('any other text is not a user id', () => {
  const valid = userIdFrom('0197e5a0-1c2b-7abc-8def-0123456789ab');
  const wrong = [
    valid.toLowerCase(),
    valid.slice(0, -1),
    `${valid}0`,
    valid.slice(4),
    valid.replace('usr_', 'USR_'),
    valid.replace('usr_0', 'usr_8'),
    valid.replace('usr_0', 'usr_O'),
    `usr_${'0'.repeat(26)}`,
    'usr_',
    '',
  ];
  expect(wrong.filter((text) => uuidFromUserId(text) !== undefined)).toEqual([]);
});

test('parsers never throw', () => {
  const nearly = fc.stringMatching(/^usr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly, fc.uuid()), (text) => {
      const uuid = uuidFromUserId(text);
      expect(uuid === undefined || userIdFrom(uuid) === text).toBe(true);
      expect(shardOf(text) === undefined).toBe(!isUuidV7(text));
      expect(shardOfHandle(text) ?? 0).toBeLessThan(4096);
    }),
  );
});

test('an id from a text is a UUID of version 8, equal for equal texts only', () => {
  const id = uuidFromText('order 2026-11-16');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidFromText('order 2026-11-16')).toBe(id);
  expect(new Set([id, uuidFromText('order 2026-11-17')]).size).toBe(2);
  expect(isUuid(id)).toBe(true);
});

test('the id of a part is the same each time, and in the shard of its row', () => {
  const row = ids.uuid(someShard);
  const part = partIdOf(row, '2026-11-16');
  expect(part).toBe(partIdOf(row, '2026-11-16'));
  expect(new Set([row, part, partIdOf(row, '2026-11-17')]).size).toBe(3);
  expect([isUuidV7(part), shardOf(part)]).toEqual([true, someShard]);
  expect(() => partIdOf('no id', '1')).toThrow('UUID version 7');
});

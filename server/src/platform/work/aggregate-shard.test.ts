import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/kernel/clock.ts';
import { isVirtualShard, systemIds, userIdFrom, virtualShard } from '#platform/kernel/ids.ts';
import { shardOfAggregate } from './aggregate-shard.ts';

const ids = systemIds(systemClock);
const shards = fc.nat({ max: 4095 }).filter(isVirtualShard);

test('audit entries and events of a UUID, a user id or a handle get the shard inside it', () => {
  fc.assert(
    fc.property(shards, (shard) => {
      expect(shardOfAggregate('01', 'payment', ids.uuid(shard))).toBe(shard);
      expect(shardOfAggregate('01', 'user', userIdFrom(ids.uuid(shard)))).toBe(shard);
      expect(shardOfAggregate('01', 'verification', ids.handle(shard))).toBe(shard);
    }),
  );
});

test.each(['party', 'customer', 'mailbox'])('a number of a %s is never read as a handle', (kind) => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9-]{21}[AQgw]$/), (partyNumber) => {
      expect(shardOfAggregate('01', kind, partyNumber)).toBe(virtualShard('01', partyNumber));
    }),
  );
});

test('any other key has the shard of its hash', () => {
  expect(shardOfAggregate('demo', 'party', '1000000048')).toBe(0x823);
  expect(shardOfAggregate('demo', 'bank', 'demo')).toBe(virtualShard('demo', 'demo'));
});

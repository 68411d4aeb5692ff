import { expect, test } from 'vitest';
import { isUuidV7, shardOf, shardOfHandle, virtualShard } from '#platform/kernel/ids.ts';
import { sequentialIds } from './sequential-ids.ts';

const shards = Array.from({ length: 100 }, (_, index) => virtualShard('demo', String(index)));

test('every run creates the same ids', () => {
  const [first, second] = [sequentialIds(), sequentialIds()];
  for (const shard of shards) {
    expect(first.uuid(shard)).toBe(second.uuid(shard));
    expect(first.handle(shard)).toBe(second.handle(shard));
  }
});

test('ids are valid, distinct and contain their shard', () => {
  const ids = sequentialIds();
  const made = shards.map((shard) => ({ shard, uuid: ids.uuid(shard), handle: ids.handle(shard) }));
  for (const { shard, uuid, handle } of made) {
    expect(isUuidV7(uuid)).toBe(true);
    expect(shardOf(uuid)).toBe(shard);
    expect(shardOfHandle(handle)).toBe(shard);
  }
  expect(new Set(made.flatMap(({ uuid, handle }) => [uuid, handle])).size).toBe(200);
});

test('ids sort in the order of creation, whatever their shard', () => {
  const ids = sequentialIds();
  const made = shards.map((shard) => ids.uuid(shard));
  expect(made.toSorted()).toEqual(made);
});

test('another seed creates other ids', () => {
  const [first, second] = [sequentialIds(1), sequentialIds(2)];
  for (const shard of shards) {
    expect(first.uuid(shard)).not.toBe(second.uuid(shard));
    expect(first.handle(shard)).not.toBe(second.handle(shard));
  }
});

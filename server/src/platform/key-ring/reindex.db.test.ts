import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import type { IndexWalk } from './index-walk.ts';
import { startRing } from './key-ring.suite.ts';
import { reindexBank } from './reindex.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

it('a row written under the old key shortly after the new one is current is still found', async () => {
  const { clock, needs, ring } = await startRing(database, [randomBytes(32)]);
  const startedAt = clock.now();
  const lateSeconds = 60 + 30;
  const old = ring.derive('01', 'names')[0];
  const seen: string[] = [];
  let index = old;
  // Written by a command that began before the new key was current, or by a node whose clock is late.
  const isWritten = (): boolean =>
    clock.now().epochMilliseconds >= startedAt.add({ seconds: lateSeconds }).epochMilliseconds;
  const walk: IndexWalk = {
    task: 'test.late',
    count: async () => 1,
    async list(bankId, after) {
      if (after !== undefined || !isWritten()) return [];
      const [current] = ring.derive(bankId, 'names');
      const isCurrent = index.equals(current);
      if (!isCurrent) seen.push('stale');
      index = current;
      return [
        {
          key: ['late'],
          indexes: { stored: 1, current: isCurrent ? 1 : 0 },
          update: isCurrent ? undefined : [],
        },
      ];
    },
  };
  await reindexBank(needs, '01', [walk]);
  expect(seen).toEqual(['stale']);
  expect(ring.derive('01', 'names')).toEqual([index]);
});

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { sampleLockWaits, waitsForMigration, waitsForTables } from './lock-waits.ts';

test.each([
  ['portico-migrate', waitsForMigration, true],
  ['another program', waitsForMigration, false],
  ['another program', waitsForTables, true],
])('a command that waits behind %s is seen by its condition', async (holderName, condition, isSeen) => {
  await using database = await createTestDatabase();
  const holder = new pg.Client({ connectionString: database.ownerUrl, application_name: holderName });
  await holder.connect();
  await holder.query('begin; lock table configuration.maintenance_window in access exclusive mode');
  const waiting = new pg.Client({ connectionString: database.appUrl });
  await waiting.connect();
  const read = waiting.query(
    'begin; lock table configuration.maintenance_window in access share mode; commit',
  );
  let [longestMs, isOver] = [0, false];
  const sampling = sampleLockWaits(database, {
    condition,
    isOver: () => isOver,
    onSample: (waitedMs) => {
      longestMs = Math.max(longestMs, waitedMs);
    },
  });
  await setTimeout(300);
  isOver = true;
  await sampling;
  await holder.query('rollback');
  await read;
  await Promise.all([holder.end(), waiting.end()]);
  expect(longestMs > 100).toBe(isSeen);
});

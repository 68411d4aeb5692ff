import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createRuntime } from '#apps/create-runtime.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { readPartitionState } from '#platform/work/partitions.ts';
import { startWorker } from './start-worker.ts';

async function runtimeFor(database: TestDatabase): ReturnType<typeof createRuntime> {
  const config = loadConfig(
    {
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
      PORTICO_DATABASE_CHECKSUMS: 'optional',
      PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
      PORTICO_WORKER_LISTEN: '127.0.0.1:0',
      PORTICO_LOG_LEVEL: 'fatal',
    },
    () => '',
  );
  return createRuntime(config);
}

/** Drops the partitions of today and the days ahead, as on a database that was migrated long ago. */
async function dropPartitions(database: TestDatabase): Promise<void> {
  const partitions = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'platform' and c.relname ~ '^(outbox_event|audit_entry)_\\d{8}$' and c.relkind = 'r'`,
  );
  for (const { name } of partitions) await database.query(`drop table platform.${name}`);
}

test('a worker starts while a backup has locks, and creates the missing partitions afterwards', async () => {
  await using database = await createTestDatabase({ isDurable: true });
  await dropPartitions(database);
  const backup = new pg.Client({ connectionString: database.ownerUrl });
  await backup.connect();
  await backup.query('begin');
  await backup.query('lock table platform.outbox_event, platform.audit_entry in access share mode');
  await using reader = openDatabase({ url: database.workerUrl, poolSize: 1 });
  const runtime = await runtimeFor(database);
  const worker = await startWorker(runtime);
  try {
    expect(await readPartitionState(reader, systemClock)).toContainEqual({
      table: 'outbox_event',
      daysAhead: 0,
      defaultRows: 0,
    });
    await backup.query('rollback');
    await vi.waitFor(
      async () => {
        for (const { daysAhead } of await readPartitionState(reader, systemClock))
          expect(daysAhead).toBeGreaterThan(7);
      },
      { timeout: 60_000, interval: 100 },
    );
  } finally {
    await worker.stop();
    runtime.metrics.close();
    await backup.end();
  }
}, 90_000);

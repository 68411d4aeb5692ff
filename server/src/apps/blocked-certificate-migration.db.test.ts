import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';

test('the list of certificates by fingerprint is dropped only when it is empty, so that no block is lifted silently', async () => {
  await using database = await createTestDatabase();
  const path = new URL('../../migrations/0024_blocked_certificate.sql', import.meta.url);
  const migration = await readFile(path, 'utf8');
  await database.query(
    'create table platform.blocked_certificate (fingerprint256 text primary key, blocked_at timestamptz, reason text)',
  );
  await database.query("insert into platform.blocked_certificate values ('aa', now(), 'stolen')");
  await expect(database.query(migration)).rejects.toThrow('platform.blocked_certificate has rows');
  await database.query('delete from platform.blocked_certificate');
  await database.query(migration);
  const left = await database.query("select from pg_tables where tablename = 'blocked_certificate'");
  expect(left).toEqual([]);
});

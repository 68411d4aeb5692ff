import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config/load-config.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { setAside } from './set-aside.ts';

test('rows that were set aside are listed, and retried on request', async () => {
  await using database = await createTestDatabase();
  const config = loadConfig(
    {
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
    },
    () => '',
  );
  const lines: string[] = [];
  const run = (action: string, ...rest: readonly string[]): Promise<number> =>
    setAside(config, action, (line) => void lines.push(line), rest);
  expect(await run('list')).toBe(0);
  expect(lines.splice(0)).toEqual(['no row is set aside']);
  await database.query(
    `insert into platform.set_aside_row (bank_id, job, row_key, last_error, set_aside_at, failed_at, retry_at)
     values ('01', 'erase-ended', '4711', 'TypeError', now(), now(), now() + interval '1 day')`,
  );
  expect(await run('list')).toBe(0);
  expect(lines.splice(0)[0]).toMatch(/bank 01 {2}erase-ended {2}4711 {2}1 attempts {2}TypeError/);
  expect(await run('retry', '01', 'erase-ended', '4712')).toBe(1);
  expect(await run('retry', '01', 'erase-ended', '4711')).toBe(0);
  expect(await database.query('select from platform.set_aside_row where retry_at <= now()')).toHaveLength(1);
  expect(await run('other')).toBe(2);
});

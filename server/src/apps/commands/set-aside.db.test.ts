import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { type Outcome, runWith } from './program.suite.ts';

test('rows that were set aside are listed, and retried on request', async () => {
  await using database = await createTestDatabase();
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_DATABASE_WORKER_URL: database.workerUrl,
  };
  const run = (...words: readonly string[]): Promise<Outcome> => runWith(settings, ['set-aside', ...words]);
  expect(await run('list')).toMatchObject({ code: 0, text: 'no row is set aside' });
  await database.query(
    `insert into platform.set_aside_row (bank_id, job, row_key, last_error, set_aside_at, failed_at, retry_at)
     values ('01', 'erase-ended', '4711', 'TypeError', now(), now(), now() + interval '1 day')`,
  );
  const listed = await run('list');
  expect(listed.code).toBe(0);
  expect(listed.text.split('\n')[0]).toMatch(/bank 01 {2}erase-ended {2}4711 {2}1 attempts {2}TypeError/);
  expect(JSON.parse((await run('list', '--json')).out)).toMatchObject({
    setAside: [{ bankId: '01', job: 'erase-ended', key: '4711', attempts: 1 }],
  });
  expect((await run('retry', '01', 'erase-ended', '4712')).code).toBe(1);
  expect((await run('retry', '01', 'erase-ended', '4711')).code).toBe(0);
  expect(await database.query('select from platform.set_aside_row where retry_at <= now()')).toHaveLength(1);
  expect((await run('other')).code).toBe(2);
});

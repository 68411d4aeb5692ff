import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

const resource = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
const id = '5f0c3a52-7c1f-4a39-9a07-2f6f3f0f0e7b';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into tpp_notifications.subscription values
       ('01', 'payment', '${resource}', 'PSDDE-BAFIN-1', 'https://a.tpp.test/', '{PROCESS}', '2026-01-01')`,
  );
  await database.query(
    `insert into tpp_notifications.notification
       (bank_id, notification_id, resource_kind, resource_id, organisation_id, status_kind, status, is_replaceable,
        state, attempts, failure, created_at, ended_at)
     values ('01', '${id}', 'payment', '${resource}', 'PSDDE-BAFIN-1', 'transactionStatus', 'ACSC', false,
             'dead', 11, 'timeout', '2026-01-01', '2026-01-04')`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

async function run(...words: readonly string[]): Promise<readonly [number, string]> {
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_BANKS: '01,02' };
  const { code, text } = await runWith(settings, ['notifications', ...words]);
  return [code, text];
}

it('messages to third parties that were given up are listed, and sent again', async () => {
  expect(await run('list', '--all-banks')).toEqual([
    0,
    `bank 01: ${id}: PSDDE-BAFIN-1, payment ${resource} ACSC, 11 attempts, timeout, given up 2026-01-04T00:00:00.000Z\nbank 02: no message was given up`,
  ]);
  expect(JSON.parse((await run('list', '--bank', '01', '--json'))[1])).toMatchObject({
    notifications: [{ bank: '01', id, organisation: 'PSDDE-BAFIN-1', failure: 'timeout', attempts: 11 }],
  });
  const resend = (...words: readonly string[]) => run('resend', '--bank', '01', ...words);
  expect(await resend('--organisation', 'PSDDE-BAFIN-2')).toEqual([
    1,
    'bank 01: 0 messages will be sent again',
  ]);
  expect((await resend())[0]).toBe(2);
  expect((await resend('--all', '--id', id))[0]).toBe(2);
  expect(await resend('--id', id)).toEqual([0, 'bank 01: 1 messages will be sent again']);
  expect(await run('list', '--bank', '01')).toEqual([0, 'bank 01: no message was given up']);
  expect(await resend('--all')).toEqual([1, 'bank 01: 0 messages will be sent again']);
});

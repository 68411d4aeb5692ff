import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPorts, type ProductPorts } from '#apps/compose/build-ports.ts';
import { createRuntime } from '#apps/create-runtime.ts';
import { type ProductKeys, requireProductKeys } from '#apps/product-keys.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { listSetAsideRows } from '#platform/work/set-aside.ts';
import { bankCronJobs } from './bank-jobs.ts';

let database: TestDatabase;
let ports: ProductPorts;
let productKeys: ProductKeys;
let runtime: Awaited<ReturnType<typeof createRuntime>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = loadConfig(
    {
      PORTICO_BANKS: '01,02',
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
      PORTICO_DATABASE_CHECKSUMS: 'optional',
      PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
      PORTICO_LOG_LEVEL: 'fatal',
    },
    () => '',
  );
  runtime = await createRuntime(config);
  productKeys = await requireProductKeys(runtime, database.app);
  ports = await buildPorts(runtime, { database: database.app, productKeys });
  // Every command fails in the first bank, because it writes an audit entry.
  await database.query(`
    create function public.fail_first_bank() returns trigger language plpgsql as $$
    begin raise exception 'the first bank cannot be written to'; end $$`);
  await database.query(`
    create trigger fail_first_bank before insert on platform.audit_entry for each row
      when (new.bank_id = '01') execute function public.fail_first_bank()`);
});
afterAll(async () => {
  await ports.close();
  await productKeys.close();
  runtime.metrics.close();
  await database[Symbol.asyncDispose]();
});

/** Timed work that writes in every run, whatever there is to do. */
const savesAlways = [
  'provide-signing-keys',
  'purge-codes',
  'clean-up-authorization',
  'clean-up-identity',
  'clean-up-parties',
];

test('timed work runs for the second bank although it fails for the first, and the failures are listed', async () => {
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 1 });
  for (const job of bankCronJobs(runtime, database.app, ports)) await job.run().catch(() => undefined);
  const audited = await database.query<{ operation: string; bank_id: string }>(
    'select distinct operation, bank_id from platform.audit_entry',
  );
  for (const operation of savesAlways) expect(audited).toContainEqual({ operation, bank_id: '02' });
  expect(audited.filter(({ bank_id: bankId }) => bankId === '01')).toEqual([]);
  const listed = new Set((await listSetAsideRows(worker)).map(({ bankId, job }) => `${bankId} ${job}`));
  for (const job of [
    'provide-signing-keys/bank',
    'purge-codes/bank',
    'clean-up-authorization/bank',
    'clean-up-parties/bank',
  ])
    expect(listed).toContain(`01 ${job}`);
  // Its kinds are isolated from each other, so the run as a whole succeeds.
  expect(listed).toContain('01 clean-up-identity/purge');
  expect([...listed].filter((line) => line.startsWith('02'))).toEqual([]);
});

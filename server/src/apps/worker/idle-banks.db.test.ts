import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPorts, type ProductPorts } from '#apps/compose/build-ports.ts';
import { createRuntime } from '#apps/create-runtime.ts';
import { type ProductKeys, requireProductKeys } from '#apps/product-keys.ts';
import { authorizationCapability, dispatchCodes } from '#capabilities/authorization/index.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { bankCronJobs } from './bank-jobs.ts';

let database: TestDatabase;
let ports: ProductPorts;
let productKeys: ProductKeys;
let runtime: Awaited<ReturnType<typeof createRuntime>>;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const config = loadConfig(
    {
      PORTICO_BANKS: '01,02',
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
      PORTICO_DATABASE_CHECKSUMS: 'optional',
      PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
    },
    () => '',
  );
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  runtime = { ...(await createRuntime(config)), log: createLogger({ level: 'info', destination }) };
  productKeys = await requireProductKeys(runtime, database.app);
  ports = await buildPorts(runtime, { database: database.app, productKeys });
});
afterAll(async () => {
  await ports.close();
  await productKeys.close();
  runtime.metrics.close();
  await database[Symbol.asyncDispose]();
});

const auditEntries = (): Promise<readonly { operation: string }[]> =>
  database.query<{ operation: string }>('select operation from platform.audit_entry order by occurred_at');

/** Runs at least every quarter of an hour. */
const isFrequent = ({ cron }: { readonly cron: string }): boolean => cron.startsWith('*');

test('frequent timed work of an idle bank writes no audit entry and no log line', async () => {
  const jobs = bankCronJobs(runtime, database.app, ports).filter(isFrequent);
  expect(jobs.length).toBeGreaterThan(12);
  // What the first run of a new installation prepares is not repeated.
  for (const job of jobs) await job.run();
  const [entriesBefore, linesBefore] = [await auditEntries(), lines.length];
  for (let minute = 0; minute < 3; minute += 1) {
    for (const job of jobs) await job.run();
    for (const bankId of runtime.config.banks) {
      const work = { job: 'hand-over-codes', bankId, requestId: 'test' };
      const context = systemContext({ ...runtime, app: database.app }, work);
      await dispatchCodes({ ...context, ...ports.of(authorizationCapability) });
    }
  }
  expect((await auditEntries()).slice(entriesBefore.length)).toEqual([]);
  expect(lines.slice(linesBefore)).toEqual([]);
});

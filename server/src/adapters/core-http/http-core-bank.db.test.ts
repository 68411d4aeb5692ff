import { randomUUID } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { coreBankSuite } from '#capabilities/core-banking/testing/core-bank.suite.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createCoreIdentities, egressTo } from './core-identities.suite.ts';
import { startExampleCore } from './example-core-process.suite.ts';
import { createHttpHarness } from './http-harness.suite.ts';

await using started = new AsyncDisposableStack();
const [database, identities] = await Promise.all([
  createTestDatabase({ poolSize: 6 }),
  createCoreIdentities(),
]);
started.use(database);
started.use(identities);
const process = started.use(await startExampleCore(database.appUrl, randomUUID(), identities));
const egress = started.use(egressTo(process.url, identities, identities.client));
const running = started.move();
afterAll(() => running.disposeAsync());

describe('the example core behind the connector', () => {
  coreBankSuite(() => createHttpHarness({ database: database.app, process, egress, url: process.url }));
});

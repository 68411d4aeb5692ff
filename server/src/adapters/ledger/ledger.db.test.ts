import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { coreBankSuite } from '#capabilities/core-banking/testing/core-bank.suite.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createLedgerHarness } from './ledger-harness.suite.ts';

const database = await createTestDatabase({ poolSize: 12 });
afterAll(() => database[Symbol.asyncDispose]());

coreBankSuite(async () => createLedgerHarness(database.app));

test('an entry that waited over midnight is booked after the entries of the new day', async () => {
  await using harness = createLedgerHarness(database.app, '2026-11-16T22:59:00Z');
  const euros = (minor: bigint) => ({ currency: 'EUR' as const, minor });
  const accountId = await harness.openAccount({ owner: '1001' });
  await harness.receive(accountId, euros(100n));
  harness.clock.set('2026-11-16T23:00:01Z');
  await harness.receive(accountId, euros(10n));
  // Decided before midnight in Berlin, or by a process whose clock is behind.
  harness.clock.set('2026-11-16T22:59:59Z');
  await harness.receive(accountId, euros(1n));
  harness.clock.set('2026-11-17T09:00:00Z');
  await harness.closeDays();
  const closing = async () => (await harness.core.balancesOf(accountId))[0]?.closing;
  expect(await closing()).toEqual({ amount: euros(100n), day: Temporal.PlainDate.from('2026-11-16') });
  harness.clock.set('2026-11-18T09:00:00Z');
  await harness.closeDays();
  expect(await closing()).toEqual({ amount: euros(111n), day: Temporal.PlainDate.from('2026-11-17') });
});

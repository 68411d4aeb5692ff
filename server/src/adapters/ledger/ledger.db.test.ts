import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
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

async function activitiesIn(core: CoreBank): Promise<readonly string[]> {
  const { changes } = await core.changesSince(undefined, 1_000);
  return changes.flatMap((change) =>
    change.kind === 'customer'
      ? [`${change.customer.customerNumber} ${change.customer.lastActiveOn.toString()}`]
      : [],
  );
}

test('an order or a card makes all holders of the account active, once a day; money that comes in does not', async () => {
  await using harness = createLedgerHarness(database.app, '2026-11-16T22:30:00Z');
  const euros = (minor: bigint) => ({ currency: 'EUR' as const, minor });
  const joint = await harness.openAccount({ owner: '1001', coHolders: ['1002'] });
  const other = await harness.openAccount({ owner: '1003' });
  await harness.receive(joint, euros(1_000n));
  await harness.receive(other, euros(1_000n));
  const pay = async (accountId: string): Promise<void> => {
    const reference = await harness.reserveCard(accountId, euros(10n));
    if (reference === undefined) throw new Error('no funds');
    await harness.bookCard(reference);
  };
  await pay(joint);
  await pay(joint);
  const read = () => activitiesIn(harness.core);
  await expect.poll(read, { timeout: 30_000 }).toEqual(['1001 2026-11-16', '1002 2026-11-16']);
  // Midnight of the bank, not of the server.
  harness.clock.set('2026-11-16T23:00:01Z');
  await pay(joint);
  // The change of the first day says how things are now.
  await expect
    .poll(read, { timeout: 30_000 })
    .toEqual(['1001 2026-11-17', '1002 2026-11-17', '1001 2026-11-17', '1002 2026-11-17']);
});

test('parallel payments from two accounts of one customer report one activity', async () => {
  await using harness = createLedgerHarness(database.app);
  const euros = (minor: bigint) => ({ currency: 'EUR' as const, minor });
  const accounts = await Promise.all(
    [1, 2, 3].map(() => harness.openAccount({ owner: '1001', coHolders: ['1002'] })),
  );
  for (const accountId of accounts) await harness.receive(accountId, euros(1_000n));
  const references = await Promise.all(
    accounts.flatMap((accountId) => [1, 2, 3].map(() => harness.reserveCard(accountId, euros(10n)))),
  );
  const reserved = references.filter((reference) => reference !== undefined);
  expect(reserved).toHaveLength(9);
  await Promise.all(reserved.map((reference) => harness.bookCard(reference)));
  await expect
    .poll(() => activitiesIn(harness.core), { timeout: 30_000 })
    .toEqual(['1001 2026-11-16', '1002 2026-11-16']);
});

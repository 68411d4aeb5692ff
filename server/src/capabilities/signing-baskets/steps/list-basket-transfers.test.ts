import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedTransfers } from '#capabilities/sca/index.ts';
import {
  type BasketsTestApp,
  bulkFrom,
  createBasketsTestApp,
  entryOf,
  idOf,
  type TestHolder,
} from '../testing/baskets-test-app.suite.ts';

let app: BasketsTestApp;
beforeAll(async () => {
  app = await createBasketsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Initiates a bulk of so many transfers; returns its path. */
function bulkOf(holder: TestHolder, count: number): Promise<string> {
  const entries = Array.from({ length: count }, (_, index) => entryOf(`${index + 1}.00`));
  return app.pay(holder, {
    path: '/v1/bulk-payments/sepa-credit-transfers',
    body: bulkFrom(holder.iban, entries),
  });
}

/** Returns a page of a basket in short. */
async function pageOf(basket: string, page: number): Promise<string> {
  const { bankId, db, subjects } = app.context();
  const ref = { kind: 'signing-basket', id: idOf(basket) } as const;
  return shortly(await subjects['signing-basket']?.listTransfers?.(db, bankId, ref, page));
}

function shortly(listed: ListedTransfers | undefined): string {
  if (listed === undefined) return 'none';
  const { from, member, transfers } = listed;
  return `member ${member}: ${transfers.length} from ${from}`;
}

test('the pages of the bulks of a basket follow one another, the other members have none', async () => {
  const holder = await app.holder();
  const basket = await app.group(
    await bulkOf(holder, 101),
    await app.pay(holder),
    await bulkOf(holder, 2),
    await app.ask(holder),
  );
  const pages = await Promise.all([1, 2, 3, 4].map((page) => pageOf(basket, page)));
  expect(pages).toEqual(['member 0: 100 from 1', 'member 0: 1 from 101', 'member 2: 2 from 1', 'none']);
});

test('a basket without bulks, and an unknown one, have no pages', async () => {
  const holder = await app.holder();
  expect(await pageOf(await app.group(await app.pay(holder)), 1)).toBe('none');
  expect(await pageOf('/v1/signing-baskets/01a1dcbf-fdb1-7d5d-b669-60821bd6845c', 1)).toBe('none');
});

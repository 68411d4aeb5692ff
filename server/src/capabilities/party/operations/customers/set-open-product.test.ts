import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { recordOf } from '../../testing/party-reads.suite.ts';
import { createPartyTestApp, type PartyTestApp, prospectFields } from '../../testing/party-test-app.suite.ts';
import { setOpenProduct } from './set-open-product.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

async function statusAfter(partyNumber: string, hasOpenProduct: boolean): Promise<unknown> {
  await setOpenProduct(app.context(), { partyNumber, hasOpenProduct });
  return at(await recordOf(app, partyNumber), 'customer', 'status');
}

test('a prospect is active with the first product, former after the last, and active again with a new one', async () => {
  const number = await app.person(prospectFields());
  expect(await statusAfter(number, false)).toBe('prospective');
  expect(await statusAfter(number, true)).toBe('active');
  expect(await statusAfter(number, true)).toBe('active');
  expect(await statusAfter(number, false)).toBe('former');
  expect(await statusAfter(number, false)).toBe('former');
  expect(await statusAfter(number, true)).toBe('active');
});

test('a customer of the core that the bank does not know changes nothing', async () => {
  await expect(
    setOpenProduct(app.context(), { partyNumber: '0000000000', hasOpenProduct: true }),
  ).resolves.toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { recordOf } from '../../testing/party-reads.suite.ts';
import {
  createPartyTestApp,
  customerFields,
  type PartyTestApp,
  prospectFields,
} from '../../testing/party-test-app.suite.ts';
import { setOpenProduct } from './set-open-product.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp({ screening: { screen: async () => 'clear' } });
});
afterAll(() => app[Symbol.asyncDispose]());

async function statusAfter(partyNumber: string, hasOpenProduct: boolean): Promise<unknown> {
  await setOpenProduct(app.context(), { partyNumber, hasOpenProduct });
  return at(await recordOf(app, partyNumber), 'customer', 'status');
}

test('a customer is former after the last product, and active again with a new one', async () => {
  const number = await app.person({ ...customerFields(), 'birth-date': '1980-05-05' });
  expect(await statusAfter(number, true)).toBe('active');
  expect(await statusAfter(number, false)).toBe('former');
  expect(await statusAfter(number, false)).toBe('former');
  expect(await statusAfter(number, true)).toBe('active');
});

test('a prospect stays one with a product, until the screening is clear and the data complete', async () => {
  const number = await app.person(prospectFields());
  expect(await statusAfter(number, false)).toBe('prospective');
  expect(await statusAfter(number, true)).toBe('prospective');
  expect(await statusAfter(number, false)).toBe('prospective');
});

test('a customer of the core that the bank does not know changes nothing', async () => {
  await expect(
    setOpenProduct(app.context(), { partyNumber: '0000000000', hasOpenProduct: true }),
  ).resolves.toBeUndefined();
});

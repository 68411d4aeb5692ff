import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../testing/party-test-app.suite.ts';
import { mergeParties } from './merge-parties.ts';
import { numbersOf } from './numbers-of.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const ask = async (customerNumber: string): Promise<readonly string[]> =>
  numbersOf(app.context().db, { bankId: '01', customerNumber });

test('the numbers of a party are that of the record that stayed and of all that were merged into it', async () => {
  const [first, second, last] = [await app.person(), await app.person(), await app.person()];
  expect(await ask(second)).toEqual([second]);
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
  for (const number of [first, second, last]) {
    const [survivor, ...former] = await ask(number);
    expect([survivor, former.toSorted()]).toEqual([last, [first, second].toSorted()]);
  }
  expect(await ask('nobody')).toEqual(['nobody']);
});

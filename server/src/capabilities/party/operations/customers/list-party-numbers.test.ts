import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { listPartyNumbers } from './list-party-numbers.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const ask = async (customerNumber: string): Promise<readonly string[]> =>
  listPartyNumbers(app.context().db, { bankId: '01', customerNumber });

test('the numbers of a party are those of the surviving record and of all records merged into it', async () => {
  const [first, second, last] = [await app.person(), await app.person(), await app.person()];
  expect(await ask(second)).toEqual([second]);
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
  for (const number of [first, second, last]) {
    const [survivor, ...former] = await ask(number);
    expect([survivor, former.toSorted()]).toEqual([last, [first, second].toSorted()]);
  }
  expect(await ask('unknown')).toEqual(['unknown']);
});

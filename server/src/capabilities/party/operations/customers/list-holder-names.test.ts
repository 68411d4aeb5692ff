import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { listHolderNames } from './list-holder-names.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const ask = (...partyNumbers: string[]): ReturnType<typeof listHolderNames> =>
  listHolderNames(app.context(), app.context().db, { bankId: '01', partyNumbers });

test('names are found by number; a merged record has those of the surviving one', async () => {
  const [first, second] = [await app.person(), await app.person()];
  const names = await ask(first, second, 'unknown');
  expect([...names.keys()].toSorted()).toEqual([first, second].toSorted());
  expect(names.get(second)).toMatchObject({ kind: 'individual', formerSurnames: [] });
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  expect((await ask(first)).get(first)).toEqual(names.get(second));
});

test('nothing is found of an erased party', async () => {
  const number = await app.person();
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number });
  expect((await ask(number)).size).toBe(0);
});

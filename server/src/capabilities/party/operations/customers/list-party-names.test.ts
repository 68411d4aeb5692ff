import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { listPartyNames } from './list-party-names.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const ask = async (...partyNumbers: string[]): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(await listPartyNames(app.context(), app.context().db, { bankId: '01', partyNumbers }));

test('names are found by number; a merged record has that of the surviving one', async () => {
  const [first, second] = [await app.person(), await app.person()];
  const names = await ask(first, second, 'unknown');
  expect(Object.keys(names).toSorted()).toEqual([first, second].toSorted());
  expect(names[second]).toMatch(/^\S+ \S+/);
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  expect((await ask(first))[first]).toBe(names[second]);
});

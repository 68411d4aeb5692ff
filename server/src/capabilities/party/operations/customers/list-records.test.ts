import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { listRecords } from './list-records.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

async function numbersOf(bankId: string, listMax: number): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let after = ''; ; after = numbers.at(-1) ?? '') {
    const page = await listRecords(app.context(bankId).db, { bankId, after, listMax });
    numbers.push(...page.map(({ partyNumber }) => partyNumber));
    if (page.length < listMax) return numbers;
  }
}

test('records come page by page, each once, and those of a bank alone', async () => {
  const own = [await app.person(), await app.organization(), await app.person()];
  expect(await numbersOf('01', 2)).toEqual(own.toSorted());
  expect(await numbersOf('nl', 2)).toEqual([]);
});

test('a merged record stays in the list; of an erased one the list says so', async () => {
  const [merged, survivor] = [await app.person(), await app.person()];
  await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  expect(await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: survivor })).toBe('erased');
  const records = await listRecords(app.context().db, { bankId: '01', after: '', listMax: 100 });
  const statesOf = (number: string) => records.filter(({ partyNumber }) => partyNumber === number);
  expect(statesOf(merged)).toHaveLength(1);
  expect(statesOf(survivor)).toEqual([{ partyNumber: survivor, isErased: true }]);
});

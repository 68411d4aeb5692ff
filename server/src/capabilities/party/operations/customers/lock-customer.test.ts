import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { lockCustomer } from './lock-customer.ts';
import { lockStanding } from './lock-standing.ts';
import { resolveSurvivors } from './resolve-survivors.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const within = <Result>(use: (work: Work) => Promise<Result>): Promise<Result> =>
  runCommand(app.context(), async (work) => {
    const result = await use(work);
    work.audit({ aggregateKind: 'test', aggregateId: 'test', changes: [] });
    return result;
  });
const merge = (partyNumber: string, survivorPartyNumber: string): Promise<void> =>
  mergeParties(app.context(), { partyNumber, survivorPartyNumber });
const erase = async (partyNumber: string): Promise<void> => {
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...app.context(), erasureLedger }, { partyNumber });
};
const reportDeath = (number: string, source: string): Promise<unknown> =>
  app.post(`/parties/individuals/${number}/death-report`, { 'date-of-death': '2026-11-01', source });
const standing = (customerNumber: string): ReturnType<typeof lockStanding> =>
  within((work) => lockStanding(work, { bankId: '01', customerNumber }));
const lock = (customerNumber: string): ReturnType<typeof lockCustomer> =>
  within((work) => lockCustomer(app.context(), work, customerNumber));

test('a number resolves to the surviving record, over all merges; an unknown one to itself', async () => {
  const [first, second, third] = [await app.person(), await app.person(), await app.person()];
  await merge(first, second);
  await merge(second, third);
  const numbers = { bankId: '01', customerNumbers: [first, second, third, 'unknown', first] };
  expect([...(await resolveSurvivors(app.context().db, numbers))]).toEqual([
    [first, third],
    [second, third],
    [third, third],
    ['unknown', 'unknown'],
  ]);
  const elsewhere = { bankId: '02', customerNumbers: [first] };
  expect([...(await resolveSurvivors(app.context('02').db, elsewhere))]).toEqual([[first, first]]);
  expect(await standing(first)).toEqual({ partyNumber: third, state: 'living' });
  expect(await lock(first)).toMatchObject({ partyNumber: third, isMerged: true });
  const { formerNumbers, isMerged } = (await lock(third)) ?? {};
  expect([isMerged, formerNumbers?.toSorted()]).toEqual([false, [first, second].toSorted()]);
});

test('deceased, erased and unknown parties are distinguished', async () => {
  const [dead, erased] = [await app.person(), await app.person()];
  await reportDeath(dead, 'certificate');
  await erase(erased);
  expect(await standing(dead)).toEqual({ partyNumber: dead, state: 'deceased' });
  expect(await standing(erased)).toEqual({ partyNumber: erased, state: 'erased' });
  expect(await standing('unknown')).toBeUndefined();
  expect(await lock(dead)).toMatchObject({ isDeceased: true });
  expect(await lock(erased)).toBeUndefined();
  expect(await lock('unknown')).toBeUndefined();
});

test('a party is restricted while a death report is not confirmed', async () => {
  const number = await app.person();
  expect(await lock(number)).toMatchObject({ isRestricted: false, isDeceased: false });
  await reportDeath(number, 'relative');
  expect(await lock(number)).toMatchObject({ isRestricted: true, isDeceased: false });
});

test('a record that is merged while a command waits for its lock resolves to the survivor', async () => {
  const [gone, stays] = [await app.person(), await app.person()];
  const [found] = await Promise.all([standing(gone), merge(gone, stays)]);
  expect([gone, stays]).toContain(found?.partyNumber);
  expect(await standing(gone)).toEqual({ partyNumber: stays, state: 'living' });
});

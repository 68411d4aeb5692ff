import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { findPartyKind } from './find-party-kind.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

type Caller = ReturnType<PartyTestApp['context']>['caller'];

function kindOf(number: string, bankId?: string, caller?: Caller): ReturnType<typeof findPartyKind> {
  const context = app.context(bankId);
  return findPartyKind({ ...context, caller: caller ?? context.caller }, context.db, number);
}

test('a person is an individual, a company an organization', async () => {
  expect(await kindOf(await app.person())).toBe('individual');
  expect(await kindOf(await app.organization())).toBe('organization');
});

test('an unknown number has none, nor has one of another bank', async () => {
  expect(await kindOf('9999999999')).toBeUndefined();
  expect(await kindOf(await app.person(), 'nl')).toBeUndefined();
});

test('a caller who may not see the party gets none; the customer gets the own one', async () => {
  const [own, other] = [await app.person(), await app.person()];
  const customer: Caller = {
    kind: 'customer',
    clientId: 'app',
    bankId: '01',
    scopes: new Set(),
    binding: 'none',
    assurance: 'sca',
    authenticatedAt: app.clock.now(),
    userId: 'user-1',
    customerNumber: own,
    actingFor: undefined,
    deviceId: undefined,
  };
  expect(await kindOf(own, undefined, customer)).toBe('individual');
  expect(await kindOf(other, undefined, customer)).toBeUndefined();
});

test('a merged record has the kind of the surviving one, over any number of steps; an erased one has none', async () => {
  const [first, second, last] = [await app.person(), await app.person(), await app.person()];
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
  expect(await kindOf(first)).toBe('individual');
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  expect(await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: last })).toBe('erased');
  expect(await kindOf(last)).toBeUndefined();
  expect(await kindOf(first)).toBeUndefined();
});

test('nothing is decrypted: also a record whose key was lost with a backup has none instead of an error', async () => {
  const number = await app.person();
  await app.database.query('update party.party set personal = $2 where party_number = $1', [
    number,
    Buffer.from('damaged'),
  ]);
  expect(await kindOf(number)).toBe('individual');
  await app.database.query('delete from party.party_key where party_number = $1', [number]);
  expect(await kindOf(number)).toBeUndefined();
});

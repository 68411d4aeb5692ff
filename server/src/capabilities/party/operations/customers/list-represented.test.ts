import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { listRepresented } from './list-represented.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const seen = async (partyNumber: string, day = '2026-11-17'): Promise<readonly string[]> => {
  const ctx = app.context();
  const found = await listRepresented(ctx, ctx.db, {
    bankId: '01',
    partyNumber,
    day: Temporal.PlainDate.from(day),
  });
  return found.map(({ customerNumber }) => customerNumber);
};

const write = (from: string, to: string, role: 'principal' | 'proxy', until: string | null = null) =>
  app.database.query(
    `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope,
       valid_from, valid_until, recorded_at)
     values ('01', gen_random_uuid(), $1, $2, 'mandate', $3, '{document}', '2026-11-10', $4, now())`,
    [from, to, role, until],
  );

test('listRepresented lists organizations by name, whichever side recorded the mandate, and no persons', async () => {
  const [proxy, mother] = [await app.person(), await app.person()];
  const [first, second] = [
    await app.organization({ 'commercial-name': 'Zebra' }),
    await app.organization({ 'commercial-name': 'Aachener' }),
  ];
  await write(first, proxy, 'principal');
  await write(proxy, second, 'proxy');
  await write(mother, proxy, 'principal');
  expect(await seen(proxy)).toEqual([second, first]);
  expect([await seen(mother), await seen(first)]).toEqual([[], []]);
});

test('listRepresented lists none before and after the days of a mandate, once it is ended, or erased', async () => {
  const [proxy, principal, erased] = [await app.person(), await app.organization(), await app.organization()];
  await write(principal, proxy, 'principal', '2026-11-20');
  const days = ['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21'];
  expect(await Promise.all(days.map((day) => seen(proxy, day)))).toEqual([[], [principal], [principal], []]);
  await app.database.query(
    `update party.party_relationship set superseded_at = now() where from_party = $1`,
    [principal],
  );
  expect(await seen(proxy)).toEqual([]);
  await write(erased, proxy, 'principal');
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: erased });
  expect(await seen(proxy)).toEqual([]);
});

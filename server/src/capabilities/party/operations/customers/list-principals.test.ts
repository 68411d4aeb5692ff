import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { listPrincipals } from './list-principals.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const seen = (partyNumber: string, day = '2026-11-17', resourceKind = 'payment') =>
  listPrincipals(app.context().db, {
    bankId: '01',
    partyNumber,
    day: Temporal.PlainDate.from(day),
    resourceKind,
  });

/** A mandate from the first of its days to the last, written from either side. */
const write = (from: string, to: string, role: 'principal' | 'proxy', until: string | null = null) =>
  app.database.query(
    `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope,
       valid_from, valid_until, recorded_at)
     values ('01', gen_random_uuid(), $1, $2, 'mandate', $3, '{payment,consent}', '2026-11-10', $4, now())`,
    [from, to, role, until],
  );

describe('listPrincipals', () => {
  test('returns those for whom a party may act, whichever side recorded it', async () => {
    const [proxy, one, other] = [await app.person(), await app.person(), await app.person()];
    await write(one, proxy, 'principal');
    await write(proxy, other, 'proxy');
    expect(await seen(proxy)).toEqual([one, other].toSorted());
    expect([await seen(one), await seen(other)]).toEqual([[], []]);
  });

  test('returns none outside the days of a mandate, and none for another kind of resource', async () => {
    const [proxy, principal] = [await app.person(), await app.person()];
    await write(principal, proxy, 'principal', '2026-11-20');
    const days = ['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21'];
    expect(await Promise.all(days.map((day) => seen(proxy, day)))).toEqual([
      [],
      [principal],
      [principal],
      [],
    ]);
    expect(await seen(proxy, '2026-11-17', 'document')).toEqual([]);
    await app.database.query(
      `update party.party_relationship set superseded_at = now() where from_party = $1`,
      [principal],
    );
    expect(await seen(proxy)).toEqual([]);
  });
});

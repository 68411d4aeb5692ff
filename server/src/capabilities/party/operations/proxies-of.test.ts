import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { writeRepresentatives } from '../steps/write-representatives.ts';
import {
  createPartyTestApp,
  organizationCustomerFields,
  type PartyTestApp,
} from '../testing/party-test-app.suite.ts';
import { proxiesOf } from './proxies-of.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Each as `number from until`. */
async function seen(partyNumber: string, bankId = '01'): Promise<readonly string[]> {
  const proxies = await proxiesOf(app.context(bankId).db, { bankId, partyNumber });
  return proxies
    .map((proxy) =>
      [proxy.partyNumber, proxy.validFrom, proxy.validUntil ?? 'on'].map((part) => part.toString()).join(' '),
    )
    .toSorted();
}

interface Written {
  readonly from: string;
  readonly to: string;
  readonly role: 'principal' | 'proxy';
  readonly until?: string;
  readonly supersededAt?: string;
}

/** No command writes a mandate from the proxy's side yet; core systems may. */
const write = ({ from, role, supersededAt, to, until }: Written) =>
  app.database.query(
    `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope,
       valid_from, valid_until, recorded_at, superseded_at)
     values ('01', gen_random_uuid(), $1, $2, 'mandate', $3, '{payment}', '2020-02-29', $4, now(), $5)`,
    [from, to, role, until ?? null, supersededAt ?? null],
  );

describe('proxiesOf', () => {
  test('tells of mandates whichever side wrote them down, and of none that the party holds itself', async () => {
    const [principal, one, other] = [await app.person(), await app.person(), await app.person()];
    await write({ from: principal, to: one, role: 'principal' });
    await write({ from: other, to: principal, role: 'proxy' });
    expect(await seen(principal)).toEqual([`${one} 2020-02-29 on`, `${other} 2020-02-29 on`].toSorted());
    expect([await seen(one), await seen(other)]).toEqual([[], []]);
  });

  test('tells of those who represent an organization, from the day on that they do', async () => {
    const proxy = await app.person();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    expect(await seen(organization)).toEqual([`${proxy} 2026-11-15 on`]);
  });

  test('tells of all dates and judges none: what is over and what is to come are both listed', async () => {
    const [principal, former] = [await app.person(), await app.person()];
    await write({ from: principal, to: former, role: 'principal', until: '2021-12-31' });
    expect(await seen(principal)).toEqual([`${former} 2020-02-29 2021-12-31`]);
  });

  test('leaves out what was superseded, on either side', async () => {
    const [principal, one, other] = [await app.person(), await app.person(), await app.person()];
    const supersededAt = '2026-01-01T00:00:00Z';
    await write({ from: principal, to: one, role: 'principal', supersededAt });
    await write({ from: other, to: principal, role: 'proxy', supersededAt });
    expect(await seen(principal)).toEqual([]);
  });

  test('a representative who is named anew has one mandate that lasts, beside the one that ended', async () => {
    const proxy = await app.person();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    app.clock.advance({ hours: 48 });
    const ctx = app.context();
    await runCommand(ctx, async (work) => {
      const representatives = [{ partyNumber: proxy, role: 'proxy', signingGroup: 'B' }] as const;
      await writeRepresentatives(ctx, work, { partyNumber: organization, representatives });
      work.audit({ aggregateKind: 'party', aggregateId: organization, changes: [] });
    });
    expect(await seen(organization)).toEqual([`${proxy} 2026-11-15 2026-11-16`, `${proxy} 2026-11-17 on`]);
  });

  test('other ties are no mandates, and no other bank sees any', async () => {
    const [principal, kin, proxy] = [await app.person(), await app.person(), await app.person()];
    await app.database.query(
      `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, valid_from, recorded_at)
       values ('01', gen_random_uuid(), $1, $2, 'kinship', 'parent', '2001-01-01', now())`,
      [principal, kin],
    );
    expect(await seen(principal)).toEqual([]);
    await write({ from: principal, to: proxy, role: 'principal' });
    expect(await seen(principal, 'nl')).toEqual([]);
    expect(await seen('1000000000')).toEqual([]);
  });

  test('is read in whatever transaction the asker is in', async () => {
    const proxy = await app.person();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    const ctx = app.context();
    const found = await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'party', aggregateId: organization, changes: [] });
      return proxiesOf(work, { bankId: '01', partyNumber: organization });
    });
    expect(found.map(({ partyNumber }) => partyNumber)).toEqual([proxy]);
  });
});

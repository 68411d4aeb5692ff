import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import { writeRepresentatives } from '../../steps/relationships.ts';
import {
  createPartyTestApp,
  organizationCustomerFields,
  type PartyTestApp,
} from '../../testing/party-test-app.suite.ts';
import { listProxies } from './list-proxies.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Each as `number from until`. */
async function seen(partyNumber: string, bankId = '01'): Promise<readonly string[]> {
  const proxies = await listProxies(app.context(bankId).db, { bankId, partyNumber });
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

describe('listProxies', () => {
  test('returns mandates recorded from either side, and none that the party holds itself', async () => {
    const [principal, one, other] = [await app.person(), await app.person(), await app.person()];
    await write({ from: principal, to: one, role: 'principal' });
    await write({ from: other, to: principal, role: 'proxy' });
    expect(await seen(principal)).toEqual([`${one} 2020-02-29 on`, `${other} 2020-02-29 on`].toSorted());
    expect([await seen(one), await seen(other)]).toEqual([[], []]);
  });

  test('returns the representatives of an organization, with the day from which they represent it', async () => {
    const proxy = await app.person();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    expect(await seen(organization)).toEqual([`${proxy} 2026-11-15 on`]);
  });

  test('returns all dates and filters none: past and future mandates are listed', async () => {
    const [principal, former] = [await app.person(), await app.person()];
    await write({ from: principal, to: former, role: 'principal', until: '2021-12-31' });
    expect(await seen(principal)).toEqual([`${former} 2020-02-29 2021-12-31`]);
  });

  test('leaves out superseded mandates, on either side', async () => {
    const [principal, one, other] = [await app.person(), await app.person(), await app.person()];
    const supersededAt = '2026-01-01T00:00:00Z';
    await write({ from: principal, to: one, role: 'principal', supersededAt });
    await write({ from: other, to: principal, role: 'proxy', supersededAt });
    expect(await seen(principal)).toEqual([]);
  });

  test('returns one open mandate of a representative who is named again, beside the ended one', async () => {
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

  test('leaves out other relationships, and those of other banks', async () => {
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

  test('reads in the transaction of the caller', async () => {
    const proxy = await app.person();
    const organization = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    const ctx = app.context();
    const found = await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'party', aggregateId: organization, changes: [] });
      return listProxies(work, { bankId: '01', partyNumber: organization });
    });
    expect(found.map(({ partyNumber }) => partyNumber)).toEqual([proxy]);
  });
});

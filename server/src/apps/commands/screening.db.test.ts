import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partyCapability, registerParty, setOpenProduct } from '#capabilities/party/index.ts';
import { isCountry } from '#platform/kernel/country.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { at } from '#platform/testing/json-at.ts';
import { openResources } from '../program/open-resources.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now()
       from unnest(array['e-1', 'e-2', 'e-9']) as employee`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = (more: Settings = {}): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
  ...more,
});

async function run(
  line: string,
  more: readonly string[] = [],
  given = settings(),
): Promise<[number, string]> {
  const { code, text } = await runWith(given, ['parties', 'screening', ...line.split(' '), ...more]);
  return [code, text];
}

let made = 0;

/** Registers a customer as a channel does; no service screens in this installation. */
async function createCustomer(): Promise<string> {
  made += 1;
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ctx = {
    ...resources.contextFor('01'),
    ...(await resources.ports([partyCapability])).of(partyCapability),
  };
  const country = 'DE';
  assert(isCountry(country));
  const address = {
    streetName: 'Lindenstraße',
    buildingNumber: '12',
    postCode: '10969',
    townName: 'Berlin',
    country,
  };
  const { partyNumber } = await registerParty(ctx, {
    profile: 'customer',
    name: { kind: 'individual', givenName: 'Hand', surname: 'Arbeit' },
    birth: { date: `1980-01-0${made}`, place: 'Berlin', country: 'DE' },
    residence: { countryOfResidence: 'DE' },
    employment: { status: 'employed' },
    identification: { idKind: 'passport-number', idNumber: `L000000${made}` },
    contacts: (['primary', 'legal', 'delivery'] as const).map((usage) => ({
      method: 'postal',
      usage,
      address: { kind: 'postal', ...address },
    })),
  });
  return partyNumber;
}

async function setProduct(partyNumber: string, hasOpenProduct: boolean): Promise<void> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = (await resources.ports([partyCapability])).of(partyCapability);
  await setOpenProduct({ ...resources.contextFor('01'), ...ports }, { partyNumber, hasOpenProduct });
}

async function statusOf(number: string): Promise<unknown> {
  const [row] = await database.query('select customer_status from party.party where party_number = $1', [
    number,
  ]);
  return row?.['customer_status'];
}

const why = ['--reason', 'no match'] as const;

describe('parties screening', () => {
  it('makes a customer active by two employees, with a preview, and former by the last product', async () => {
    const number = await createCustomer();
    const target = `--bank 01 --party ${number} --outcome clear`;
    expect((await run('list --bank 01'))[1]).toMatch(new RegExp(`^${number}: open since `, 'm'));
    expect(await run(`propose ${target} --employee e-1`, why)).toEqual([
      0,
      expect.stringContaining(`${number}: clear proposed by e-1\n`),
    ]);
    expect((await run('list --bank 01'))[1]).toContain('clear proposed by e-1');
    const [code, preview] = await run(`confirm ${target} --employee e-2`);
    expect([code, preview]).toEqual([4, expect.stringMatching(/clear proposed by e-1 at .+: no match\n/)]);
    expect(await statusOf(number)).toBe('prospective');
    expect(await run(`confirm ${target} --employee e-2 --yes`)).toEqual([
      0,
      `${number}: clear confirmed by e-2, customer status active`,
    ]);
    await setProduct(number, true);
    expect(await statusOf(number)).toBe('active');
    await setProduct(number, false);
    expect(await statusOf(number)).toBe('former');
  });

  it('rejects a customer after a hit, and reopens after a rejected proposal', async () => {
    const number = await createCustomer();
    const target = `--bank 01 --party ${number} --outcome hit`;
    await run(`propose ${target} --employee e-1`, why);
    expect(await run(`reject ${target} --employee e-2`, ['--reason', 'another person'])).toEqual([
      0,
      `${number}: hit rejected by e-2; the screening is open`,
    ]);
    await run(`propose ${target} --employee e-2`, why);
    expect((await run(`confirm ${target} --employee e-1 --yes`))[1]).toContain('customer status rejected');
    expect(await statusOf(number)).toBe('rejected');
  });

  it('refuses the same employee twice', async () => {
    const number = await createCustomer();
    const target = `--bank 01 --party ${number} --outcome clear --employee e-1`;
    await run(`propose ${target}`, why);
    for (const [line, more] of [
      [`confirm ${target} --yes`, []],
      [`reject ${target}`, why],
    ] as const)
      expect(await run(line, more)).toEqual([1, expect.stringContaining('refused: screening-own-proposal.')]);
    expect(await statusOf(number)).toBe('prospective');
  });

  it('prints JSON, with what an open product of a prospect means', async () => {
    const number = await createCustomer();
    await setProduct(number, true);
    const [code, text] = await run('list --bank 01 --json');
    const rows: unknown = JSON.parse(text);
    const found = [at(rows, 'screenings')].flat().find((row) => at(row, 'party') === number);
    expect([code, found]).toEqual([
      0,
      { party: number, state: 'open', since: expect.any(String), hasOpenProduct: true, proposal: null },
    ]);
    expect((await run('list --bank 02'))[1]).toBe('bank 02: no screening is open');
  });

  it('refuses employees who are unknown or cut off', async () => {
    const number = await createCustomer();
    const target = `propose --bank 01 --party ${number} --outcome clear`;
    expect(await run(`${target} --employee E-1`, why)).toEqual([
      1,
      expect.stringContaining(
        'no employee with the id E-1 has signed in at bank 01; nothing was changed\ndid you mean e-1?',
      ),
    ]);
    await runWith(settings(), ['staff', 'cut-off', 'e-9', '--bank', '01', '--reason', 'left']);
    expect(await run(`${target} --employee e-9`, why)).toEqual([
      1,
      expect.stringContaining('e-9 is cut off; nothing was changed'),
    ]);
  });

  it.each([
    [
      'propose --bank 01 --party 1 --outcome maybe --employee e-1 --reason x',
      '--outcome must be one of: clear, hit',
    ],
    ['propose --bank 01 --party 1 --outcome clear --reason x', '--employee is missing'],
    ['confirm --bank 01 --outcome clear --employee e-1', '--party is missing'],
    ['reject --bank 01 --party 1 --outcome hit --employee e-1', '--reason is missing'],
  ])('called as %j says what is wrong', async (line, wrong) => {
    expect(await run(line)).toEqual([2, expect.stringContaining(wrong)]);
  });

  it('refuses unknown parties', async () => {
    const line = 'propose --bank 01 --party 9999999990 --outcome clear --employee e-1';
    expect(await run(line, why)).toEqual([1, 'refused: not-found. There is no such resource.']);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partyCapability, registerParty } from '#capabilities/party/index.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now()
       from unnest(array['e-1', 'e-2']) as employee`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function run(line: string): Promise<[number, string]> {
  const { code, text } = await runWith(settings(), ['parties', ...line.split(' ')]);
  return [code, text];
}

async function createContact(surname: string): Promise<string> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ctx = {
    ...resources.contextFor('01'),
    ...(await resources.ports([partyCapability])).of(partyCapability),
  };
  const name = { kind: 'individual', givenName: 'Ute', surname } as const;
  return (await registerParty(ctx, { profile: 'contact', name, contacts: [] })).partyNumber;
}

describe('parties status', () => {
  it('enters what happened to a party, and grants an appeal by two employees', async () => {
    const target = `--bank 01 --party ${await createContact('Status')}`;
    const change = (trigger: string): Promise<[number, string]> =>
      run(`status change ${target} --trigger ${trigger} --employee e-1 --reason letter`);
    expect(await change('first-contact')).toEqual([0, expect.stringMatching(/: prospective$/)]);
    expect(await change('customer-refused')).toEqual([0, expect.stringMatching(/: declined$/)]);
    expect(await change('bank-refused')).toEqual([
      1,
      expect.stringContaining('not possible from the present'),
    ]);
    expect(await change('new-interest')).toEqual([0, expect.stringMatching(/: prospective$/)]);
    expect(await change('bank-refused')).toEqual([0, expect.stringMatching(/: rejected$/)]);
    const appeal = (employee: string): Promise<[number, string]> =>
      run(`status grant-appeal ${target} --employee ${employee} --reason letter`);
    expect(await appeal('e-1')).toEqual([0, expect.stringContaining('next: another employee')]);
    expect(await appeal('e-2')).toEqual([0, expect.stringMatching(/: appeal granted$/)]);
    expect((await appeal('e-7'))[0]).toBe(1);
    expect((await change('activity'))[0]).toBe(2);
  });
});

describe('parties relationships', () => {
  it('enters, lists, changes and ends one', async () => {
    const [one, other] = [await createContact('Eins'), await createContact('Zwei')];
    const target = `--bank 01 --party ${one} --other ${other} --kind kinship`;
    const said = '--employee e-1 --reason letter';
    expect(await run(`relationships list --bank 01 --party ${one}`)).toEqual([0, `${one}: no relationships`]);
    expect(await run(`relationships enter ${target} --role kin --from 2020-01-01 ${said}`)).toEqual([
      0,
      `${one}: kin of ${other} from 2020-01-01 on`,
    ]);
    expect(await run(`relationships enter ${target} --role kin --from 2020-01-01 ${said}`)).toEqual([
      1,
      expect.stringContaining('already'),
    ]);
    expect((await run(`relationships change ${target} --role spouse --from 2024-06-01 ${said}`))[0]).toBe(0);
    expect(await run(`relationships end ${target} --on 2026-01-01 ${said}`)).toEqual([
      0,
      `${one}: no kinship with ${other} from 2026-01-01 on`,
    ]);
    expect((await run(`relationships list --bank 01 --party ${other}`))[1].split('\n')).toEqual([
      `kinship: kin of ${one}, 2020-01-01 to 2024-05-31`,
      `kinship: spouse of ${one}, 2024-06-01 to 2025-12-31`,
    ]);
  });

  it.each([
    ['a day that does not exist', '--kind kinship --role kin --from 2027-02-30 --employee e-1', 2],
    ['an unknown employee', '--kind kinship --role kin --from 2020-01-01 --employee e-7', 1],
    ['a mandate, which has terms', '--kind mandate --role proxy --from 2020-01-01 --employee e-1', 2],
  ])('refuses %s', async (_, options, code) => {
    const [one, other] = [await createContact('Eins'), await createContact('Zwei')];
    const line = `relationships enter --bank 01 --party ${one} --other ${other} ${options} --reason letter`;
    expect((await run(line))[0]).toBe(code);
  });
});

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
     values ('01', 'e-1', 'https://staff.test', 'e-1', null, '{}', now())`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function run(line: string): Promise<[number, string]> {
  const { code, text } = await runWith(settings(), ['parties', 'mandates', ...line.split(' ')]);
  return [code, text];
}

async function createContact(surname: string): Promise<string> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ctx = {
    ...resources.contextFor('01'),
    ...(await resources.ports([partyCapability])).of(partyCapability),
  };
  const { partyNumber } = await registerParty(ctx, {
    profile: 'contact',
    name: { kind: 'individual', givenName: 'Ute', surname },
    contacts: [],
  });
  return partyNumber;
}

describe('parties mandates', () => {
  it('enters, lists, changes and ends a mandate', async () => {
    const [principal, proxy] = [await createContact('Auftrag'), await createContact('Vertreter')];
    const target = `--bank 01 --party ${principal} --proxy ${proxy}`;
    const said = '--employee e-1 --reason letter';
    expect(await run(`list --bank 01 --party ${principal}`)).toEqual([0, `${principal}: no mandates`]);
    expect(await run(`grant ${target} --signing-group A --office director ${said}`)).toEqual([
      0,
      expect.stringContaining(`${proxy}: may act for ${principal}\n`),
    ]);
    expect((await run(`list --bank 01 --party ${principal}`))[1]).toMatch(
      new RegExp(`^${proxy}: \\d{4}-\\d\\d-\\d\\d to its end, everything, signs in A, director$`, 'm'),
    );
    const [again, refusal] = await run(`grant ${target} ${said}`);
    expect([again, refusal]).toEqual([1, expect.stringContaining('has a mandate already')]);
    expect((await run(`change ${target} --scope document ${said}`))[0]).toBe(0);
    expect((await run(`list --bank 01 --party ${principal}`))[1]).toContain('to its end, document');
    expect((await run(`end ${target} ${said}`))[0]).toBe(0);
    expect((await run(`end ${target} ${said}`))[0]).toBe(1);
  });

  it.each([
    ['a day that does not exist', '--from 2027-02-30 --employee e-1', 2, 'must be a day'],
    ['an employee whom nobody knows', '--employee e-7', 1, 'no employee with the id e-7'],
    ['a kind that nobody signs', '--scope everything --employee e-1', 1, 'at least one kind of resource'],
  ])('refuses %s', async (_, options, code, text) => {
    const [principal, proxy] = [await createContact('Auftrag'), await createContact('Vertreter')];
    const line = `grant --bank 01 --party ${principal} --proxy ${proxy} ${options} --reason letter`;
    expect(await run(line)).toEqual([code, expect.stringContaining(text)]);
  });
});

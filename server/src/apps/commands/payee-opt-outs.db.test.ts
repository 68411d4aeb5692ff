import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const { code, text } = await runWith(settings(), ['payee-opt-outs', ...line.split(' ')]);
  return [code, text];
}

type Name = Parameters<typeof registerParty>[1]['name'];

async function createParty(name: Name): Promise<string> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ctx = {
    ...resources.contextFor('01'),
    ...(await resources.ports([partyCapability])).of(partyCapability),
  };
  const { partyNumber } = await registerParty(ctx, { profile: 'contact', name, contacts: [] });
  return partyNumber;
}

it('enters, shows and ends the opt-out of a firm', async () => {
  const firm = await createParty({ kind: 'organization', commercialName: 'Bakery' });
  const target = `--bank 01 --customer ${firm}`;
  expect(await run(`show ${target}`)).toEqual([0, `${firm}: payees of its payments are verified`]);
  expect((await run(`set ${target} --employee e-1`))[0]).toBe(0);
  expect((await run(`show ${target}`))[1]).toMatch(
    new RegExp(`^${firm}: opted out for packages of payments, entered by e-1 at \\d{4}-`),
  );
  expect((await run(`end ${target} --employee e-1`))[0]).toBe(0);
  expect((await run(`end ${target} --employee e-1`))[0]).toBe(1);
  expect((await run(`show ${target}`))[1]).toContain('are verified');
});

it('refuses persons, and an employee who is not known', async () => {
  const person = await createParty({ kind: 'individual', givenName: 'Ute', surname: 'Auftrag' });
  const refused = await run(`set --bank 01 --customer ${person} --employee e-1`);
  expect(refused).toEqual([1, expect.stringContaining('Only firms can opt out')]);
  const unknown = await run(`set --bank 01 --customer ${person} --employee e-7`);
  expect(unknown).toEqual([1, expect.stringContaining('no employee with the id e-7')]);
});

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
  const { code, text } = await runWith(settings(), ['parties', 'name-secrecy', ...line.split(' ')]);
  return [code, text];
}

async function createPerson(): Promise<string> {
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ctx = {
    ...resources.contextFor('01'),
    ...(await resources.ports([partyCapability])).of(partyCapability),
  };
  const name = { kind: 'individual', givenName: 'Ute', surname: 'Auftrag' } as const;
  return (await registerParty(ctx, { profile: 'contact', name, contacts: [] })).partyNumber;
}

it('makes the name of a party secret, shows it and ends it', async () => {
  const person = await createPerson();
  const target = `--bank 01 --party ${person}`;
  expect((await run(`show ${target}`))[1]).toContain('the name is compared');
  expect(await run(`set ${target} --employee e-1`)).toEqual([0, `${person}: the name is secret`]);
  expect(await run(`show ${target}`)).toEqual([0, `${person}: the name is secret, entered by e-1`]);
  expect((await run(`end ${target} --employee e-1`))[0]).toBe(0);
  expect((await run(`end ${target} --employee e-1`))[0]).toBe(1);
  expect((await run(`show ${target}`))[1]).toContain('the name is compared');
});

it('refuses an employee who is not known', async () => {
  const unknown = await run(`set --bank 01 --party ${await createPerson()} --employee e-7`);
  expect(unknown).toEqual([1, expect.stringContaining('no employee with the id e-7')]);
});

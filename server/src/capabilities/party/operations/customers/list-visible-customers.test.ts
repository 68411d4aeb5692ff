import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Employee } from '#platform/auth/caller.ts';
import { createPartyTestApp, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { listVisibleCustomers } from './list-visible-customers.ts';

let app: PartyTestApp;

beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

function employee(roles: readonly string[], unit?: string): Employee {
  return {
    kind: 'employee',
    employeeId: 'e1',
    clientId: 'console',
    bankId: '01',
    scopes: new Set(),
    roles: new Set(roles),
    binding: 'none',
    unit,
    assurance: 'sca',
    authenticatedAt: app.clock.now(),
  };
}

test('staff see customers of their own units, staff of all units see all, and an unknown number is never visible', async () => {
  const [near, far] = [await app.person(), await app.person()];
  await app.database.query(`update party.party set servicing_unit = 'north' where party_number = $1`, [near]);
  const numbers = [near, far, '9999999990'];
  const known = async (caller: Employee): Promise<readonly string[]> => [
    ...(await listVisibleCustomers({ ...app.context(), caller }, app.context().db, numbers)),
  ];
  expect(await known(employee(['correspondent'], 'north'))).toEqual([near]);
  expect(await known(employee(['correspondent'], 'south'))).toEqual([]);
  expect(await known(employee(['correspondent']))).toEqual([]);
  expect(new Set(await known(employee(['party.all-units'])))).toEqual(new Set([near, far]));
});

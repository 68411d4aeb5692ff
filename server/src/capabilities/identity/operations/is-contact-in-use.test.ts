import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCustomerContacts } from '#capabilities/party/index.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../testing/party-test-server.suite.ts';
import { isContactInUse } from './is-contact-in-use.ts';

let world: IdentityTestApp;
let house: PartyTestServer;
beforeAll(async () => {
  world = await createIdentityTestApp();
  house = await createPartyTestServer(world);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const pointsOf = async (customerNumber: string): Promise<ReadonlyMap<string, string>> => {
  const context = world.context();
  const { party } = world.ports.authorization.correspondence;
  const reach = await getCustomerContacts({ ...context, ...party }, context.db, customerNumber);
  return new Map((reach?.points ?? []).map(({ details, id }) => [details.toLowerCase(), id]));
};

test('a contact by which a user of the customer signs in is in use, and others are not', async () => {
  const { customerNumber, email, phone, userId } = await house.customer();
  const points = await pointsOf(customerNumber);
  const inUse = (contactPointId: string, number = customerNumber): Promise<boolean> =>
    isContactInUse(world.context(), { customerNumber: number, contactPointId });
  expect(await inUse(points.get(email) ?? '')).toBe(true);
  expect(await inUse(points.get(phone) ?? '')).toBe(true);
  expect(await inUse('01a1dcbf-fdb1-7d5d-b669-60821bd6845c')).toBe(false);
  const other = await house.customer();
  expect(await inUse(points.get(email) ?? '', other.customerNumber)).toBe(false);
  expect(await inUse(points.get(email) ?? '', '9999999990')).toBe(false);
  const elsewhere = world.context('02');
  const asked = { customerNumber, contactPointId: points.get(email) ?? '' };
  expect(await isContactInUse(elsewhere, asked)).toBe(false);
  await world.database.query(
    `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
    [userId],
  );
  expect(await inUse(points.get(email) ?? '')).toBe(false);
});

test('a contact of the party that stayed is in use by a user who still has the number of the merged record', async () => {
  const [user, survivor] = [await house.customer(), await house.person()];
  await house.addContact(survivor.customerNumber, { method: 'email', address: { value: user.email } });
  await house.merge(user.customerNumber, survivor.customerNumber);
  const points = await pointsOf(survivor.customerNumber);
  const asked = { customerNumber: survivor.customerNumber, contactPointId: points.get(user.email) ?? '' };
  expect(await isContactInUse(world.context(), asked)).toBe(true);
});

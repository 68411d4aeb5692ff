import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCustomerContacts } from '#capabilities/party/index.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { isContactInUse } from './is-contact-in-use.ts';

let app: IdentityTestApp;
let server: PartyTestServer;
beforeAll(async () => {
  app = await createIdentityTestApp();
  server = await createPartyTestServer(app);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const pointsOf = async (customerNumber: string): Promise<ReadonlyMap<string, string>> => {
  const context = app.context();
  const { party } = app.ports.authorization.correspondence;
  const reach = await getCustomerContacts({ ...context, ...party }, context.db, customerNumber);
  return new Map((reach?.points ?? []).map(({ details, id }) => [details.toLowerCase(), id]));
};

/** The context of an operation, with the ports of parties that it reads. */
function contextOf(bankId?: string): Parameters<typeof isContactInUse>[0] {
  return { ...app.context(bankId), ...app.ports.authorization.correspondence.party };
}

test('a contact by which a user of the customer signs in is in use, and others are not', async () => {
  const { customerNumber, email, phone, userId } = await server.customer();
  const points = await pointsOf(customerNumber);
  const inUse = (contactPointId: string, number = customerNumber): Promise<boolean> =>
    isContactInUse(contextOf(), { customerNumber: number, contactPointId });
  expect(await inUse(points.get(email) ?? '')).toBe(true);
  expect(await inUse(points.get(phone) ?? '')).toBe(true);
  expect(await inUse('01a1dcbf-fdb1-7d5d-b669-60821bd6845c')).toBe(false);
  const other = await server.customer();
  expect(await inUse(points.get(email) ?? '', other.customerNumber)).toBe(false);
  expect(await inUse(points.get(email) ?? '', '9999999990')).toBe(false);
  const elsewhere = contextOf('02');
  const query = { customerNumber, contactPointId: points.get(email) ?? '' };
  expect(await isContactInUse(elsewhere, query)).toBe(false);
  await app.database.query(
    `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
    [userId],
  );
  expect(await inUse(points.get(email) ?? '')).toBe(false);
});

test('a contact of the surviving party is in use by a user who still has the number of the merged party', async () => {
  const [user, survivor] = [await server.customer(), await server.person()];
  await server.addContact(survivor.customerNumber, { method: 'email', address: { value: user.email } });
  await server.merge(user.customerNumber, survivor.customerNumber);
  const points = await pointsOf(survivor.customerNumber);
  const query = { customerNumber: survivor.customerNumber, contactPointId: points.get(user.email) ?? '' };
  expect(await isContactInUse(contextOf(), query)).toBe(true);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { RestrictedAct } from '../../ports/restrictions.ts';
import type { Mandates } from '../../store/users.read.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
  type TestPerson,
} from '../../testing/party-test-server.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { findOrganization } from './find-organization.ts';

type Granted = Awaited<ReturnType<Mandates>>[number];

let app: IdentityTestApp;
let parties: PartyTestServer;
/** Mandates by the number of the principal. */
const granted = new Map<string, readonly Granted[]>();
const forbidden = new Map<string, ReadonlySet<RestrictedAct>>();
beforeAll(async () => {
  app = await createIdentityTestApp({
    mandates: async (_db, { customerNumber }) => granted.get(customerNumber) ?? [],
    restrictions:
      () =>
      async (_db, { customerNumbers }) =>
        new Map([...forbidden].filter(([number]) => customerNumbers.includes(number))),
  });
  parties = await createPartyTestServer(app);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => {
  granted.clear();
  forbidden.clear();
});

let made = 0;

async function organization(): Promise<string> {
  made += 1;
  const response = await parties.send('POST', '/parties/organizations', {
    'registration-profile': 'contact',
    'commercial-name': `Nordwind ${made}`,
    phone: { number: `+4930901${String(20_000 + made)}` },
  });
  return String(at(response.body, 'id'));
}

function mandateOf({ customerNumber }: TestPerson, more: Partial<Granted> = {}): Granted {
  return {
    customerNumber,
    scope: ['document'],
    signingGroup: undefined,
    validFrom: app.clock.now().subtract({ hours: 1 }),
    validUntil: undefined,
    ...more,
  };
}

const find = (userId: string, number: string): Promise<string | undefined> =>
  findOrganization(app.context(), { userId, organization: number });

test('an organization is found for the user of a proxy, by a mandate of any scope', async () => {
  const [user, other, number] = [await parties.customer(), await parties.customer(), await organization()];
  granted.set(number, [mandateOf(user)]);
  expect(await find(user.userId, number)).toBe(number);
  expect(await find(other.userId, number)).toBeUndefined();
  expect(await find('usr_unknown', number)).toBeUndefined();
  expect(await find(user.userId, await organization())).toBeUndefined();
});

test('a mandate counts from its first moment to its last', async () => {
  const [user, number] = [await parties.customer(), await organization()];
  const now = app.clock.now();
  for (const [terms, isFound] of [
    [{ validFrom: now }, true],
    [{ validFrom: now.add({ milliseconds: 1 }) }, false],
    [{ validUntil: now.add({ milliseconds: 1 }) }, true],
    [{ validUntil: now }, false],
  ] as const) {
    granted.set(number, [mandateOf(user, terms)]);
    expect(await find(user.userId, number)).toBe(isFound ? number : undefined);
  }
});

test('a person is no organization, and the own number needs no mandate', async () => {
  const [user, person] = [await parties.customer(), await parties.person()];
  granted.set(person.customerNumber, [mandateOf(user)]);
  expect(await find(user.userId, person.customerNumber)).toBeUndefined();
  expect(await find(user.userId, user.customerNumber)).toBeUndefined();
});

test('a former number leads to the surviving organization, whose mandates count', async () => {
  const [user, merged, survivor] = [await parties.customer(), await organization(), await organization()];
  await parties.merge(merged, survivor);
  granted.set(merged, [mandateOf(user)]);
  expect(await find(user.userId, merged)).toBeUndefined();
  granted.set(survivor, [mandateOf(user)]);
  expect(await find(user.userId, merged)).toBe(survivor);
});

test('an erased organization is found for no one, and a suspended user finds none', async () => {
  const [user, number] = [await parties.customer(), await organization()];
  granted.set(number, [mandateOf(user)]);
  await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
  expect(await find(user.userId, number)).toBeUndefined();
  await changeUserState(app.context(), { userId: user.userId, to: 'active', reason: 'agent' });
  expect(await find(user.userId, number)).toBe(number);
  await parties.erase(number);
  expect(await find(user.userId, number)).toBeUndefined();
});

test('an organization with a login block is found for no one, as its own users cannot sign in', async () => {
  const [user, number] = [await parties.customer(), await organization()];
  granted.set(number, [mandateOf(user)]);
  forbidden.set(number, new Set(['sign', 'pay']));
  expect(await find(user.userId, number)).toBe(number);
  forbidden.set(number, new Set(['sign-in']));
  expect(await find(user.userId, number)).toBeUndefined();
  forbidden.clear();
  expect(await find(user.userId, number)).toBe(number);
});

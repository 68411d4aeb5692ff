import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { createUsers, noMandates } from '../../store/users.read.ts';
import { findUser } from '../../store/users.store.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { type RecoverySteps, reactTo, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import { signInBySms, walkToFactor } from '../../testing/sign-in-steps.suite.ts';
import { type SignUpSteps, signUpSteps } from '../../testing/sign-up-steps.suite.ts';
import { changeUserState } from './change-user-state.ts';
import { countActiveUsers } from './count-active-users.ts';
import { listUsersOfPerson } from './list-users-of-person.ts';

let testApp: IdentityTestApp;
let words: RecoverySteps;
let newcomers: SignUpSteps;
let parties: PartyTestServer;
const ended: string[] = [];
beforeAll(async () => {
  testApp = await createIdentityTestApp({
    ports: { sessions: { endAll: (_context, _work, { userId }) => void ended.push(userId) } },
  });
  words = await recoverySteps(testApp);
  newcomers = signUpSteps(testApp);
  parties = await createPartyTestServer(testApp);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
});
beforeEach(() => testApp.clock.advance({ minutes: 10 }));

const employee = staff(['identity.users.register', 'party.all-units']);
const reader = app(['users.read']);

const stateOf = async (userId: string): Promise<string> => {
  const user = await findUser(testApp.context().db, testApp.context(), userId);
  return `${user?.state} ${user?.customerNumber}`;
};

/** An event of a party, as it would be delivered. */
function happened(name: string, customerNumber: string, reference?: string): DeliveredEvent {
  return {
    id: `${name} ${customerNumber}`,
    name,
    version: 1,
    occurredAt: '2026-11-15T10:00:00+00:00',
    aggregateKind: 'party',
    aggregateId: customerNumber,
    sequence: 1,
    data: { 'party-number': customerNumber, kind: 'individual', ...(reference && { reference }) },
  };
}

const died = (number: string): DeliveredEvent => happened('individual-death-confirmed', number);
const merged = (number: string, survivor: string): DeliveredEvent =>
  happened('parties-merged', number, survivor);
const erased = (number: string): DeliveredEvent => happened('party-erased', number);

describe('a user whose party has died', () => {
  test('is suspended, and no other user is', async () => {
    const [user, other] = [await parties.customer(), await parties.customer()];
    await parties.reportDeath(user.customerNumber);
    await words.work();
    expect([await stateOf(user.userId), await stateOf(other.userId)]).toEqual([
      `suspended ${user.customerNumber}`,
      `active ${other.customerNumber}`,
    ]);
    expect(ended).toContain(user.userId);
    const events = await testApp.eventsOf(user.userId);
    expect(events.filter(({ name }) => name === 'user-suspended')).toEqual([
      { name: 'user-suspended', data: { 'user-id': user.userId, reason: 'death', at: expect.any(String) } },
    ]);
    // No notice is sent to the dead, and a password reset is not processed.
    await words.messages();
    await words.reset(user.username);
    await words.work();
    expect(await words.messages()).toEqual([]);
  });

  test('is suspended once, however often the event is delivered; a party without users changes nothing', async () => {
    const user = await parties.customer();
    for (const number of [user.customerNumber, user.customerNumber, 'unknown'])
      await reactTo(testApp, died(number));
    const events = await testApp.eventsOf(user.userId);
    expect(events.filter(({ name }) => name === 'user-suspended')).toHaveLength(1);
  });

  test('is suspended although it never became active, and cannot verify contacts any more', async () => {
    const person = await parties.person();
    const body = newcomers.newUser({ 'customer-number': person.customerNumber, 'terms-version': '1' });
    const response = await newcomers.register(body, { as: employee });
    const userId = String(Reflect.get(Object(response.body), 'user-id'));
    expect(await stateOf(userId)).toBe(`pending ${person.customerNumber}`);
    await parties.reportDeath(person.customerNumber);
    await words.work();
    expect(await stateOf(userId)).toBe(`suspended ${person.customerNumber}`);
    const confirm = { email: body.email, otp: '123456' };
    const as = customer({ userId });
    expect((await testApp.send('PUT', '/me/email/confirm', { as, body: confirm })).status).toBe(401);
  });

  test('cannot be reactivated by an employee', async () => {
    const user = await parties.customer();
    await parties.reportDeath(user.customerNumber);
    await words.work();
    const allowedSignIn = { userId: user.userId, to: 'active', reason: 'identity-proven' } as const;
    await expect(changeUserState(testApp.context(), allowedSignIn)).rejects.toThrow('deceased');
    expect(await stateOf(user.userId)).toBe(`suspended ${user.customerNumber}`);
  });
});

describe('a user whose party was merged', () => {
  test('gets the surviving number, stays signed in, and is found by both numbers', async () => {
    const [user, survivor] = [await parties.customer(), await parties.person()];
    const endedBefore = ended.length;
    await parties.merge(user.customerNumber, survivor.customerNumber);
    await words.work();
    expect(await stateOf(user.userId)).toBe(`active ${survivor.customerNumber}`);
    expect(ended).toHaveLength(endedBefore);
    for (const number of [user.customerNumber, survivor.customerNumber])
      expect((await testApp.get(`/users?customer=${number}`, reader)).body).toMatchObject({
        username: user.username,
        'customer-number': survivor.customerNumber,
      });
    const users = createUsers({ ...testApp.ports, clock: testApp.clock, mandates: noMandates });
    for (const customerNumber of [user.customerNumber, survivor.customerNumber]) {
      const found = await users.mandatedFor(testApp.context().db, { bankId: '01', customerNumber });
      expect(found.map((one) => one.user.userId)).toEqual([user.userId]);
    }
    await words.messages();
    expect((await words.recover(user.customerNumber)).status).toBe(202);
    await words.work();
    expect((await words.messages()).map(({ to }) => to)).toEqual([user.email]);
  });

  test('is found before identity handles the merge event: by signing rules, for recovery and for notices', async () => {
    const [user, survivor] = [await parties.customer(), await parties.person()];
    const { customerNumber } = survivor;
    await parties.merge(user.customerNumber, customerNumber);
    expect(await stateOf(user.userId)).toBe(`active ${user.customerNumber}`);
    const users = createUsers({ ...testApp.ports, clock: testApp.clock, mandates: noMandates });
    const found = await users.mandatedFor(testApp.context().db, { bankId: '01', customerNumber });
    expect(found.map((one) => one.user.userId)).toEqual([user.userId]);
    const acting = createUsers({
      ...testApp.ports,
      clock: testApp.clock,
      mandates: async () => [
        {
          customerNumber,
          scope: ['payment'],
          signingGroup: 'A',
          validFrom: testApp.clock.now(),
          validUntil: undefined,
        },
      ],
    });
    const criteria = { bankId: '01', customerNumber: (await parties.person()).customerNumber };
    const mandated = await acting.mandatedFor(testApp.context().db, criteria);
    expect(mandated.map((one) => one.user.userId)).toEqual([user.userId]);
    expect((await words.recover(customerNumber)).status).toBe(202);
    const [entered] = await testApp.database.query<{ subject: string }>(
      `select data::jsonb ->> 'subject' as subject from platform.outbox_event
        where name = 'recovery-requested' order by position desc limit 1`,
    );
    expect(entered?.subject).toBe(user.userId);
  });

  test('is notified of a new user of the party before identity handles the merge event', async () => {
    const [user, newcomer] = [await parties.customer(), await parties.customer()];
    await parties.merge(user.customerNumber, newcomer.customerNumber);
    await words.messages();
    await reactTo(testApp, { ...happened('user-registered', newcomer.userId), aggregateKind: 'user' });
    expect((await words.messages()).map(({ to }) => to)).toContain(user.email);
    expect(await stateOf(user.userId)).toBe(`active ${user.customerNumber}`);
  });

  test('is counted with the users of the survivor, and the audit warns of two active users of one person', async () => {
    const [user, survivor, alone] = [
      await parties.customer(),
      await parties.customer(),
      await parties.person(),
    ];
    const warningsOf = async (number: string): Promise<readonly string[]> => {
      const rows = await testApp.database.query<{ record: string }>(
        `select record::text as record from platform.audit_entry
          where aggregate_id = $1 and record::text like '%active-users-of-one-party%'`,
        [number],
      );
      return rows.map(({ record }) => /active-users-of-one-party[^\}]*/v.exec(record)?.[0] ?? '');
    };
    const { db } = testApp.context();
    await parties.merge(user.customerNumber, survivor.customerNumber);
    const customerNumber = survivor.customerNumber;
    expect(await countActiveUsers(db, { bankId: '01', customerNumber })).toBe(2);
    const person = { bankId: '01', customerNumber, userId: survivor.userId };
    expect(await listUsersOfPerson(db, person)).toEqual([user.userId, survivor.userId].toSorted());
    expect(await listUsersOfPerson(db, { ...person, customerNumber: undefined })).toEqual([survivor.userId]);
    await words.work();
    expect(await countActiveUsers(db, { bankId: '01', customerNumber })).toBe(2);
    expect(await warningsOf(user.customerNumber)).toEqual([expect.stringContaining('2')]);
    await parties.merge(alone.customerNumber, customerNumber);
    const single = await parties.customer();
    const other = await parties.person();
    await parties.merge(single.customerNumber, other.customerNumber);
    await words.work();
    expect(await warningsOf(single.customerNumber)).toEqual([]);
  });

  test('is the same person as the users of the survivor, before and after identity handles the merge event', async () => {
    const [user, survivor] = [await parties.customer(), await parties.customer()];
    const { customerNumber } = survivor;
    const users = createUsers({ ...testApp.ports, clock: testApp.clock, mandates: noMandates });
    const { db } = testApp.context();
    const parts = async (): Promise<readonly (string | undefined)[]> => {
      const userIds = [user.userId, survivor.userId];
      const mandated = await users.mandatedFor(db, { bankId: '01', customerNumber });
      const found = await users.findAll(db, { bankId: '01', userIds });
      const named = await users.find(db, { bankId: '01', name: user.username });
      return [...mandated.map((one) => one.user), ...found, named].map((one) => one?.partyNumber);
    };
    expect(new Set(await parts())).toEqual(new Set([user.customerNumber, customerNumber]));
    await parties.merge(user.customerNumber, customerNumber);
    expect(await parts()).toEqual(Array.from({ length: 5 }, () => customerNumber));
    await words.work();
    expect(await parts()).toEqual(Array.from({ length: 5 }, () => customerNumber));
  });

  test('follows several merges, in whatever order the events arrive', async () => {
    const [user, second, third] = [await parties.customer(), await parties.person(), await parties.person()];
    await parties.merge(user.customerNumber, second.customerNumber);
    await parties.merge(second.customerNumber, third.customerNumber);
    await reactTo(testApp, merged(second.customerNumber, third.customerNumber));
    expect(await stateOf(user.userId)).toBe(`active ${user.customerNumber}`);
    await reactTo(testApp, merged(user.customerNumber, second.customerNumber));
    expect(await stateOf(user.userId)).toBe(`active ${third.customerNumber}`);
  });

  test('is suspended when the surviving party has died, whichever event comes first', async () => {
    const [early, late] = [await parties.customer(), await parties.customer()];
    const [first, second] = [await parties.person(), await parties.person()];
    await parties.merge(early.customerNumber, first.customerNumber);
    await parties.reportDeath(first.customerNumber);
    await reactTo(testApp, merged(early.customerNumber, first.customerNumber));
    await reactTo(testApp, died(first.customerNumber));
    await parties.merge(late.customerNumber, second.customerNumber);
    await parties.reportDeath(second.customerNumber);
    await reactTo(testApp, died(second.customerNumber));
    await reactTo(testApp, merged(late.customerNumber, second.customerNumber));
    expect([await stateOf(early.userId), await stateOf(late.userId)]).toEqual([
      `suspended ${first.customerNumber}`,
      `suspended ${second.customerNumber}`,
    ]);
  });

  test('stays suspended when its own party had died', async () => {
    const [user, survivor] = [await parties.customer(), await parties.person()];
    await parties.reportDeath(user.customerNumber);
    await parties.merge(user.customerNumber, survivor.customerNumber);
    await words.work();
    expect(await stateOf(user.userId)).toBe(`suspended ${survivor.customerNumber}`);
  });

  test('is not erased although the merged party was erased before the merge event was handled', async () => {
    const [user, survivor] = [await parties.customer(), await parties.person()];
    await parties.merge(user.customerNumber, survivor.customerNumber);
    await parties.erase(user.customerNumber);
    await words.work();
    expect(await stateOf(user.userId)).toBe(`active ${survivor.customerNumber}`);
  });
});

describe('a user whose party was erased', () => {
  const rowsOf = async (userId: string): Promise<readonly string[]> => {
    const names = await testApp.database.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'identity' and column_name = 'user_id' order by table_name`,
    );
    const found: string[] = [];
    for (const { name } of names) {
      const rows = await testApp.database.query(`select from identity.${name} where user_id = $1`, [userId]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };

  test('is closed, cannot sign in, and leaves a row without a username', async () => {
    const user = await parties.customer();
    await signInBySms(testApp, user);
    expect(await rowsOf(user.userId)).toEqual(
      expect.arrayContaining(['browser', 'login_event', 'session', 'user_account', 'user_credential']),
    );
    await parties.erase(user.customerNumber);
    await words.work();
    expect(await stateOf(user.userId)).toBe(`closed ${user.customerNumber}`);
    expect(await rowsOf(user.userId)).toEqual(['user_account', 'username_reservation']);
    const found = await findUser(testApp.context().db, testApp.context(), user.userId);
    expect(Object.values(found?.profile ?? {}).filter((value) => value !== undefined)).toEqual([]);
    expect(found?.username).not.toContain(user.username);
    const walk = await walkToFactor(testApp, user);
    expect(await walk.page()).toMatch(/^password/v);
    const as = customer(user);
    expect((await testApp.get('/me', as)).status).toBe(401);
    await expect(
      changeUserState(testApp.context(), { userId: user.userId, to: 'active', reason: 'agent' }),
    ).rejects.toThrow('The user is closed.');
  });

  test('has its usernames reserved, and its address and number freed', async () => {
    const user = await parties.customer();
    await testApp.send('PUT', '/me/username', { as: customer(user), body: { username: 'name.afterwards' } });
    await parties.erase(user.customerNumber);
    await words.work();
    await words.work();
    for (const username of [user.username, 'name.afterwards']) {
      const again = newcomers.newUser({ email: user.email, 'phone-number': user.phone });
      expect(refusalOf(await newcomers.register({ ...again, username }))).toBe('440 username-already-used');
    }
    const again = newcomers.newUser({ email: user.email, 'phone-number': user.phone });
    expect((await newcomers.register(again)).status).toBe(201);
    const reserved = await testApp.database.query<{ username: string }>(
      'select username from identity.username_reservation where user_id = $1',
      [user.userId],
    );
    expect(reserved.map(({ username }) => username.slice(0, 1))).toEqual(['~', '~']);
  });

  test('is erased although it was closed before', async () => {
    const user = await parties.customer();
    await changeUserState(testApp.context(), { userId: user.userId, to: 'closed', reason: 'customer' });
    await parties.erase(user.customerNumber);
    await words.work();
    expect(await rowsOf(user.userId)).toEqual(['user_account', 'username_reservation']);
    const found = await findUser(testApp.context().db, testApp.context(), user.userId);
    expect([found?.profile.email, found?.profile.phone]).toEqual([undefined, undefined]);
  });

  test('is erased when the party it was merged into is, whichever event comes first', async () => {
    const [user, survivor] = [await parties.customer(), await parties.person()];
    await parties.merge(user.customerNumber, survivor.customerNumber);
    await parties.erase(survivor.customerNumber);
    await reactTo(testApp, erased(survivor.customerNumber));
    await reactTo(testApp, merged(user.customerNumber, survivor.customerNumber));
    await reactTo(testApp, erased(user.customerNumber));
    expect(await stateOf(user.userId)).toMatch(/^closed/v);
    const [moved, other] = [await parties.customer(), await parties.person()];
    await parties.merge(moved.customerNumber, other.customerNumber);
    await words.work();
    await parties.erase(other.customerNumber);
    await words.work();
    expect(await stateOf(moved.userId)).toMatch(/^closed/v);
  });
});

test('a concurrent registration and erasure leave no user of an erased party', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await parties.person();
    const body = newcomers.newUser({ 'customer-number': person.customerNumber });
    const [registered] = await Promise.all([
      newcomers.register(body, { as: employee }),
      parties.erase(person.customerNumber),
    ]);
    await words.work();
    expect([201, 403]).toContain(registered.status);
    expect((await testApp.get(`/users/${body.username}`, reader)).status).toBe(404);
  }
});

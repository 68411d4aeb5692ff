import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { createUsers, noMandates } from '../../store/users.read.ts';
import {
  app,
  createIdentityTestApp,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
  type TestPerson,
} from '../../testing/party-test-server.suite.ts';
import { type RecoverySteps, recoverySteps } from '../../testing/recovery-steps.suite.ts';
import {
  type NewUserBody,
  registry,
  type SignUpSteps,
  signUp,
  signUpSteps,
} from '../../testing/sign-up-steps.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import { type RegisterUser, registerUser } from './register-user.ts';

let testApp: IdentityTestApp;
let words: SignUpSteps;
let work: RecoverySteps;
let server: PartyTestServer;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = signUpSteps(testApp);
  work = await recoverySteps(testApp);
  server = await createPartyTestServer(testApp);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
});
// Codes to one contact are rate-limited.
beforeEach(() => testApp.clock.advance({ minutes: 10 }));

const employee = staff(['identity.users.register', 'party.all-units']);
const reader = app(['users.read']);

/** A registration that names a customer, by default with the customer's own contacts. */
function bodyFor({ customerNumber, email, phone }: TestPerson, more: object = {}): NewUserBody {
  const contacts = { email, 'phone-number': phone };
  return words.newUser({ ...contacts, 'customer-number': customerNumber, 'terms-version': '1', ...more });
}

async function attempt(body: NewUserBody, as: TokenRequest = signUp): Promise<string> {
  return refusalOf(await words.register({ ...body, ...(await words.proofs(body)) }, { as }));
}

const usersOf = async (customerNumber: string): Promise<number> =>
  (
    await testApp.database.query('select from identity.user_account where customer_number = $1', [
      customerNumber,
    ])
  ).length;

describe('an application registers a user of a customer', () => {
  test('whose verified mobile number and e-mail address are both verified by code', async () => {
    const person = await server.verified();
    const body = bodyFor(person, { email: 'another.address@example.org' });
    expect(await attempt(body)).toBe('201');
    expect((await testApp.get(`/users?customer=${person.customerNumber}`, reader)).body).toMatchObject({
      username: body.username,
      status: 'active',
      'customer-number': person.customerNumber,
    });
  });

  test('but not with a mobile number that staff entered and the customer never verified', async () => {
    const person = await server.person();
    for (const as of [signUp, registry]) {
      expect(await attempt(bodyFor(person), as)).toBe('403 forbidden');
      testApp.clock.advance({ minutes: 10 });
    }
    expect(await usersOf(person.customerNumber)).toBe(0);
  });

  test('but not with a verified e-mail address and the phone of another person', async () => {
    const person = await server.verified();
    const body = bodyFor(person, { 'phone-number': '+491608888881' });
    expect(await attempt(body)).toBe('403 forbidden');
    expect(await usersOf(person.customerNumber)).toBe(0);
  });

  test('but not when one of the two verifications is missing', async () => {
    const person = await server.verified();
    const body = bodyFor(person);
    const proofs = [await words.proof(body.email), await words.proof(body['phone-number'])];
    for (const proof of proofs) {
      const response = await words.register({ ...body, 'verification-ids': [proof] }, { as: registry });
      expect(refusalOf(response)).toBe('403 forbidden');
    }
    expect(refusalOf(await words.register(body, { as: registry }))).toBe('403 forbidden');
  });

  test('but not for a number without a party', async () => {
    const unknown = { ...(await server.verified()), customerNumber: '9999999990' };
    expect(await attempt(bodyFor(unknown))).toBe('403 forbidden');
  });

  test('but not while a report of death is open, and not after a death', async () => {
    const person = await server.verified();
    await server.reportDeath(person.customerNumber, 'relative');
    expect(await attempt(bodyFor(person))).toBe('403 forbidden');
    await server.reportDeath(person.customerNumber);
    testApp.clock.advance({ minutes: 10 });
    expect(await attempt(bodyFor(person))).toBe('403 forbidden');
  });

  test('but not under the number of a merged or erased party', async () => {
    const [merged, survivor, erased] = [
      await server.verified(),
      await server.verified(),
      await server.verified(),
    ];
    await server.merge(merged.customerNumber, survivor.customerNumber);
    await server.erase(erased.customerNumber);
    const claim = { ...survivor, customerNumber: merged.customerNumber };
    expect(await attempt(bodyFor(claim))).toBe('403 forbidden');
    expect(await attempt(bodyFor(erased))).toBe('403 forbidden');
  });
});

describe('a party that already has a user', () => {
  test.each(['active', 'suspended'] as const)(
    'gets no second one from an application while it is %s',
    async (state) => {
      const known = await server.customer();
      if (state === 'suspended')
        await changeUserState(testApp.context(), { userId: known.userId, to: 'suspended', reason: 'fraud' });
      // The first user gave the number up, so that it can be verified again.
      await testApp.database.query(
        'update identity.user_account set email_index = null, phone_index = null where user_id = $1',
        [known.userId],
      );
      testApp.clock.advance({ minutes: 10 });
      expect(await attempt(bodyFor(known))).toBe('403 forbidden');
    },
  );

  test('gets none either while the user still has the number from before a merge', async () => {
    const [old, survivor] = [await server.customer(), await server.verified()];
    await server.merge(old.customerNumber, survivor.customerNumber);
    expect(await attempt(bodyFor(survivor))).toBe('403 forbidden');
  });

  test('gets a new one when the user is closed', async () => {
    const known = await server.customer();
    await changeUserState(testApp.context(), { userId: known.userId, to: 'closed', reason: 'customer' });
    testApp.clock.advance({ minutes: 10 });
    expect(await attempt(bodyFor(known))).toBe('201');
  });

  test('gets one user of five concurrent registrations, each with another verified number', async () => {
    const person = await server.verified();
    const numbers = Array.from({ length: 5 }, (_, index) => `+491511990000${index}`);
    for (const number of numbers)
      await server.addContact(person.customerNumber, { method: 'mobile', address: { number } });
    const contacts = numbers.map((value) => ({ method: 'mobile', value }) as const);
    await server.verify(person.customerNumber, contacts);
    const bodies: unknown[] = [];
    for (const [index, phone] of numbers.entries()) {
      const body = bodyFor({ ...person, email: `race.${index}@example.org`, phone });
      bodies.push({ ...body, ...(await words.proofs(body)) });
    }
    const responses = await Promise.all(bodies.map((body) => words.register(body, { as: signUp })));
    expect(responses.map(refusalOf).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 4 }, () => '403 forbidden'),
    ]);
    expect(await usersOf(person.customerNumber)).toBe(1);
  });
});

describe('staff register a user for a customer', () => {
  test('of their units, whatever is verified, also a further user', async () => {
    const known = await server.customer();
    const body = words.newUser({ 'customer-number': known.customerNumber });
    const ofNoUnit = staff(['identity.users.register']);
    expect(refusalOf(await words.register(body, { as: ofNoUnit }))).toBe('403 forbidden');
    expect((await words.register(body, { as: employee })).status).toBe(201);
    // Two users of one customer: a look-up by customer finds neither.
    expect((await testApp.get(`/users?customer=${known.customerNumber}`, reader)).status).toBe(404);
  });

  test('under the surviving number after a merge', async () => {
    const [merged, survivor] = [await server.person(), await server.person()];
    await server.merge(merged.customerNumber, survivor.customerNumber);
    const body = words.newUser({ 'customer-number': merged.customerNumber });
    expect((await words.register(body, { as: employee })).status).toBe(201);
    const profile = await testApp.get(`/users/${body.username}`, reader);
    expect(at(profile.body, 'customer-number')).toBe(survivor.customerNumber);
  });

  test('but not for the dead, the erased and numbers without a party', async () => {
    const [dead, erased] = [await server.person(), await server.person()];
    await server.reportDeath(dead.customerNumber);
    await server.erase(erased.customerNumber);
    for (const number of [dead.customerNumber, erased.customerNumber, '9999999990']) {
      const body = words.newUser({ 'customer-number': number });
      expect(refusalOf(await words.register(body, { as: employee }))).toBe('403 forbidden');
    }
  });
});

describe('every contact point of the party and every other user', () => {
  async function noticesOf(register: () => Promise<unknown>): Promise<readonly string[]> {
    await work.work();
    await work.messages();
    await register();
    await work.work();
    return (await work.messages())
      .filter(({ text }) => text.includes('user-registered'))
      .map(({ medium, to }) => `${medium} ${to}`)
      .toSorted();
  }

  test('is notified of a new user, each once', async () => {
    const known = await server.customer();
    const { customerNumber } = known;
    await server.addContact(customerNumber, { method: 'email', address: { value: 'old.work@example.org' } });
    await server.addContact(customerNumber, { method: 'mobile', address: { number: '+4915119999991' } });
    const home = { 'street-name': 'Hauptstraße', 'post-code': '10115', 'town-name': 'Berlin', country: 'DE' };
    await server.addContact(customerNumber, { method: 'postal', address: home });
    await server.addContact(customerNumber, { method: 'landline', address: { number: '+493012345678' } });
    const other = words.newUser({ 'customer-number': customerNumber, 'terms-version': '1' });
    expect(
      await noticesOf(async () =>
        words.register({ ...other, ...(await words.proofs(other, 'console-1')) }, { as: employee }),
      ),
    ).toEqual([
      `email ${known.email}`,
      'email old.work@example.org',
      expect.stringMatching(/^letter .*Hauptstraße/v),
      `mailbox ${customerNumber}`,
      `sms ${known.phone}`,
      'sms +4915119999991',
    ]);
    // Both other users are notified of the third.
    const third = words.newUser({ 'customer-number': customerNumber });
    const notices = await noticesOf(() => words.register(third, { as: employee }));
    expect(notices).toEqual(expect.arrayContaining([`email ${other.email}`, `sms ${other['phone-number']}`]));
  });

  test('is not notified of a user without a customer', async () => {
    expect(await noticesOf(() => words.register(words.newUser()))).toEqual([]);
  });
});

describe('a new user', () => {
  test('may not sign during the cooling-off period, and may afterwards; signing in is possible', async () => {
    const user = await server.customer();
    const users = createUsers({
      identityVault: testApp.ports.identityVault,
      clock: testApp.clock,
      mandates: noMandates,
    });
    const { db } = testApp.context();
    const found = async (): Promise<unknown> => {
      const known = await users.find(db, { bankId: '01', name: user.userId });
      return [known?.status, known?.isRestricted, known?.mobileNumber];
    };
    expect(await found()).toEqual(['active', true, user.phone]);
    testApp.clock.advance({ hours: 23, minutes: 59 });
    expect(await found()).toEqual(['active', true, user.phone]);
    testApp.clock.advance({ minutes: 1 });
    expect(await found()).toEqual(['active', false, user.phone]);
  });
});

describe('a contact point becomes verified', () => {
  const backEnd = 'back-end';

  test('when the application that registers a new party has verified it by code: the whole sign-up', async () => {
    const contacts = { email: 'fresh.start@example.org', phone: '+4915119777701' };
    const ids = [await words.proof(contacts.email, backEnd), await words.proof(contacts.phone, backEnd)];
    const { customerNumber } = await server.person({
      'mobile-phone': { number: contacts.phone },
      'email-address': { value: contacts.email },
    });
    expect(await server.verifiedOf(customerNumber)).toEqual(['email', 'mobile']);
    const body = bodyFor({ ...contacts, customerNumber }, { 'verification-ids': ids });
    const as = app(['signup'], { id: backEnd });
    expect((await words.register(body, { as })).status).toBe(201);
  });

  test('not when another application verified it, or the codes are old', async () => {
    const [other, old] = ['+4915119777702', '+4915119777703'];
    await words.proof(other, 'another-app');
    const { customerNumber } = await server.person({ 'mobile-phone': { number: other } });
    expect(await server.verifiedOf(customerNumber)).toEqual([]);
    await words.proof(old, backEnd);
    testApp.clock.advance({ minutes: 20 });
    const late = await server.person({ 'mobile-phone': { number: old } });
    expect(await server.verifiedOf(late.customerNumber)).toEqual([]);
  });

  test('not when an existing party is promoted, whichever application verified it', async () => {
    const { customerNumber } = await server.person();
    const phone = '+4915119777704';
    await words.proof(phone, backEnd);
    await server.person({
      'party-number': customerNumber,
      'registration-profile': 'prospect',
      'mobile-phone': { number: phone },
      'contact-address': {
        'street-name': 'Hauptstraße',
        'post-code': '10115',
        'town-name': 'Berlin',
        country: 'DE',
      },
      'id-number': 'L88001122',
      'id-kind': 'passport-number',
    });
    expect(await server.verifiedOf(customerNumber)).toEqual([]);
  });

  test('when a user of the party verifies the same address, and no other contact point does', async () => {
    const person = await server.person();
    await server.addContact(person.customerNumber, { method: 'email', address: { value: 'x@example.org' } });
    const body = bodyFor(person);
    await words.register(
      { ...body, 'verification-ids': [await words.proof(body['phone-number'], 'console-1')] },
      { as: employee },
    );
    expect(await server.verifiedOf(person.customerNumber)).toEqual([]);
    await work.work();
    expect(await server.verifiedOf(person.customerNumber)).toEqual(['mobile']);
    // Repeated and late: nothing changes.
    await work.work();
    expect(await server.verifiedOf(person.customerNumber)).toEqual(['mobile']);
  });

  test('not when a user of another party verifies it', async () => {
    const [person, other] = [await server.person(), await server.customer()];
    await server.addContact(person.customerNumber, { method: 'mobile', address: { number: other.phone } });
    await work.work();
    expect(await server.verifiedOf(person.customerNumber)).toEqual([]);
    expect(await server.verifiedOf(other.customerNumber)).toEqual(['email', 'mobile']);
  });
});

describe('a user whom the bank knew before', () => {
  const known = {
    since: Temporal.Instant.from('2024-11-16T00:00:00Z'),
    verified: ['email', 'phone'],
  } as const;
  const requestFor = ({ customerNumber, email, phone }: TestPerson): RegisterUser => ({
    username: `known.${customerNumber}`,
    password: undefined,
    email,
    phone,
    customerNumber,
    firstName: undefined,
    lastName: undefined,
    hintPictureUrl: undefined,
    termsVersion: '1',
    verificationIds: [],
    known,
  });

  test('is active without a code, since the day the bank names', async () => {
    const person = await server.person();
    const { userId } = await registerUser(testApp.context(), requestFor(person));
    const rows = await testApp.database.query(
      'select status, created_at = $2::timestamptz as is_old from identity.user_account where user_id = $1',
      [userId, known.since.toString()],
    );
    expect(rows).toEqual([{ status: 'active', is_old: true }]);
  });

  test('is registered by the bank itself only', async () => {
    const person = await server.person();
    const ctx = testApp.contextAs({
      kind: 'application',
      clientId: 'channel-app',
      bankId: '01',
      scopes: new Set(['identity.users.register']),
      binding: 'none',
    });
    await expect(registerUser(ctx, requestFor(person))).rejects.toThrow(/only the bank itself/);
    expect(await usersOf(person.customerNumber)).toBe(0);
  });
});

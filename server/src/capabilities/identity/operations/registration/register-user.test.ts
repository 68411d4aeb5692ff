import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  goodPassword,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import {
  type NewUserBody,
  registry,
  type SignUpSteps,
  signUp,
  signUpSteps,
} from '../../testing/sign-up-steps.suite.ts';

let testApp: IdentityTestApp;
let words: SignUpSteps;
let server: PartyTestServer;
beforeAll(async () => {
  testApp = await createIdentityTestApp({ poolSize: 10 });
  words = signUpSteps(testApp);
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
const userIdOf = ({ body }: { readonly body: unknown }): string => String(at(body, 'user-id'));
const countOf = async (username: string): Promise<number> => {
  const [row] = await testApp.database.query<{ count: string }>(
    'select count(*) from identity.user_account where username = $1',
    [username],
  );
  return Number(row?.count);
};
const namesOf = async (userId: string): Promise<readonly string[]> =>
  (await testApp.eventsOf(userId)).map(({ name }) => name);

describe('a user is registered', () => {
  test('and returned with id, username and location, which leads to the profile', async () => {
    const body = words.newUser({ 'first-name': ' Ana  María ', 'last-name': 'Ołówek' });
    const response = await words.register(body);
    expect(response.status).toBe(201);
    const uri = `/v1/identity/users/${body.username}`;
    expect(response.body).toEqual({
      'user-id': expect.stringMatching(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/v),
      username: body.username,
      uri,
    });
    expect(response.headers['location']).toMatch(/^https:\/\//v);
    expect(new URL(String(response.headers['location'])).pathname).toBe(uri);
    expect(response.headers['cache-control']).toContain('no-store');
    expect((await testApp.get(`/users/${body.username}`, reader)).body).toEqual({
      'user-id': userIdOf(response),
      username: body.username,
      'first-name': 'Ana María',
      'last-name': 'Ołówek',
      email: body.email,
      'email-verified': false,
      'phone-number': body['phone-number'],
      'phone-number-verified': false,
      'multifactor-enabled': false,
      status: 'pending',
    });
    expect(await namesOf(userIdOf(response))).toEqual(['user-registered']);
  });

  test('as active with a verified contact and the terms, else as pending', async () => {
    const proven = words.newUser({ 'terms-version': '2026-01' });
    const active = await words.register({ ...proven, ...(await words.proofs(proven)) });
    expect(active.status).toBe(201);
    expect(await namesOf(userIdOf(active))).toEqual(['user-registered', 'user-activated']);
    const profile = await testApp.get(`/users/${proven.username}`, reader);
    expect(profile.body).toMatchObject({
      status: 'active',
      'email-verified': true,
      'phone-number-verified': true,
      'multifactor-enabled': true,
    });
    const without = words.newUser();
    await words.register({ ...without, ...(await words.proofs(without)) });
    expect((await testApp.get(`/users/${without.username}`, reader)).body).toMatchObject({
      status: 'pending',
    });
    const unproven = words.newUser({ 'terms-version': '2026-01' });
    await words.register(unproven);
    expect((await testApp.get(`/users/${unproven.username}`, reader)).body).toMatchObject({
      status: 'pending',
    });
  });

  test('with username, address and number in normalized form', async () => {
    const body = words.newUser();
    const spelled = {
      ...body,
      username: body.username.toUpperCase(),
      email: body.email.replace('example.net', 'EXAMPLE.Net'),
      'phone-number': `${body['phone-number'].slice(0, 3)} (${body['phone-number'].slice(3, 6)}) ${body['phone-number'].slice(6)}`,
    };
    expect(at((await words.register(spelled)).body, 'username')).toBe(body.username);
    expect((await testApp.get(`/users/${body.username}`, reader)).body).toMatchObject({
      email: body.email,
      'phone-number': body['phone-number'],
    });
  });

  test('with an unusual but allowed username, whose location can be followed', async () => {
    const body = { ...words.newUser(), username: 'a+b@c.example-1', email: 'a+b@c.example-1' };
    const response = await words.register(body);
    expect(at(response.body, 'uri')).toBe('/v1/identity/users/a%2Bb%40c.example-1');
    const followed = await testApp.call({
      method: 'GET',
      path: String(at(response.body, 'uri')),
      as: reader,
    });
    expect(followed.body).toMatchObject({ username: 'a+b@c.example-1' });
  });

  test('by staff or the registry without a password, and by no other caller', async () => {
    for (const as of [employee, registry]) {
      const { password: _, ...body } = words.newUser();
      expect((await words.register(body, { as })).status).toBe(201);
    }
    const { password: _, ...body } = words.newUser();
    expect(errorsOf(await words.register(body, { as: signUp }))).toEqual([
      '400 password required',
      '400 verification-ids required',
    ]);
  });

  test('and no personal data is readable in rows, events or the audit trail', async () => {
    const body = words.newUser({ 'first-name': 'Xanthippe', 'last-name': 'Vielgereist' });
    const userId = userIdOf(await words.register(body));
    const rows = await testApp.database.query<{ text: string }>(
      `select row_to_json(u)::text as text from identity.user_account u where user_id = $1
       union all select row_to_json(c)::text from identity.user_credential c where user_id = $1
       union all select data from platform.outbox_event where aggregate_id = $1
       union all select record from platform.audit_entry where aggregate_id = $1`,
      [userId],
    );
    const text = rows.map((row) => row.text).join('\n');
    for (const secret of [body.email, body['phone-number'], 'Xanthippe', 'Vielgereist', goodPassword])
      expect(text).not.toContain(secret);
    expect(text).toContain('$argon2id$');
    expect(rows.some((row) => row.text.includes('Identity_Users_Register'))).toBe(true);
  });
});

describe('what is already in use', () => {
  test('is reported one at a time: username, then address, then number', async () => {
    const user = await testApp.register();
    const all = {
      ...words.newUser(),
      username: user.username,
      email: user.email,
      'phone-number': user.phone,
    };
    expect(refusalOf(await words.register(all))).toBe('440 username-already-used');
    const [email, phone] = [
      { ...all, ...pick('username') },
      { ...all, ...pick('username', 'email') },
    ];
    expect(refusalOf(await words.register(email))).toBe('440 email-already-used');
    expect(refusalOf(await words.register(phone))).toBe('440 phone-number-already-used');
    const upper = { ...words.newUser(), email: user.email.toUpperCase() };
    expect(refusalOf(await words.register(upper))).toBe('440 email-already-used');

    function pick(...names: readonly ('username' | 'email')[]): Partial<NewUserBody> {
      const fresh = words.newUser();
      return Object.fromEntries(names.map((name) => [name, fresh[name]]));
    }
  });

  test.each(['support', 'Admin', 'administrator', 'my.example-bank', 'EXAMPLEBANK1'])(
    'includes usernames that suggest an official account: %s',
    async (username) => {
      const response = await words.register({ ...words.newUser(), username });
      expect(refusalOf(response)).toBe('440 username-already-used');
    },
  );

  test('includes the username of a closed user, but not the address and number', async () => {
    const user = await testApp.register();
    await testApp.database.query(
      `update identity.user_account set status = 'closed', closed_at = now() where user_id = $1`,
      [user.userId],
    );
    await testApp.database.query(
      `insert into identity.username_reservation (bank_id, username, user_id, reason, reserved_until, created_at)
       values ('01', $1, $2, 'closed', $3, $4)`,
      [
        user.username,
        user.userId,
        testApp.clock.now().add({ hours: 24 }).toString(),
        testApp.clock.now().toString(),
      ],
    );
    const again = { ...words.newUser(), email: user.email, 'phone-number': user.phone };
    expect(refusalOf(await words.register({ ...again, username: user.username }))).toBe(
      '440 username-already-used',
    );
    expect((await words.register(again)).status).toBe(201);
  });

  test('is given to one of ten concurrent requests: the username', async () => {
    const { username } = words.newUser();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => words.register({ ...words.newUser(), username })),
    );
    expect(responses.map(refusalOf).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 9 }, () => '440 username-already-used'),
    ]);
    expect(await countOf(username)).toBe(1);
  });

  test.each(['email', 'phone-number'] as const)('and so is a verified contact: the %s', async (field) => {
    const contact = words.newUser()[field];
    const bodies: unknown[] = [];
    for (let index = 0; index < 3; index += 1) {
      const body = { ...words.newUser(), [field]: contact };
      bodies.push({ ...body, ...(await words.proofs(body)) });
      testApp.clock.advance({ seconds: 70 });
    }
    const responses = await Promise.all(bodies.map((body) => words.register(body)));
    const refused = `440 ${field}-already-used`;
    expect(responses.map(refusalOf).toSorted()).toEqual(['201', refused, refused]);
  });

  test.each([
    ['email', 'email'],
    ['phone-number', 'phone'],
  ] as const)('and so is one that another user confirms at that moment: the %s', async (field, kind) => {
    for (let round = 0; round < 3; round += 1) {
      const owner = await testApp.register();
      const newcomer = words.newUser();
      const proven = { ...newcomer, ...(await words.proofs(newcomer)) };
      const contact = { [field]: newcomer[field] };
      const as = customer(owner);
      testApp.clock.advance({ seconds: 70 });
      expect((await testApp.send('PUT', `/me/${field}`, { as, body: contact })).status).toBe(202);
      const { code } = await testApp.newestCode(owner.userId);
      const [registered, confirmed] = await Promise.all([
        words.register(proven),
        testApp.send('PUT', `/me/${field}/confirm`, { as, body: { ...contact, otp: code } }),
      ]);
      expect([`201 440 verification-expired`, `440 ${field}-already-used 204`]).toContain(
        `${refusalOf(registered)} ${refusalOf(confirmed)}`,
      );
      const [row] = await testApp.database.query<{ count: string }>(
        `select count(*) from identity.user_account where ${kind}_index = $1 and status <> 'closed'`,
        [testApp.ports.identityVault.contactIndexes('01', kind, newcomer[field])[0]],
      );
      expect(Number(row?.count)).toBe(1);
      testApp.clock.advance({ minutes: 10 });
    }
  });

  test('is not reported to unauthenticated persons who have not verified it', async () => {
    const user = await testApp.register();
    const known = { ...words.newUser(), email: user.email, 'phone-number': user.phone };
    expect(errorsOf(await words.register(known, { as: signUp }))).toEqual(['400 verification-ids required']);
    const mine = words.newUser();
    const proofs = await words.proofs(mine);
    const response = await words.register({ ...mine, email: user.email, ...proofs }, { as: signUp });
    expect(errorsOf(response)).toEqual(['400 verification-ids mismatch']);
  });
});

describe('a verification', () => {
  test('of each contact is needed for self-registration; one alone is refused', async () => {
    const body = words.newUser({ 'terms-version': '1' });
    const { 'verification-ids': both } = await words.proofs(body);
    for (const id of both) {
      const response = await words.register({ ...body, 'verification-ids': [id] }, { as: signUp });
      expect(errorsOf(response)).toEqual(['400 verification-ids required']);
    }
    // A refused request consumes nothing.
    expect((await words.register({ ...body, 'verification-ids': both }, { as: signUp })).status).toBe(201);
  });

  test('is valid once', async () => {
    const body = words.newUser();
    const proofs = await words.proofs(body);
    expect((await words.register({ ...body, ...proofs })).status).toBe(201);
    const again = { ...words.newUser(), email: body.email, 'phone-number': body['phone-number'], ...proofs };
    expect(errorsOf(await words.register(again))).toEqual(['400 verification-ids mismatch']);
  });

  test('is valid for one of two concurrent requests', async () => {
    const body = words.newUser();
    const proofs = await words.proofs(body);
    const bodies = Array.from({ length: 5 }, () => ({
      ...body,
      ...proofs,
      username: words.newUser().username,
    }));
    const responses = await Promise.all(bodies.map((one) => words.register(one, { as: signUp })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.every(({ status }) => [201, 400, 440].includes(status))).toBe(true);
  });

  test.each([
    ['of another client', (body: NewUserBody) => words.proofs(body, 'another-app')],
    ['of another address', () => words.proofs(words.newUser())],
    ['that was never issued', async () => ({ 'verification-ids': ['AAAAAAAAAAAAAAAAAAAAAA'] })],
    [
      'that is old',
      async (body: NewUserBody) => {
        const proofs = await words.proofs(body);
        testApp.clock.advance({ minutes: 15 });
        return proofs;
      },
    ],
  ])('%s is refused, for every caller', async (_, given) => {
    for (const as of [signUp, registry]) {
      const body = words.newUser();
      const response = await words.register({ ...body, ...(await given(body)) }, { as });
      expect(errorsOf(response)).toEqual(['400 verification-ids mismatch']);
      expect(await countOf(body.username)).toBe(0);
    }
  });
});

describe('a username that is a contact', () => {
  test("of another person is refused, in use or not; one's own is accepted", async () => {
    const user = await testApp.register();
    for (const username of [
      user.email.toLowerCase(),
      'absent.yet@example.org',
      '0171234567',
      '4915112345678',
    ]) {
      const body = { ...words.newUser(), username };
      expect(refusalOf(await words.register({ ...body, ...(await words.proofs(body)) }))).toBe(
        '440 username-already-used',
      );
    }
    const own = words.newUser();
    const body = { ...own, username: own.email.toLowerCase() };
    expect((await words.register({ ...body, ...(await words.proofs(body)) })).status).toBe(201);
  });
});

describe('a sign-up without a verification', () => {
  test('costs neither a password hash, nor a picture, nor a use of the quota', async () => {
    const hashed: string[] = [];
    const { passwordHasher } = testApp.ports;
    const hash = passwordHasher.hash.bind(passwordHasher);
    Object.assign(passwordHasher, {
      hash: async (bankId: string, password: string) => {
        hashed.push(password);
        return hash(bankId, password);
      },
    });
    try {
      const uses = `select coalesce(sum(cardinality(uses)), 0)::int as uses from identity.quota`;
      const before = await testApp.database.query(uses);
      const mine = words.newUser();
      const proofs = await words.proofs(mine);
      for (const body of [
        words.newUser(),
        { ...words.newUser(), ...proofs },
        { ...mine, 'verification-ids': ['AAAAAAAAAAAAAAAAAAAAAA'] },
      ])
        expect((await words.register(body, { as: signUp })).status).toBe(400);
      expect(hashed).toEqual([]);
      expect(await testApp.database.query(uses)).toEqual(before);
      expect((await words.register({ ...mine, ...proofs }, { as: signUp })).status).toBe(201);
      expect(hashed).toHaveLength(1);
    } finally {
      Object.assign(passwordHasher, { hash });
    }
  });
});

describe('a sign-up that is repeated under its key', () => {
  const uses = `select coalesce(sum(cardinality(uses)), 0)::int as uses from identity.quota`;

  test('gets the response of the first, and uses no quota', async () => {
    const body = words.newUser({ 'terms-version': '1' });
    const request = { ...body, ...(await words.proofs(body)) };
    const key = 'sign-up-again-0000000001';
    const first = await words.register(request, { as: signUp, key });
    expect(first.status).toBe(201);
    const before = await testApp.database.query(uses);
    const second = await words.register(request, { as: signUp, key });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await testApp.database.query(uses)).toEqual(before);
    expect(await countOf(body.username)).toBe(1);
  });

  test('with another body is refused as such', async () => {
    const body = words.newUser();
    const request = { ...body, ...(await words.proofs(body)) };
    const key = 'sign-up-other-0000000001';
    expect((await words.register(request, { as: signUp, key })).status).toBe(201);
    const other = await words.register({ ...request, 'first-name': 'Ada' }, { as: signUp, key });
    expect(refusalOf(other)).toBe('422 idempotency-key-reused');
  });
});

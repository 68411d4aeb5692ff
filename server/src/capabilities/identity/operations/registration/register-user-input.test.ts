import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import {
  app,
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../testing/identity-test-app.suite.ts';
import { type SignUpSteps, signUp, signUpSteps } from '../../testing/sign-up-steps.suite.ts';

const pictureUrl = 'https://content.example/01/p.png';
let testApp: IdentityTestApp;
let words: SignUpSteps;
beforeAll(async () => {
  testApp = await createIdentityTestApp({
    ports: {
      pictureSource: { read: async (_bankId, url) => (url === pictureUrl ? Buffer.from('raw') : undefined) },
      pictureEncoder: {
        reencode: async () => ({ bytes: Buffer.from('painted anew'), contentType: 'image/png' }),
        close: async () => undefined,
      },
    },
  });
  words = signUpSteps(testApp);
});
afterAll(() => testApp[Symbol.asyncDispose]());

const usersThere = async (): Promise<number> => {
  const [row] = await testApp.database.query<{ count: string }>('select count(*) from identity.user_account');
  return Number(row?.count);
};

const refuse = async (more: Readonly<Record<string, unknown>>): Promise<TestResponse> => {
  const before = await usersThere();
  const response = await words.register({ ...words.newUser(), ...more });
  expect(await usersThere()).toBe(before);
  return response;
};

describe('field errors are', () => {
  test.each<readonly [what: string, more: Readonly<Record<string, unknown>>, errors: readonly string[]]>([
    ['a short name', { username: 'abcd' }, ['400 username pattern']],
    ['a long name', { username: 'a'.repeat(65) }, ['400 username too-long']],
    ['a name with a space', { username: 'anna maria' }, ['400 username pattern']],
    ['a name that begins with a dot', { username: '.annamaria' }, ['400 username pattern']],
    ['a name beyond ASCII', { username: 'ännamaria' }, ['400 username pattern']],
    ['a name like an id', { username: 'usr_abcdef' }, ['400 username pattern']],
    ['a name in wide letters', { username: '\uFF41nnamaria' }, ['400 username pattern']],
    ['no address', { email: 'anna.example.com' }, ['400 email format']],
    ['a long address', { email: `${'a'.repeat(250)}@example.com` }, ['400 email too-long']],
    ['a national number', { 'phone-number': '01511234567' }, ['400 phone-number format']],
    ['letters in a number', { 'phone-number': '+49151CALLME1' }, ['400 phone-number format']],
    ['a customer number with a slash', { 'customer-number': '1/2' }, ['400 customer-number pattern']],
    ['an empty first name', { 'first-name': '' }, ['400 first-name too-short']],
    ['a first name of nothing but spaces', { 'first-name': '   ' }, ['400 first-name pattern']],
    ['a first name that is a program', { 'first-name': '<b>Anna</b>' }, ['400 first-name pattern']],
    ['a last name that rings', { 'last-name': 'An\u0007na' }, ['400 last-name pattern']],
    ['a last name that turns the text around', { 'last-name': 'Anna\u202E' }, ['400 last-name pattern']],
    ['a long last name', { 'last-name': 'n'.repeat(71) }, ['400 last-name too-long']],
    [
      'a picture from nowhere',
      { 'hint-picture-url': 'https://x.example/p.png' },
      ['400 hint-picture-url format'],
    ],
    ['a proof twice', { 'verification-ids': ['a', 'a'] }, ['400 verification-ids duplicate']],
    ['too many proofs', { 'verification-ids': ['a', 'b', 'c', 'd', 'e'] }, ['400 verification-ids too-many']],
    ['nothing', { email: null }, ['400 email type']],
    ['an unknown member', { role: 'admin' }, ['400 role unknown-field']],
    ['a state', { status: 'active' }, ['400 status unknown-field']],
    ['an id', { 'user-id': 'usr_01' }, ['400 user-id unknown-field']],
    ['a word of honour', { 'email-verified': true }, ['400 email-verified unknown-field']],
    ['an envelope', { cmd: { username: 'anna.maria' } }, ['400 cmd unknown-field']],
    ['a short password', { password: 'zqv tulip 93' }, ['400 password too-short']],
    ['a long password', { password: 'tulip marzipan '.repeat(9) }, ['400 password too-long']],
    ['a common password', { password: 'passwordpassword' }, ['400 password pattern']],
    ['a pattern', { password: 'abcdefghijklmnopqrst' }, ['400 password pattern']],
  ])('%s', async (_, more, errors) => {
    expect(errorsOf(await refuse(more))).toEqual(errors);
  });

  test('a password that contains the username, the address, the number, the names or the bank', async () => {
    const body = words.newUser({ 'first-name': 'Gwendolyn', 'last-name': 'Przybylski' });
    const parts = [
      body.username,
      body.email,
      body['phone-number'],
      'gwendolyn',
      'PRZYBYLSKI',
      'Example Bank',
      'p0rt1c0',
    ];
    for (const part of parts) {
      const response = await words.register({ ...body, password: `lilac ${part} 47 marzipan` });
      expect(errorsOf(response)).toEqual(['400 password pattern']);
      expect(response.text).not.toContain('marzipan');
    }
  });

  test('every missing member, all of them at once', async () => {
    expect(errorsOf(await words.register({}))).toEqual([
      '400 username required',
      '400 email required',
      '400 phone-number required',
    ]);
  });

  test('any malformed username', async () => {
    const form = /^[a-z0-9][a-z0-9._@+\-]{4,63}$/v;
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 20, unit: 'grapheme' }), async (username) => {
        fc.pre(!form.test(username.normalize('NFC').toLowerCase()));
        expect((await words.register({ ...words.newUser(), username })).status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  test('text that is not JSON, has a duplicate name, or another type', async () => {
    const { username } = words.newUser();
    expect((await words.register(`{"username":"${username}"`)).status).toBe(400);
    const twice = JSON.stringify(words.newUser()).replace('{', '{"username":"someone.else",');
    expect((await words.register(twice)).status).toBe(400);
    const as = app(['users.register']);
    const headers = { 'idempotency-key': 'another-kind-0001', 'content-type': 'text/plain' };
    expect((await testApp.send('POST', '/users', { as, body: '{}', headers })).status).toBe(415);
  });
});

describe('a picture', () => {
  const picturesThere = async (): Promise<number> =>
    (await testApp.database.query('select from identity.picture')).length;

  test('is re-encoded, shown to callers who request the username, and served', async () => {
    const body = words.newUser({ 'hint-picture-url': pictureUrl });
    const hint = app(['hint']);
    const dummy = at((await testApp.get(`/users/${body.username}`, hint)).body, 'hint-picture-url');
    expect((await words.register(body)).status).toBe(201);
    const shown = String(at((await testApp.get(`/users/${body.username}`, hint)).body, 'hint-picture-url'));
    expect(shown).not.toBe(dummy);
    expect(shown).not.toBe(pictureUrl);
    const served = await testApp.call({ method: 'GET', path: new URL(shown).pathname });
    expect([served.status, served.text]).toEqual([200, 'painted anew']);
  });

  test('is not stored when the registration is refused', async () => {
    const { username } = await testApp.register();
    const before = await picturesThere();
    const refused = await words.register({ ...words.newUser({ 'hint-picture-url': pictureUrl }), username });
    expect(refusalOf(refused)).toBe('440 username-already-used');
    expect(await picturesThere()).toBe(before);
  });
});

describe('a key', () => {
  test('is required of a client that is registered as strict', async () => {
    const response = await testApp.send('POST', '/users', {
      as: { ...app(['users.register']), claims: { idempotency: 'strict' } },
      body: words.newUser(),
    });
    expect(errorsOf(response).map((error) => error.toLowerCase())).toEqual(['400 idempotency-key required']);
  });

  test('may be missing otherwise: ten concurrent requests still register one user', async () => {
    const body = words.newUser();
    const send = (): Promise<TestResponse> =>
      testApp.send('POST', '/users', { as: app(['users.register']), body });
    const responses = await Promise.all(Array.from({ length: 10 }, send));
    const refused = Array.from({ length: 9 }, () => '440 username-already-used');
    expect(responses.map(refusalOf).toSorted()).toEqual(['201', ...refused]);
  });

  test('with the same body gives the same response and one user', async () => {
    const body = words.newUser();
    const key = 'a-key-used-twice-01';
    const first = await words.register(body, { key });
    const again = await words.register(body, { key });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
  });

  test('used by ten concurrent requests creates one user', async () => {
    const body = words.newUser();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => words.register(body, { key: 'a-key-of-ten-00001' })),
    );
    expect(new Set(responses.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
  });

  test('with another body is refused, whatever differs', async () => {
    const body = words.newUser();
    const key = 'a-key-used-twice-02';
    await words.register(body, { key });
    const others = [
      words.newUser(),
      { ...body, password: 'another good one 8821' },
      { ...body, 'first-name': 'A' },
    ];
    for (const other of others)
      expect(refusalOf(await words.register(other, { key }))).toBe('422 idempotency-key-reused');
  });

  test('of another client is another key', async () => {
    const body = words.newUser();
    const key = 'a-key-used-twice-03';
    await words.register(body, { key });
    const as = app(['users.register'], { id: 'another-app' });
    expect(refusalOf(await words.register(body, { key, as }))).toBe('440 username-already-used');
  });

  test('in another bank is another key', async () => {
    const body = words.newUser();
    const key = 'a-key-used-twice-04';
    const first = await words.register(body, { key });
    const as = app(['users.register'], { banks: ['02'] });
    const second = await words.register(body, { key, as });
    expect(second.status).toBe(201);
    expect(second.headers['idempotency-replayed']).toBeUndefined();
    expect(at(second.body, 'user-id')).not.toBe(at(first.body, 'user-id'));
  });

  test('stores neither password nor body', async () => {
    const body = words.newUser({ password: 'cinnamon trombone 7719' });
    await words.register(body, { key: 'a-key-that-keeps-01' });
    const rows = await testApp.database.query<{ text: string }>(
      'select row_to_json(k)::text as text from platform.idempotency_record k',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/cinnamon/v);
  });
});

describe('callers who register', () => {
  test('are applications with the scope and staff with the role; no customers and no others', async () => {
    const user = await testApp.register();
    const body = words.newUser();
    const nobodies = [
      customer(user, { scope: 'identity.me identity.users.register identity.signup' }),
      app(['users.read', 'recovery', 'hint', 'policy', 'me']),
      staff(['identity.users.read']),
      staff([], { scope: 'identity.users.register' }),
    ];
    for (const as of nobodies) expect(refusalOf(await words.register(body, { as }))).toBe('403 forbidden');
  });

  test('with both scopes have the rights of the more trusted one', async () => {
    const as = app(['users.register', 'signup']);
    expect((await words.register(words.newUser(), { as })).status).toBe(201);
    expect((await words.register(words.newUser(), { as: signUp })).status).toBe(400);
  });

  test('in one bank use nothing up in another', async () => {
    const body = words.newUser();
    expect((await words.register(body)).status).toBe(201);
    const as = app(['users.register'], { banks: ['02'] });
    expect((await words.register(body, { as })).status).toBe(201);
    expect((await testApp.get(`/users/${body.username}`, app(['users.read']))).body).not.toEqual(
      (await testApp.get(`/users/${body.username}`, app(['users.read'], { banks: ['02'] }))).body,
    );
  });
});

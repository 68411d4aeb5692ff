import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  createOwnDataTestApp,
  type OwnDataTestApp,
  refusalOf,
  signedIn,
  type TestClient,
} from '../../testing/own-data-test-app.suite.ts';
import { setRestriction } from '../../testing/restriction-steps.suite.ts';

let app: OwnDataTestApp;
beforeAll(async () => {
  app = await createOwnDataTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.identity.clock.advance({ minutes: 10 });
});

const address = {
  streetName: 'Lindenallee',
  buildingNumber: '7',
  postCode: '10115',
  townName: 'Berlin',
  country: 'DE',
};
const oneFactor = (client: TestClient) => signedIn(client, { assurance: '1fa', scope: 'client' });
const update = (client: TestClient, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.call('PATCH', '/client/update', { as: oneFactor(client), body, headers });

test('Client_Get: a client reads own data; contacts are masked without a fresh second factor', async () => {
  const client = await app.client();
  const whole = await app.call('GET', '/client', { as: signedIn(client) });
  expect(whole.status).toBe(200);
  expect(whole.body).toMatchObject({
    clientNumber: client.customerNumber,
    bankId: '01',
    kind: 'individual',
    displayName: 'Maria Schmidt',
    givenName: 'Maria',
    surname: 'Schmidt',
    status: 'potential',
    timeZone: 'Europe/Berlin',
    email: { value: client.email, verified: true },
    mobilePhone: { value: client.phone, verified: true },
    devices: [],
    restrictions: [],
    pendingActions: [],
    changeRequests: [],
  });
  expect(listAt(whole.body, 'preferences', 'tutorials').length).toBeGreaterThan(0);
  const masked = await app.call('GET', '/client', { as: signedIn(client, { ageSeconds: 301 }) });
  expect(at(masked.body, 'email', 'value')).toBe('m***@e***.org');
  expect(at(masked.body, 'mobilePhone', 'value')).toBe(`***${client.phone.slice(-3)}`);
  expect(masked.text).not.toContain(client.email);
  expect(masked.headers['etag']).toMatch(/^"[\w\-]{22}"$/v);
  expect(whole.headers['etag']).toBe(String(masked.headers['etag']).replace(/"$/v, '.f"'));
});

test('a merge patch changes the record of the party and the settings of the app', async () => {
  const client = await app.client();
  const before = await app.call('GET', '/client', { as: oneFactor(client) });
  const changed = await update(client, {
    displayName: 'Mia',
    preferredLanguage: 'fr',
    timeZone: 'Europe/Paris',
    contactAddress: address,
    marketingOptIns: ['survey'],
    profilePictureUrl: 'https://portico.test/content/mia.png',
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    displayName: 'Mia',
    surname: 'Schmidt',
    preferredLanguage: 'fr',
    timeZone: 'Europe/Paris',
    contactAddress: { ...address, kind: 'postal', label: expect.stringContaining('Lindenallee') },
    marketingOptIns: ['survey'],
    profilePictureUrl: 'https://portico.test/content/mia.png',
  });
  expect(changed.headers['etag']).not.toBe(before.headers['etag']);
  const after = await app.call('GET', '/client', { as: oneFactor(client) });
  expect(after.body).toEqual(changed.body);
  expect(after.headers['etag']).toBe(changed.headers['etag']);
  expect(await app.eventsOf(client.customerNumber)).toContain('client-data-updated');
  // A part of an address merges into it, null clears a setting.
  const partly = await update(client, { displayName: null, contactAddress: { buildingNumber: '9' } });
  expect(partly.body).toMatchObject({
    displayName: 'Maria Schmidt',
    contactAddress: { ...address, buildingNumber: '9' },
  });
});

test.each(['application/json-patch+json', 'application/json', 'text/json', 'application/merge-patch+json'])(
  'an array is a JSON Patch and an object a merge patch, sent as %s',
  async (contentType) => {
    const client = await app.client();
    const headers = { 'content-type': contentType };
    const merged = await update(client, JSON.stringify({ displayName: 'A' }), headers);
    expect(at(merged.body, 'displayName')).toBe('A');
    const patch = [
      { op: 'test', path: '/displayName', value: 'A' },
      { op: 'add', path: '/contactAddress', value: address },
      { op: 'replace', path: '/contactAddress/townName', value: 'Potsdam' },
      { op: 'add', path: '/marketingOptIns/-', value: 'survey' },
      { op: 'copy', from: '/contactAddress/townName', path: '/displayName' },
    ];
    const patched = await update(client, JSON.stringify(patch), headers);
    expect(patched.body).toMatchObject({
      displayName: 'Potsdam',
      contactAddress: { ...address, townName: 'Potsdam' },
      marketingOptIns: ['survey'],
    });
  },
);

test('a failed test of a patch is a conflict, a missing target cannot be processed; nothing changes', async () => {
  const client = await app.client();
  const failing = await update(client, [
    { op: 'replace', path: '/displayName', value: 'B' },
    { op: 'test', path: '/displayName', value: 'A' },
  ]);
  expect(refusalOf(failing)).toBe('409 patch-test-failed');
  expect(at(failing.body, 'operation')).toBe(1);
  expect(refusalOf(await update(client, [{ op: 'remove', path: '/contactAddress' }]))).toBe(
    '422 patch-not-applicable',
  );
  const after = await app.call('GET', '/client', { as: oneFactor(client) });
  expect(at(after.body, 'displayName')).toBe('Maria Schmidt');
});

test('field errors name the field; a field of the secure update names that operation', async () => {
  const client = await app.client();
  const errorsOf = async (body: unknown): Promise<readonly string[]> => {
    const response = await update(client, body);
    return listAt(response.body, 'errors').map(
      (error) =>
        `${response.status} ${String(at(error, 'field'))} ${String(at(error, 'code'))} ${String(at(error, 'message'))}`,
    );
  };
  expect(await errorsOf({ email: 'x@example.org' })).toEqual([
    '400 email unknown-field Unknown field. Use PATCH /client/secure-update.',
  ]);
  expect(await errorsOf([{ op: 'add', path: '/surname', value: 'X' }])).toEqual([
    '400 surname unknown-field Unknown field. Use PATCH /client/secure-update.',
  ]);
  expect(await errorsOf({ clientNumber: null })).toEqual(['400 clientNumber unknown-field Unknown field.']);
  expect(await errorsOf({ contactAddress: { isVerified: null } })).toContain(
    '400 contactAddress.isVerified unknown-field Unknown field.',
  );
  expect(await errorsOf({ timeZone: 'Mars/Olympus' })).toEqual([
    expect.stringMatching(/^400 timeZone enum/v),
  ]);
  expect(await errorsOf({ contactAddress: { ...address, postCode: '1' } })).toEqual([
    expect.stringMatching(/^400 contactAddress.postCode pattern/v),
  ]);
  expect(await errorsOf({ contactAddress: null, displayName: 7 })).toEqual([
    expect.stringMatching(/^400 displayName type/v),
  ]);
  expect(await errorsOf({ marketingOptIns: ['survey'], marketingOptOuts: ['survey'] })).toEqual([
    expect.stringMatching(/^400 marketingOptOuts\[0\] combination-not-allowed/v),
  ]);
  expect(await errorsOf({ profilePictureUrl: 'https://evil.test/a.png' })).toEqual([
    expect.stringMatching(/^400 profilePictureUrl format/v),
  ]);
  expect(await errorsOf([])).toEqual([expect.stringMatching(/^400 undefined too-few/v)]);
  expect(await errorsOf([{ op: 'add', path: '/displayName' }])).toEqual([
    expect.stringMatching(/^400 \[0\].value required/v),
  ]);
  expect(await errorsOf([{ op: 'replace', path: '', value: 7 }])).toEqual([
    expect.stringMatching(/^400 undefined type/v),
  ]);
  expect(await errorsOf(Array.from({ length: 51 }, () => ({ op: 'test', path: '', value: 1 })))).toEqual([
    expect.stringMatching(/^400 undefined too-many/v),
  ]);
  expect(await errorsOf('null')).toEqual([expect.stringMatching(/^400 undefined type/v)]);
});

test('a stale version is refused, in either form of the tag', async () => {
  const client = await app.client();
  const { headers } = await app.call('GET', '/client', { as: signedIn(client) });
  const tag = String(headers['etag']);
  expect((await update(client, { displayName: 'A' }, { 'if-match': tag })).status).toBe(200);
  expect(refusalOf(await update(client, { displayName: 'B' }, { 'if-match': tag }))).toBe(
    '412 precondition-failed',
  );
  expect((await update(client, { displayName: 'C' }, { 'if-match': '*' })).status).toBe(200);
});

test('a restricted client and a person who has died change nothing', async () => {
  const client = await app.client();
  await setRestriction(app.context(), client.customerNumber, { kind: 'login-block' });
  expect(refusalOf(await update(client, { displayName: 'A' }))).toBe('422 client-restricted');
  const shown = await app.call('GET', '/client', { as: oneFactor(client) });
  expect(listAt(shown.body, 'restrictions')).toHaveLength(1);
  await app.parties.reportDeath(client.customerNumber);
  expect(refusalOf(await update(client, { displayName: 'A' }))).toBe('422 party-deceased');
});

test('the limit of contact points holds', async () => {
  const client = await app.client();
  const point = (usage: string, number: string) => ({
    method: 'postal',
    usage,
    address: {
      'street-name': 'Weg',
      'building-number': number,
      'post-code': '10115',
      'town-name': 'Berlin',
      country: 'DE',
    },
  });
  for (const number of [
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
  ])
    await app.parties.addContact(client.customerNumber, point('work', number));
  expect(refusalOf(await update(client, { contactAddress: address }))).toBe(
    '422 contact-point-limit-reached',
  );
});

test('a user without a customer, and a customer of another bank, see nothing', async () => {
  const client = await app.client();
  const without = await app.call('GET', '/client', {
    as: signedIn(client, { claims: { 'customer-number': undefined } }),
  });
  expect(refusalOf(without)).toBe('404 not-found');
  const elsewhere = await app.call('GET', '/client', { as: signedIn(client, { banks: ['02'] }) });
  expect(refusalOf(elsewhere)).toBe('401 unauthorized');
});

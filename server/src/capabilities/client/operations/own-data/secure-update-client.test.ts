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
import { reviewChangeRequest } from '../change-requests/review-change-request.ts';

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
const passport = {
  kind: 'passport',
  documentNumber: 'C01X00T47',
  issueDate: '2026-01-10',
  expiryDate: '2036-01-09',
  issuingCountry: 'DE',
  issuingAuthority: 'Stadt Berlin',
};
const secure = (client: TestClient, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.call('PATCH', '/client/secure-update', { as: signedIn(client), body, headers });
const employee = 'e-17';

test('what needs no proof is applied at once', async () => {
  const client = await app.client();
  const response = await secure(client, {
    deliveryAddress: address,
    employment: {
      employmentStatus: 'employed',
      employerName: 'Werk GmbH',
      netMonthlyIncome: { currency: 'EUR', amount: '3100.00' },
    },
  });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ deliveryAddress: address, email: { value: client.email } });
  const { headers } = await app.call('GET', '/client', { as: signedIn(client) });
  expect(headers['etag']).toBe(response.headers['etag']);
  const patch = [
    { op: 'test', path: '/employment/employerName', value: 'Werk GmbH' },
    { op: 'replace', path: '/employment/employmentStatus', value: 'retired' },
    { op: 'remove', path: '/employment/employerName' },
  ];
  expect((await secure(client, patch)).status).toBe(200);
  // The employer is gone, the income stays.
  expect(
    refusalOf(await secure(client, [{ op: 'test', path: '/employment/employerName', value: 'Werk GmbH' }])),
  ).toBe('409 patch-test-failed');
  const kept = [{ op: 'test', path: '/employment/netMonthlyIncome/amount', value: '3100.00' }];
  expect((await secure(client, kept)).status).toBe(200);
});

test('what needs a review becomes a request; what does not is applied all the same', async () => {
  const client = await app.client();
  const response = await secure(client, {
    deliveryAddress: address,
    legalAddress: address,
    surname: 'Weber',
    documentUrl: 'https://portico.test/content/marriage.pdf',
    taxResidencies: [{ country: 'DE', tin: '65929970489' }],
    idDocument: passport,
  });
  expect(response.status).toBe(202);
  const requests = listAt(response.body, 'changeRequests');
  expect(
    requests.map((request) => `${String(at(request, 'kind'))} ${String(at(request, 'status'))}`),
  ).toEqual([
    'legal-address in-review',
    'surname in-review',
    'tax-residency in-review',
    'id-document in-review',
  ]);
  const shown = await app.call('GET', '/client', { as: signedIn(client) });
  expect(shown.body).toMatchObject({ surname: 'Schmidt', deliveryAddress: address });
  expect(listAt(shown.body, 'changeRequests')).toHaveLength(4);
  expect(
    refusalOf(await secure(client, { surname: 'Vogel', documentUrl: 'https://portico.test/content/a.pdf' })),
  ).toBe('422 change-request-pending');
  for (const request of requests)
    await reviewChangeRequest(app.context(), {
      changeRequestId: String(at(request, 'changeRequestId')),
      employeeId: employee,
      decision: 'approve',
      reason: undefined,
    });
  const after = await app.call('GET', '/client', { as: signedIn(client) });
  expect(after.body).toMatchObject({ surname: 'Weber', legalAddress: address });
  expect(listAt(after.body, 'changeRequests').map((request) => at(request, 'status'))).toEqual(
    Array(4).fill('applied'),
  );
  expect(await app.eventsOf(String(at(requests[1], 'changeRequestId')))).toEqual([
    'change-request-created',
    'change-request-applied',
  ]);
  expect(refusalOf(await secure(client, { idDocument: passport }))).toBe(
    '422 id-document-already-registered',
  );
});

test('a request with a key is answered once more with the same requests', async () => {
  const client = await app.client();
  const headers = { 'idempotency-key': 'own-data-0123456789' };
  const once = await secure(client, { legalAddress: address }, headers);
  const again = await secure(client, { legalAddress: address }, headers);
  expect([once.status, again.status]).toEqual([202, 202]);
  expect(again.body).toEqual(once.body);
});

test('a new phone number is proven by a code that is sent there', async () => {
  const client = await app.client();
  const number = '+4915119988776';
  const response = await secure(client, { mobilePhone: '+49 151 199 88 776' });
  expect(response.status).toBe(202);
  const changeRequestId = String(at(listAt(response.body, 'changeRequests')[0], 'changeRequestId'));
  expect(refusalOf(await secure(client, { mobilePhone: '+4915119988777' }))).toBe(
    '422 change-request-pending',
  );
  await app.deliver();
  const { code } = await app.identity.newestCode(client.userId);
  const act = (body: object) =>
    app.call('PATCH', '/client/action-change-request', {
      as: signedIn(client),
      body: { changeRequestId, action: 'confirm', ...body },
    });
  expect(refusalOf(await act({ code: code === '000000' ? '111111' : '000000' }))).toBe('422 code-not-valid');
  const confirmed = await act({ code });
  expect(confirmed.body).toEqual({ changeRequestId, kind: 'mobile-phone', status: 'applied' });
  expect((await act({ code })).status).toBe(200);
  const shown = await app.call('GET', '/client', { as: signedIn(client) });
  expect(at(shown.body, 'mobilePhone')).toEqual({ value: number, verified: true });
  expect(await app.eventsOf(client.userId)).toEqual(
    expect.arrayContaining(['phone-number-verification-started', 'phone-number-verified']),
  );
});

test('a number of another user is refused, and each request counts', async () => {
  const [client, other] = [await app.client(), await app.client()];
  for (let index = 0; index < 5; index += 1)
    expect(refusalOf(await secure(client, { mobilePhone: other.phone, deliveryAddress: address }))).toBe(
      '422 phone-number-already-used',
    );
  expect((await secure(client, { mobilePhone: other.phone })).status).toBe(429);
  const shown = await app.call('GET', '/client', { as: signedIn(client) });
  expect(at(shown.body, 'deliveryAddress')).toBeUndefined();
});

test('a surname needs a document, a document must be valid, and an organization has no employment', async () => {
  const client = await app.client();
  expect(refusalOf(await secure(client, { surname: 'Weber' }))).toBe('422 document-required');
  expect(
    refusalOf(
      await secure(client, {
        idDocument: { ...passport, issueDate: '2010-01-01', expiryDate: '2020-01-01' },
      }),
    ),
  ).toBe('422 id-document-expired');
  const bad = await secure(client, { surname: 'Weber', documentUrl: 'https://evil.test/a.pdf' });
  expect(listAt(bad.body, 'errors')).toMatchObject([{ field: 'documentUrl', code: 'format' }]);
  expect((await secure(client, { displayName: 'X' })).text).toContain('Use PATCH /client/update');
  const organization = await app.parties.send('POST', '/parties/organizations', {
    'registration-profile': 'contact',
    'commercial-name': 'Werk GmbH',
    phone: { number: '+493090112345' },
  });
  const business = { ...client, customerNumber: String(at(organization.body, 'id')) };
  expect(refusalOf(await secure(business, { employment: { employmentStatus: 'employed' } }))).toBe(
    '422 party-kind-mismatch',
  );
});

test('limits and mandatory fields of the party hold', async () => {
  const client = await app.client();
  const point = (number: string, usage: string) => ({
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
  await app.parties.addContact(client.customerNumber, point('1', 'delivery'));
  await app.parties.addContact(client.customerNumber, point('2', 'delivery'));
  const shown = await app.call('GET', '/client', { as: signedIn(client) });
  const other = at(shown.body, 'deliveryAddress', 'buildingNumber') === '1' ? '2' : '1';
  const twin = await secure(client, { deliveryAddress: { buildingNumber: other } });
  expect(refusalOf(twin)).toBe('422 contact-point-already-registered');
  for (let number = 3; number <= 18; number += 1)
    await app.parties.addContact(client.customerNumber, point(String(number), 'work'));
  expect(refusalOf(await secure(client, { legalAddress: address }))).toBe('422 contact-point-limit-reached');
  for (let number = 0; number < 20; number += 1) {
    const sent = await secure(client, {
      idDocument: { ...passport, documentNumber: `C01X0${100 + number}` },
    });
    await reviewChangeRequest(app.context(), {
      changeRequestId: String(at(listAt(sent.body, 'changeRequests')[0], 'changeRequestId')),
      employeeId: employee,
      decision: 'approve',
      reason: undefined,
    });
  }
  expect(refusalOf(await secure(client, { idDocument: passport }))).toBe('422 id-document-limit-reached');
});

test('a field that the profile of the customer requires cannot be cleared', async () => {
  const home = { 'street-name': 'Weg', 'post-code': '10115', 'town-name': 'Berlin', country: 'DE' };
  const client = await app.client({
    'registration-profile': 'customer',
    'contact-address': home,
    'legal-address': home,
    'delivery-address': home,
    'id-number': 'L01X00T471',
    'id-kind': 'identity-card-number',
    'birth-place': 'Berlin',
    'birth-country': 'DE',
    'country-of-residence': 'DE',
    'employment-status': 'employed',
  });
  const body = { employment: { employmentStatus: null, jobTitle: 'Chef' } };
  expect(refusalOf(await secure(client, body))).toBe('422 mandatory-field-cleared');
});

test('a stale version, a restriction and a death refuse the change', async () => {
  const client = await app.client();
  const { headers } = await app.call('GET', '/client', { as: signedIn(client) });
  await secure(client, { deliveryAddress: address });
  const stale = await secure(
    client,
    { deliveryAddress: { buildingNumber: '8' } },
    { 'if-match': String(headers['etag']) },
  );
  expect(refusalOf(stale)).toBe('412 precondition-failed');
  const expiresAt = app.identity.clock.now().add({ hours: 1 });
  await setRestriction(app.context(), client.customerNumber, { kind: 'login-block', expiresAt });
  expect(refusalOf(await secure(client, { deliveryAddress: { buildingNumber: '8' } }))).toBe(
    '422 client-restricted',
  );
  app.identity.clock.advance({ hours: 2 });
  await app.parties.reportDeath(client.customerNumber);
  expect(refusalOf(await secure(client, { deliveryAddress: { buildingNumber: '8' } }))).toBe(
    '422 client-restricted',
  );
});

test('a secure update needs two factors, a short time ago', async () => {
  const client = await app.client();
  const body = { deliveryAddress: address };
  const old = await app.call('PATCH', '/client/secure-update', {
    as: signedIn(client, { ageSeconds: 301 }),
    body,
  });
  expect(refusalOf(old)).toBe('401 step-up-required');
  const patch = [{ op: 'remove', path: '/nothing' }];
  expect(refusalOf(await secure(client, patch))).toBe('422 patch-not-applicable');
});

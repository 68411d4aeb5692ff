import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({});
  app.useCore(app.core.core);
});

/** Each message as `code path`. */
const faultsIn = ({ body }: TestServerResponse): readonly string[] =>
  listAt(body, 'tppMessages').map(
    (message) => `${String(at(message, 'code'))} ${String(at(message, 'path'))}`,
  );

const linksIn = ({ body }: TestServerResponse): readonly string[] => Object.keys(Object(at(body, '_links')));

const countPayments = async (): Promise<number> => {
  const [row] = await app.identity.database.query<{ count: number }>(
    'select count(*)::int as count from payments.payment',
  );
  return row?.count ?? 0;
};

describe('the headers about the customer and the third party', () => {
  const sendWith = async (headers: Readonly<Record<string, string>>): Promise<TestServerResponse> => {
    const { iban } = await app.payer();
    return app.send({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      headers: { 'psu-ip-address': '192.0.2.7', 'tpp-explicit-authorisation-preferred': 'true', ...headers },
      body: paymentFrom(iban),
    });
  };

  test('are accepted as the standard writes them', async () => {
    const response = await sendWith({
      'PSU-IP-Port': '51234',
      'PSU-Accept': 'text/html',
      'PSU-Accept-Charset': 'utf-8',
      'PSU-Accept-Encoding': 'gzip',
      'PSU-Accept-Language': 'de-AT',
      'PSU-User-Agent': 'Mozilla/5.0',
      'PSU-Http-Method': 'POST',
      'PSU-Device-ID': '99435c7e-ad88-49ec-a2ad-99ddcb1f5555',
      'PSU-Geo-Location': 'GEO:52.506931;13.144558',
      'PSU-ID': 'anna',
      'PSU-ID-Type': 'login',
      'PSU-Corporate-ID': 'acme',
      'PSU-Corporate-ID-Type': 'tax',
      'TPP-Brand-Logging-Information': 'Shop',
      'TPP-Rejection-NoFunds-Preferred': 'false',
    });
    expect(response.status).toBe(201);
  });

  test.each([
    ['PSU-IP-Port', '123456'],
    ['PSU-Accept', 'x'.repeat(501)],
    ['PSU-Accept-Charset', 'x'.repeat(501)],
    ['PSU-Accept-Encoding', 'x'.repeat(501)],
    ['PSU-User-Agent', 'x'.repeat(1_001)],
    ['PSU-Http-Method', 'TRACE'],
    ['PSU-Device-ID', 'phone'],
    ['PSU-Geo-Location', '52.5;13.1'],
    ['PSU-ID-Type', 'x'.repeat(51)],
    ['PSU-Corporate-ID-Type', 'x'.repeat(51)],
    ['TPP-Brand-Logging-Information', 'x'.repeat(256)],
    ['TPP-Rejection-NoFunds-Preferred', 'yes'],
  ])('are refused by their name: %s', async (name, value) => {
    const response = await sendWith({ [name]: value });
    expect([response.status, faultsIn(response)]).toEqual([400, [`FORMAT_ERROR ${name.toLowerCase()}`]]);
  });
});

test.each(['DEBT', 'CRED', 'SHAR'])(
  'the charges of a TARGET payment may be borne as chosen: %s',
  async (chargeBearer) => {
    const payer = await app.payer();
    const path = '/v1/payments/target-2-payments';
    const initiated = await app.initiate(payer, { path, body: paymentFrom(payer.iban, { chargeBearer }) });
    expect(initiated.status).toBe(201);
    expect((await app.send({ method: 'GET', path: pathIn(initiated) })).body).toMatchObject({ chargeBearer });
  },
);

describe('an initiation (initiatePayment)', () => {
  test('is answered with the status, the links of an explicit start, and its place', async () => {
    const initiated = await app.initiate(await app.payer());
    expect(initiated.status).toBe(201);
    const path = pathIn(initiated);
    expect(initiated.body).toEqual({
      transactionStatus: 'RCVD',
      paymentId: path.split('/').at(-1),
      _links: {
        startAuthorisation: { href: `${path}/authorisations` },
        self: { href: path },
        status: { href: `${path}/status` },
      },
    });
    expect(initiated.headers).toMatchObject({ location: `https://bank.test${path}` });
    expect(initiated.headers['aspsp-sca-approach']).toBeUndefined();
  });

  test.each([
    ['REDIRECT', { 'tpp-redirect-uri': 'https://a.tpp.test/back' }, ['scaRedirect', 'scaStatus']],
    ['DECOUPLED', { 'psu-id': 'somebody' }, ['scaStatus']],
    ['EMBEDDED', {}, ['updatePsuIdentification', 'updatePsuAuthentication', 'scaStatus']],
  ] as const)('starts the authorisation with the payment: %s', async (approach, headers, links) => {
    app.chooseSca({ approaches: [approach] });
    const { iban } = await app.payer();
    const initiated = await app.send({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      headers: { 'psu-ip-address': '2001:db8::1', ...headers },
      body: paymentFrom(iban),
    });
    expect([initiated.status, initiated.headers['aspsp-sca-approach']]).toEqual([201, approach]);
    expect(linksIn(initiated)).toEqual([...links, 'self', 'status']);
  });

  test('needs an address to return to where the customer approves at the bank', async () => {
    app.chooseSca({ approaches: ['REDIRECT'] });
    const { iban } = await app.payer();
    const response = await app.send({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      headers: { 'psu-ip-address': '192.0.2.7' },
      body: paymentFrom(iban),
    });
    expect([shortly(response), response.text]).toEqual([
      '400 FORMAT_ERROR',
      expect.stringContaining('TPP-Redirect-URI is required'),
    ]);
  });

  test('without an account is possible where the payer may choose it, and only with a page', async () => {
    const { debtorAccount: _, ...body } = paymentFrom('');
    const payer = await app.payer();
    expect(faultsIn(await app.initiate(payer, { body }))).toEqual(['FORMAT_ERROR /debtorAccount']);
    app.choose({ isDebtorAccountOptional: true });
    const headers = { 'tpp-redirect-uri': 'https://a.tpp.test/back' };
    const initiated = await app.initiate(payer, { body, headers });
    expect([initiated.status, linksIn(initiated)]).toEqual([201, ['startAuthorisation', 'self', 'status']]);
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await app.initiate(payer, { body, headers }))).toBe('400 SERVICE_INVALID');
  });

  test('tells all faults of the body at once, those of the rules beside those of the schema', async () => {
    const payer = await app.payer();
    const response = await app.initiate(payer, {
      body: {
        ...paymentFrom(payer.iban),
        creditorAccount: { iban: 'DE02100100109307118604' },
        creditorName: 7,
        instructedAmount: { currency: 'EUR', amount: '0.00' },
        requestedExecutionDate: '2020-01-01',
        tip: '1',
      },
    });
    expect(response.status).toBe(400);
    expect(faultsIn(response).toSorted()).toEqual([
      'EXECUTION_DATE_INVALID /requestedExecutionDate',
      'FORMAT_ERROR /creditorAccount/iban',
      'FORMAT_ERROR /creditorName',
      'FORMAT_ERROR /instructedAmount/amount',
      'FORMAT_ERROR /tip',
    ]);
    const asProblem = await app.initiate(payer, {
      headers: { accept: 'application/problem+json' },
      body: { ...paymentFrom(payer.iban), chargeBearer: 'DEBT', requestedExecutionDate: '2020-01-01' },
    });
    expect(asProblem.headers['content-type']).toContain('application/problem+json');
    expect(asProblem.body).toMatchObject({
      code: 'FORMAT_ERROR',
      additionalErrors: [
        { code: 'FORMAT_ERROR', title: '/chargeBearer' },
        { code: 'EXECUTION_DATE_INVALID', title: '/requestedExecutionDate' },
      ],
    });
  });

  test.each([
    ['nothing', undefined, '400 FORMAT_ERROR'],
    ['a list', [], '400 FORMAT_ERROR'],
    ['a text', '"payment"', '400 FORMAT_ERROR'],
    ['no JSON', '{', '400 FORMAT_ERROR'],
  ])('of %s is refused', async (_, body, expected) => {
    const payer = await app.payer();
    const response = await app.send({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      headers: { 'psu-ip-address': '192.0.2.7', 'content-type': 'application/json' },
      body,
    });
    expect(payer.iban).not.toBe('');
    expect(shortly(response)).toBe(expected);
  });

  test('names what is missing in the headers', async () => {
    const { iban } = await app.payer();
    const response = await app.send({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      headers: { 'tpp-redirect-preferred': 'yes' },
      body: paymentFrom(iban),
    });
    expect(faultsIn(response).toSorted()).toEqual([
      'FORMAT_ERROR psu-ip-address',
      'FORMAT_ERROR tpp-redirect-preferred',
    ]);
  });

  test('from an account that the bank does not have, that is blocked or in another currency is refused', async () => {
    const payer = await app.payer();
    const unknown = await app.initiate(payer, { body: paymentFrom('DE87200500001234567890') });
    const other = await app.initiate(payer, {
      path: '/v1/payments/cross-border-credit-transfers',
      body: paymentFrom(payer.iban, { instructedAmount: { currency: 'USD', amount: '5' } }),
    });
    await app.core.changeStatus(payer.accountId, 'blocked');
    const blocked = await app.initiate(payer);
    for (const response of [unknown, other, blocked])
      expect([response.status, faultsIn(response)]).toEqual([400, ['FORMAT_ERROR /debtorAccount']]);
    expect(unknown.text.replaceAll(/"X-.*/gv, '')).toBe(blocked.text);
  });

  test('of a product that does not exist, or that the bank does not offer, is refused', async () => {
    const payer = await app.payer();
    const unknown = await app.initiate(payer, { path: '/v1/payments/sepa-direct-debits' });
    expect(shortly(unknown)).toBe('404 PRODUCT_UNKNOWN');
    app.choose({ products: ['instant-sepa-credit-transfers'] });
    expect(shortly(await app.initiate(payer))).toBe('404 PRODUCT_UNKNOWN');
  });

  test('in JSON is none of a product of pain.001, and the other way round', async () => {
    const payer = await app.payer();
    const json = await app.initiate(payer, { path: '/v1/payments/pain.001-sepa-credit-transfers' });
    const xml = await app.initiate(payer, { headers: { 'content-type': 'application/xml' }, body: '<a/>' });
    expect([json.status, xml.status]).toEqual([415, 415]);
  });

  test('needs the customer only where the bank says so, and may ignore it', async () => {
    const payer = await app.payer();
    app.choose({ isCustomerMandated: true });
    expect(shortly(await app.initiate(payer))).toBe('400 FORMAT_ERROR');
    expect((await app.initiate(payer, { headers: { 'psu-id': payer.username } })).status).toBe(201);
    app.choose({ isCustomerIgnored: true });
    app.chooseSca({ approaches: ['EMBEDDED'], startMode: 'implicit' });
    const ignored = await app.initiate(payer, { headers: { 'psu-id': payer.username } });
    expect(at(ignored.body, 'scaStatus')).toBe('received');
  });

  test('under a consent is refused, because sessions are not offered', async () => {
    const response = await app.initiate(await app.payer(), { headers: { 'consent-id': 'c-1' } });
    expect(shortly(response)).toBe('400 SESSIONS_NOT_SUPPORTED');
  });

  test('while the core is away is refused, and possible again under the same id', async () => {
    const payer = await app.payer();
    const headers = { 'x-request-id': randomUUID() };
    app.useCore({
      ...app.core.core,
      findAccounts: async () => {
        throw new CoreFailure('not-sent', 'away');
      },
    });
    expect((await app.initiate(payer, { headers })).status).toBe(503);
    app.useCore({
      ...app.core.core,
      calendar: async () => {
        throw new CoreFailure('unknown', 'no answer');
      },
    });
    const dated = { ...paymentFrom(payer.iban), requestedExecutionDate: dayIn(5) };
    expect((await app.initiate(payer, { headers, body: dated })).status).toBe(503);
    app.useCore(app.core.core);
    expect((await app.initiate(payer, { headers, body: dated })).status).toBe(201);
  });
});

/** Returns a day at the bank. */
function dayIn(days: number): string {
  return app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days }).toString();
}

describe('an X-Request-ID', () => {
  test('sent fifty times at once makes one payment and gets equal responses', async () => {
    const payer = await app.payer();
    const before = await countPayments();
    const headers = { 'x-request-id': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 50 }, () => app.initiate(payer, { headers })));
    const bodies = new Set(responses.map(({ status, text }) => `${status} ${text}`));
    expect([...bodies]).toEqual([expect.stringMatching(/^201 /v)]);
    expect((await countPayments()) - before).toBe(1);
  });

  test('with another order is refused', async () => {
    const payer = await app.payer();
    const headers = { 'x-request-id': randomUUID() };
    await app.initiate(payer, { headers });
    const other = await app.initiate(payer, {
      headers,
      body: paymentFrom(payer.iban, { creditorName: 'Other' }),
    });
    expect(shortly(other)).toBe('400 FORMAT_ERROR');
  });

  test('is never used for a second payment, also when the response is no longer stored', async () => {
    const payer = await app.payer();
    const headers = { 'x-request-id': randomUUID() };
    await app.initiate(payer, { headers });
    await app.identity.database.query('delete from platform.idempotency_record');
    const repeated = await app.initiate(payer, { headers });
    expect([shortly(repeated), repeated.text]).toEqual([
      '400 FORMAT_ERROR',
      expect.stringContaining('its response is no longer stored'),
    ]);
  });
});

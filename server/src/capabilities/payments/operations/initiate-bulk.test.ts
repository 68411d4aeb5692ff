import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { openApproval, submitApproval } from '#capabilities/sca/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkDocument, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
let steps: BulkSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = bulkSteps(app);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});

const limit = { timeout: 120_000 };
const xml = { 'content-type': 'application/xml' };
const sepaXml = '/v1/bulk-payments/pain.001-sepa-credit-transfers';

function pathsIn(body: unknown): readonly unknown[] {
  return listAt(body, 'tppMessages').map((one) => at(one, 'path'));
}

describe('a bulk (initiateBulk)', limit, () => {
  test.each([
    'sepa-credit-transfers',
    'instant-sepa-credit-transfers',
    'target-2-payments',
    'cross-border-credit-transfers',
  ])('of %s is taken as JSON and as pain.001 in both versions', async (product) => {
    const payer = await app.payer();
    const json = await steps.initiate(payer, { path: `/v1/bulk-payments/${product}` });
    expect(shortly(json)).toBe('201 RCVD');
    const self = `/v1/bulk-payments/${product}/${String(at(json.body, 'paymentId'))}`;
    expect(json.headers['location']).toBe(`https://bank.test${self}`);
    expect(at(json.body, '_links', 'status', 'href')).toBe(`${self}/status`);
    for (const version of ['03', '09'] as const) {
      const document = await steps.initiate(payer, {
        path: `/v1/bulk-payments/pain.001-${product}`,
        headers: xml,
        body: bulkDocument(app, payer.iban, version),
      });
      expect(shortly(document)).toBe('201 RCVD');
    }
  });

  test('is read as it was submitted, JSON with its status (getBulk)', async () => {
    const payer = await app.payer();
    const body = bulkFrom(payer.iban, undefined, {
      batchBookingPreferred: true,
      paymentInformationId: 'WAGES-11',
      categoryPurposeCode: 'SALA',
    });
    const path = pathIn(await steps.initiate(payer, { body }));
    const read = await app.send({ method: 'GET', path });
    expect(read.body).toEqual({ ...body, transactionStatus: 'RCVD' });
    const document = bulkDocument(app, payer.iban, '09');
    const second = pathIn(await steps.initiate(payer, { path: sepaXml, headers: xml, body: document }));
    const shown = await app.send({ method: 'GET', path: second });
    expect([shown.headers['content-type'], shown.text]).toEqual(['application/xml', document]);
  });

  test('of several blocks is one bulk if they debit one account on one day', async () => {
    const payer = await app.payer();
    const body = bulkDocument(app, payer.iban, '09', { blocks: 3 });
    expect(shortly(await steps.initiate(payer, { path: sepaXml, headers: xml, body }))).toBe('201 RCVD');
    const other = await app.payer();
    const mixed = bulkDocument(app, payer.iban, '09', { blocks: 2, lastIban: other.iban });
    const refused = await steps.initiate(payer, { path: sepaXml, headers: xml, body: mixed });
    expect(shortly(refused)).toBe('400 FORMAT_ERROR');
    expect(pathsIn(refused.body)).toEqual(['/Document/CstmrCdtTrfInitn/PmtInf[2]/DbtrAcct/Id/IBAN']);
  });

  test('that is sent twice under one X-Request-ID is one bulk', async () => {
    const payer = await app.payer();
    const headers = { 'x-request-id': randomUUID() };
    const [first, second] = [
      await steps.initiate(payer, { headers }),
      await steps.initiate(payer, { headers }),
    ];
    expect(at(second.body, 'paymentId')).toBe(at(first.body, 'paymentId'));
    const changed = await steps.initiate(payer, {
      headers,
      body: bulkFrom(payer.iban, [entryOf('99.00')]),
    });
    expect(changed.status).toBe(400);
    await app.identity.database.query('delete from platform.idempotency_record');
    expect((await steps.initiate(payer, { headers })).status).toBe(400);
  });

  test('is approved on a page with count, total and a list in pages', async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 130 }, (_, index) =>
      entryOf('1.00', { creditorName: `Payee ${index + 1}` }),
    );
    const initiated = await app.send({
      method: 'POST',
      path: '/v1/bulk-payments/sepa-credit-transfers',
      headers: {
        'psu-ip-address': '192.0.2.7',
        'tpp-redirect-preferred': 'true',
        'tpp-redirect-uri': 'https://a.tpp.test/back',
      },
      body: bulkFrom(payer.iban, entries),
    });
    const path = pathIn(initiated);
    const url = String(at(initiated.body, '_links', 'scaRedirect', 'href'));
    const handle = url.slice(url.lastIndexOf('/') + 1);
    const visit = { handle, state: undefined };
    const first = await openApproval(app.context(), { ...visit, browserSecret: undefined });
    const { browserSecret } = first;
    const csrf = first.frame?.csrf ?? '';
    const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };
    const submit = (form: Parameters<typeof submitApproval>[1]['form']) =>
      submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
    await submit({ do: 'identify', name: payer.username });
    await submit({ do: 'password', password: new Secret(payer.password) });
    await submit({ do: 'method', methodId: '' });
    const { view } = await openApproval(app.context(), { ...visit, browserSecret, page: 2 });
    expect(view).toMatchObject({
      kind: 'review',
      order: { kind: 'bulk-payment', count: 130, positions: [{ total: { minor: 13_000n } }] },
      listed: { from: 101, pageSize: 100 },
    });
    const listed = view.kind === 'review' ? view.listed?.transfers : undefined;
    expect(listed?.map(({ creditorName }) => creditorName).slice(0, 2)).toEqual(['Payee 101', 'Payee 102']);
    expect(listed).toHaveLength(30);
    const { code } = await app.identity.newestCode(payer.userId);
    await submit({ do: 'code', code });
    expect(await steps.statusOf(path)).toBe('ACTC');
  });

  test('shows signing rules who is paid: own accounts, accounts of the bank and others apart', async () => {
    const payer = await app.payer();
    const neighbour = await app.payer();
    const own = 'DE87200500001234567890';
    await app.core.openAccount({ iban: own, owner: payer.customerNumber });
    const to = (iban: string) => ({ creditorAccount: { iban } });
    const body = bulkFrom(payer.iban, [
      entryOf('5.00', to(own)),
      entryOf('3.00', to(neighbour.iban)),
      entryOf('4.00', to(neighbour.iban)),
      entryOf('2.00'),
    ]);
    const path = pathIn(await steps.initiate(payer, { body }));
    const subject = await app.ports.subjects.payment?.describe(app.context().db, '01', {
      kind: 'payment',
      id: idOf(path),
    });
    const order = subject?.order?.kind === 'bulk-payment' ? subject.order : undefined;
    expect(
      order?.positions.map(({ count, creditorAccount, largest, total }) => [
        creditorAccount.id,
        count,
        total.minor,
        largest.minor,
      ]),
    ).toEqual([
      [own, 1, 500n, 500n],
      [neighbour.iban, 2, 700n, 400n],
      ['DE02100100109307118603', 1, 200n, 200n],
    ]);
  });
});

describe('a bulk is refused', limit, () => {
  test('with all faults of its members and of its payments', async () => {
    const payer = await app.payer();
    const body = bulkFrom(payer.iban, [
      entryOf('0.00'),
      entryOf('1.00', { creditorAccount: { iban: 'DE02100100109307118604' } }),
      entryOf('1.00', { debtorAccount: { iban: payer.iban } }),
      entryOf('1.00', { creditorName: undefined }),
    ]);
    const response = await steps.initiate(payer, { body: { ...body, colour: 'red' } });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect(new Set(pathsIn(response.body))).toEqual(
      new Set([
        '/colour',
        '/payments/0/instructedAmount/amount',
        '/payments/1/creditorAccount/iban',
        '/payments/2/debtorAccount',
        '/payments/3/creditorName',
      ]),
    );
  });

  test.each<[string, (iban: string) => unknown]>([
    ['no payments', (iban) => bulkFrom(iban, [])],
    ['no account', () => ({ payments: [entryOf('1.00')] })],
    ['a member twice', (iban) => `{"debtorAccount":{"iban":"${iban}"},"debtorAccount":{}}`],
    ['something else than an object', () => '[]'],
    [
      'payments that are no objects',
      (iban) => bulkFrom(iban, []) && `{"debtorAccount":{"iban":"${iban}"},"payments":[1]}`,
    ],
  ])('with %s', async (_, body) => {
    const payer = await app.payer();
    const response = await steps.initiate(payer, {
      headers: { 'content-type': 'application/json' },
      body: body(payer.iban),
    });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
  });

  test('with more payments than the bank takes, in JSON and in a document', async () => {
    app.choose({ bulkEntriesMax: 1 });
    const payer = await app.payer();
    expect(pathsIn((await steps.initiate(payer)).body)).toEqual(['/payments']);
    const body = bulkDocument(app, payer.iban, '03');
    const response = await steps.initiate(payer, { path: sepaXml, headers: xml, body });
    expect(pathsIn(response.body)).toEqual(['/Document/CstmrCdtTrfInitn/PmtInf[1]/CdtTrfTxInf[2]']);
  });

  test('for a day in the past', async () => {
    const payer = await app.payer();
    const body = bulkFrom(payer.iban, undefined, { requestedExecutionDate: '2020-01-01' });
    expect(shortly(await steps.initiate(payer, { body }))).toBe('400 EXECUTION_DATE_INVALID');
  });

  test('for a product that the bank does not offer, and in another format', async () => {
    const payer = await app.payer();
    app.choose({ bulkProducts: ['pain.001-sepa-credit-transfers'] });
    expect(shortly(await steps.initiate(payer))).toBe('404 PRODUCT_UNKNOWN');
    app.choose({});
    expect((await steps.initiate(payer, { path: sepaXml })).status).toBe(415);
  });

  test('for an account that is not at the bank', async () => {
    const payer = await app.payer();
    const response = await steps.initiate(payer, { body: bulkFrom('DE67100100101306118605') });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect(pathsIn(response.body)).toEqual(['/debtorAccount']);
  });

  test('under a MsgId that was used before', async () => {
    const payer = await app.payer();
    const body = bulkDocument(app, payer.iban, '09');
    await steps.initiate(payer, { path: sepaXml, headers: xml, body });
    const response = await steps.initiate(payer, { path: sepaXml, headers: xml, body });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
    expect(at(response.body, 'tppMessages', 0, 'text')).toContain('MsgId');
  });

  test('without what the bank wants to know, and with a session', async () => {
    const payer = await app.payer();
    app.choose({ isCustomerMandated: true });
    expect(shortly(await steps.initiate(payer))).toBe('400 FORMAT_ERROR');
    app.choose({});
    const consent = { headers: { 'consent-id': 'c-1' } };
    expect(shortly(await steps.initiate(payer, consent))).toBe('400 SESSIONS_NOT_SUPPORTED');
    const redirect = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-preferred': 'true' };
    const response = await app.send({
      method: 'POST',
      path: '/v1/bulk-payments/sepa-credit-transfers',
      headers: redirect,
      body: bulkFrom(payer.iban),
    });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
  });

  test('while the core is away', async () => {
    const payer = await app.payer();
    app.useCore({
      ...app.core.core,
      findAccounts: async () => {
        throw new CoreFailure('not-sent', 'connection refused');
      },
    });
    expect((await steps.initiate(payer)).status).toBe(503);
  });
});

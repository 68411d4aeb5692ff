import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { productNames } from '../domain/products.ts';
import {
  createPaymentsTestApp,
  creditor,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { writePain001 } from '../testing/write-pain001.suite.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
let payer: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
  payer = await app.payer();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.chooseSca({});
  app.useCore(app.core.core);
});

const monthly = () => ({ frequency: 'Monthly', startDate: steps.dayIn(3), dayOfExecution: '15' });
const setUp = (
  schedule: Readonly<Record<string, unknown>>,
  more: Parameters<PaymentsTestApp['initiate']>[1] = {},
): Promise<TestServerResponse> =>
  app.initiate(payer, { path: standingPath, body: paymentFrom(payer.iban, schedule), ...more });

const faultsIn = ({ body }: TestServerResponse): readonly string[] =>
  listAt(body, 'tppMessages').map(
    (message) => `${String(at(message, 'code'))} ${String(at(message, 'path'))}`,
  );

const documentFor = (messageId = randomUUID().slice(0, 30)): string =>
  writePain001(
    {
      messageId,
      createdAt: '2026-11-17T09:00:00Z',
      blocks: [
        {
          paymentInformationId: 'P-1',
          transfers: [
            {
              debtorName: 'Anna Schmidt',
              debtorAccount: { iban: payer.iban },
              instructedAmount: { currency: 'EUR', amount: '12.50' },
              creditorAccount: { iban: creditor },
              creditorName: 'Acme GmbH',
              // Required by the document, and without a meaning for a standing order.
              requestedExecutionDate: '2020-01-01',
            },
          ],
        },
      ],
    },
    '09',
  );

/** Returns a form with a document and the days of a standing order. */
function formOf(schedule: unknown, { document = documentFor(), name = 'json_standingorderType' } = {}) {
  const part = (named: string, type: string, content: string): string =>
    `--B\r\nContent-Disposition: form-data; name="${named}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  return `${part('xml_sct', 'application/xml', document)}${part(name, 'application/json', JSON.stringify(schedule))}--B--\r\n`;
}

const documentPath = '/v1/periodic-payments/pain.001-sepa-credit-transfers';
const multipart = { 'content-type': 'multipart/form-data; boundary=B' };

test.each([
  ['Daily', {}],
  ['Weekly', { dayOfExecution: '1' }],
  ['EveryTwoWeeks', { dayOfExecution: '5' }],
  ['Monthly', { dayOfExecution: '31' }],
  ['EveryTwoMonths', { dayOfExecution: '1' }],
  ['Quarterly', { dayOfExecution: '1', executionRule: 'preceding' }],
  ['SemiAnnual', { dayOfExecution: '1', executionRule: 'following' }],
  ['Annual', { dayOfExecution: '29' }],
  ['MonthlyVariable', { dayOfExecution: '1', monthsOfExecution: ['2', '8'] }],
])('a standing order is set up with every frequency of the standard: %s', async (frequency, more) => {
  const schedule = { frequency, startDate: steps.dayIn(3), ...more };
  const initiated = await setUp(schedule);
  expect(initiated.status).toBe(201);
  expect((await app.send({ method: 'GET', path: pathIn(initiated) })).body).toMatchObject(schedule);
});

describe('the initiation of a standing order', () => {
  test('is answered with the links of its own paths, and read as it was sent', async () => {
    const schedule = { ...monthly(), executionRule: 'preceding', endDate: steps.dayIn(400) };
    const initiated = await setUp(schedule);
    const path = pathIn(initiated);
    expect(path).toMatch(/^\/v1\/periodic-payments\/sepa-credit-transfers\//v);
    expect(initiated.body).toMatchObject({
      transactionStatus: 'RCVD',
      _links: { startAuthorisation: { href: `${path}/authorisations` } },
    });
    expect((await app.send({ method: 'GET', path })).body).toEqual({
      ...paymentFrom(payer.iban),
      ...schedule,
      transactionStatus: 'RCVD',
    });
    expect(
      shortly(await app.send({ method: 'GET', path: path.replace('periodic-payments', 'payments') })),
    ).toBe('403 PRODUCT_INVALID');
  });

  test.each(productNames)('is offered for %s', async (product) => {
    const isDocument = product.startsWith('pain.001-');
    const schedule = { frequency: 'Weekly', startDate: steps.dayIn(2) };
    const answer = await app.initiate(payer, {
      path: `/v1/periodic-payments/${product}`,
      ...(isDocument
        ? { body: formOf(schedule), headers: multipart }
        : { body: paymentFrom(payer.iban, schedule) }),
    });
    expect(shortly(answer)).toBe('201 RCVD');
  });

  test('starts today without a first day, and takes the spelling of older clients', async () => {
    const path = pathIn(await setUp({ frequency: 'monthlyvariable', monthsOfExecution: ['03', '9'] }));
    expect((await app.send({ method: 'GET', path })).body).toMatchObject({
      startDate: steps.dayIn(0),
      frequency: 'MonthlyVariable',
      monthsOfExecution: ['3', '9'],
    });
  });

  test.each<[string, Record<string, unknown>, string, readonly string[]]>([
    ['no frequency', { startDate: '2030-01-01' }, '400 FORMAT_ERROR', ['FORMAT_ERROR /frequency']],
    ['an unknown one', { frequency: 'Hourly' }, '400 FORMAT_ERROR', ['FORMAT_ERROR /frequency']],
    [
      'a day in the past',
      { frequency: 'Weekly', startDate: '2020-01-01' },
      '400 FORMAT_ERROR',
      ['FORMAT_ERROR /startDate'],
    ],
    [
      'an end before the start',
      { frequency: 'Weekly', startDate: '2030-02-01', endDate: '2030-01-01' },
      '400 PERIOD_INVALID',
      ['PERIOD_INVALID /endDate'],
    ],
    [
      'a date of execution',
      { frequency: 'Weekly', requestedExecutionDate: '2030-01-01' },
      '400 FORMAT_ERROR',
      ['FORMAT_ERROR /requestedExecutionDate'],
    ],
    [
      'faults of schema and rules',
      { frequency: 'Weekly', dayOfExecution: '8', executionRule: 'sometimes', creditorName: '' },
      '400 FORMAT_ERROR',
      ['FORMAT_ERROR /creditorName', 'FORMAT_ERROR /executionRule', 'FORMAT_ERROR /dayOfExecution'],
    ],
  ])('is refused with %s, at its member', async (_, schedule, short, faults) => {
    const refused = await setUp(schedule);
    expect([shortly(refused), faultsIn(refused)]).toEqual([short, faults]);
  });

  test('says what is wrong with the parts of a form', async () => {
    const send = (body: string) => app.initiate(payer, { path: documentPath, body, headers: multipart });
    const refused = await send(formOf({ frequency: 'Weekly', dayOfExecution: '9' }));
    expect(faultsIn(refused)).toEqual(['FORMAT_ERROR /json_standingorderType/dayOfExecution']);
    expect(shortly(await send(formOf({ frequency: 'Weekly', more: 1 })))).toBe('400 FORMAT_ERROR');
    const document = documentFor('M-1');
    expect((await send(formOf({ frequency: 'Weekly' }, { document }))).status).toBe(201);
    expect(shortly(await send(formOf({ frequency: 'Weekly' }, { document })))).toBe('400 FORMAT_ERROR');
  });

  test('by a form is read as a form again, by either name of the second part', async () => {
    const schedule = { frequency: 'Monthly', startDate: steps.dayIn(3), dayOfExecution: '31' };
    const document = documentFor();
    const body = formOf(schedule, { document, name: 'json_standingordermanagement' });
    const path = pathIn(await app.initiate(payer, { path: documentPath, body, headers: multipart }));
    const read = await app.send({ method: 'GET', path });
    expect(read.headers['content-type']).toBe('multipart/form-data; boundary="standing-order"');
    expect(read.text).toContain(document);
    expect(read.text).toContain('name="json_standingorderType"');
    expect(read.text).toContain(
      `{"startDate":"${schedule.startDate}","frequency":"Monthly","dayOfExecution":"31"}`,
    );
    const report = await app.send({
      method: 'GET',
      path: `${path}/status`,
      headers: { accept: 'application/xml' },
    });
    expect(report.text).toContain('<GrpSts>RCVD</GrpSts>');
  });

  test.each([
    ['an unknown product', { path: '/v1/periodic-payments/gold' }, '404 PRODUCT_UNKNOWN'],
    [
      'a form for JSON',
      { body: formOf({ frequency: 'Weekly' }, { document: '<a/>' }), headers: multipart },
      '415',
    ],
    ['a session', { headers: { 'consent-id': 'c' } }, '400 SESSIONS_NOT_SUPPORTED'],
    [
      'an account of another bank',
      { body: { ...paymentFrom('DE02100100109307118603'), frequency: 'Weekly' } },
      '400 FORMAT_ERROR',
    ],
  ])('is refused with %s', async (_, more, short) => {
    expect(shortly(await setUp(monthly(), more))).toBe(short);
  });

  test('leaves the account to the payer where the bank allows it, and only with a page', async () => {
    app.choose({ isDebtorAccountOptional: true });
    const { debtorAccount: _, ...body } = paymentFrom('', monthly());
    const headers = { 'tpp-redirect-uri': 'https://a.tpp.test/back' };
    expect((await setUp({}, { body, headers })).status).toBe(201);
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await setUp({}, { body, headers }))).toBe('400 SERVICE_INVALID');
  });

  test('is refused without an address to return to where the approval starts on a page', async () => {
    const headers = {
      'tpp-redirect-preferred': 'true',
      'tpp-explicit-authorisation-preferred': 'false',
    };
    expect(shortly(await setUp(monthly(), { headers }))).toBe('400 FORMAT_ERROR');
  });

  test('is refused without the customer where the bank wants one, and while the core is away', async () => {
    app.choose({ isCustomerMandated: true });
    expect(shortly(await setUp(monthly()))).toBe('400 FORMAT_ERROR');
    app.choose({});
    app.useCore({
      ...app.core.core,
      findAccounts: async () => {
        throw new CoreFailure('not-sent', 'connection refused');
      },
    });
    expect((await setUp(monthly())).status).toBe(503);
  });
});

describe('a standing order', () => {
  test('of another third party does not exist', async () => {
    const path = pathIn(await setUp(monthly()));
    for (const one of [path, `${path}/status`])
      expect(shortly(await app.send({ method: 'GET', path: one, as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    expect(shortly(await app.send({ method: 'DELETE', path, as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
  });

  test('is known under its own product alone', async () => {
    const path = pathIn(await setUp(monthly())).replace('sepa-credit', 'instant-sepa-credit');
    for (const method of ['GET', 'DELETE'] as const)
      expect(shortly(await app.send({ method, path }))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await app.send({ method: 'GET', path: `${path}/status` }))).toBe('403 PRODUCT_INVALID');
  });

  test('hides its executions from the third party', async () => {
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(0) });
    const [row] = await app.identity.database.query<{ id: string }>(
      'select payment_id as id from payments.payment where standing_order_id = $1',
      [path.split('/').at(-1)],
    );
    const execution = `/v1/payments/sepa-credit-transfers/${row?.id}`;
    expect(shortly(await app.send({ method: 'GET', path: execution }))).toBe('403 RESOURCE_UNKNOWN');
    expect(shortly(await app.send({ method: 'DELETE', path: execution }))).toBe('403 RESOURCE_UNKNOWN');
  });

  test('is cancelled at once, before and after its approval, and only once', async () => {
    const open = pathIn(await setUp(monthly()));
    expect(shortly(await app.send({ method: 'DELETE', path: open }))).toBe('202 CANC');
    const approved = await steps.approvedOrder(payer, monthly());
    app.choose({ cancelledStatus: 204 });
    expect((await app.send({ method: 'DELETE', path: approved })).status).toBe(204);
    expect(await app.statusOf(approved)).toBe('CANC');
  });

  test('is not cancelled after its end', async () => {
    const path = await steps.approvedOrder(payer, {
      frequency: 'Daily',
      startDate: steps.dayIn(0),
      endDate: steps.dayIn(0),
    });
    await steps.live(3);
    expect(await app.statusOf(path)).toBe('ACSC');
    expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('405 CANCELLATION_INVALID');
  });

  test('is cancelled with the approval of the payer where the bank wants it', async () => {
    const path = await steps.approvedOrder(payer, monthly());
    app.choose({ isCancellationApproved: true });
    const requested = await app.send({ method: 'DELETE', path });
    expect(requested.body).toMatchObject({
      transactionStatus: 'ACTC',
      _links: { startAuthorisation: { href: `${path}/cancellation-authorisations` } },
    });
    expect(await app.statusOf(path)).toBe('ACTC');
  });
});

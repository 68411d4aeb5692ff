import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
} from '../testing/payments-test-app.suite.ts';
import { expirePayments } from './expire-payments.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

const get = (path: string, more: { as?: '_A' | '_B'; headers?: Record<string, string> } = {}) =>
  app.send({ method: 'GET', path, ...more });

describe('a payment that is read (getPayment)', () => {
  test('has every member that was ordered', async () => {
    const payer = await app.payer();
    const body = paymentFrom(payer.iban, {
      endToEndIdentification: 'E2E-1',
      instructionIdentification: 'I-1',
      debtorName: 'Anna Schmidt',
      creditorAgent: 'AAAADEBBXXX',
      creditorAddress: {
        streetName: 'Hauptstr.',
        buildingNumber: '7',
        townName: 'Köln',
        postCode: '50667',
        country: 'DE',
      },
      ultimateCreditor: 'Acme Holding',
      purposeCode: 'GDDS',
      chargeBearer: 'SLEV',
      serviceLevel: 'SEPA',
    });
    const path = pathIn(await app.initiate(payer, { body }));
    expect((await get(path)).body).toEqual({ ...body, transactionStatus: 'RCVD' });
  });

  test.each([
    ['as a text', 'RF18539007547034'],
    ['as an object', { reference: 'RF18539007547034', referenceType: 'SCOR' }],
  ])('has its reference in the form of the order: %s', async (_, remittanceInformationStructured) => {
    const payer = await app.payer();
    const { remittanceInformationUnstructured: __, ...plain } = paymentFrom(payer.iban);
    const body = { ...plain, remittanceInformationStructured };
    const path = pathIn(await app.initiate(payer, { body }));
    expect((await get(path)).body).toEqual({ ...body, transactionStatus: 'RCVD' });
  });

  test('belongs to one third party; for every other one it does not exist', async () => {
    const path = pathIn(await app.initiate(await app.payer()));
    const [folder = ''] = path.split(/[^\/]+$/v);
    const unknown = await get(`${folder}01a1dcbf-fdb1-7d5d-b669-60821bd6845c`);
    const malformed = await get(`${folder}1`);
    const foreign = await get(path, { as: '_B' });
    for (const response of [unknown, malformed, foreign])
      expect(shortly(response)).toBe('403 RESOURCE_UNKNOWN');
    expect(foreign.text).toBe(unknown.text);
    expect(shortly(await get(`${path}/status`, { as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    expect(shortly(await get(`${path}/authorisations`, { as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
  });

  test('is found only under its product', async () => {
    const path = pathIn(await app.initiate(await app.payer()));
    const other = path.replace('sepa-credit-transfers', 'target-2-payments');
    expect(shortly(await get(other))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await get(`${other}/status`))).toBe('403 PRODUCT_INVALID');
  });
});

describe('a status (getPaymentStatus)', () => {
  test('of a JSON payment is JSON, and nothing else', async () => {
    const path = pathIn(await app.initiate(await app.payer()));
    expect((await get(`${path}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
    expect(shortly(await get(`${path}/status`, { headers: { accept: 'application/xml' } }))).toBe(
      '406 REQUESTED_FORMATS_INVALID',
    );
  });

  test('is RJCT when nobody approved in time, before any job has run, and stays so after it', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer));
    app.identity.clock.advance({ minutes: 31 });
    const expected = {
      transactionStatus: 'RJCT',
      tppMessages: [
        { category: 'WARNING', code: 'WARNING', text: 'DS0A: The payment was not approved in time.' },
      ],
    };
    expect((await get(`${path}/status`)).body).toEqual(expected);
    expect(await app.approve(path, payer)).toContain('403');
    await expirePayments(app.context());
    expect((await get(`${path}/status`)).body).toEqual(expected);
  });
});

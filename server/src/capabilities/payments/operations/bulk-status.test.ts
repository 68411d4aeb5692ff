import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BulkSteps, bulkDocument, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { askAboutPayments } from './ask-about-payments.ts';
import { cancelReportedPayments } from './cancel-reported-payments.ts';
import { cleanUpPayments } from './clean-up-payments.ts';
import { expirePayments } from './expire-payments.ts';

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
const asXml = { accept: 'application/xml' };

async function approved(payer: TestPayer, more: Parameters<BulkSteps['initiate']>[1] = {}): Promise<string> {
  const path = pathIn(await steps.initiate(payer, more));
  expect(await app.approve(path, payer)).toBe('finalised');
  return path;
}

const read = (path: string, more: object = {}) => app.send({ method: 'GET', path, ...more });

describe('the status of a bulk (getBulkStatus, getBulkExtendedStatus)', limit, () => {
  test('of a document is a pain.002 of its version, with the transfers that were rejected', async () => {
    for (const version of ['03', '09'] as const) {
      const payer = await app.payer({ cents: 2_000n });
      const amounts = ['12.50', '9.25'];
      const body = bulkDocument(app, payer.iban, version, { amounts, blocks: 2 });
      const path = await approved(payer, { path: sepaXml, headers: xml, body });
      app.useCore({ ...app.core.core, hasFunds: async () => true });
      await steps.work();
      await steps.settle();
      const { headers, text } = await read(`${path}/status`, { headers: asXml });
      expect(headers['content-type']).toBe('application/xml');
      expect(text).toContain(version === '03' ? 'pain.002.001.03' : 'pain.002.001.10');
      expect(text).toContain('<GrpSts>PART</GrpSts>');
      expect(text.match(/<OrgnlPmtInfId>P-\d<\/OrgnlPmtInfId>/g)).toHaveLength(2);
      expect(text).toContain('<Cd>AM04</Cd>');
      expect(text).not.toContain('<OrgnlEndToEndId>E-1-1</OrgnlEndToEndId>');
      expect(shortly(await read(`${path}/extended-status`))).toBe('405 SERVICE_INVALID');
      app.useCore(app.core.core);
    }
  });

  test('of JSON is no pain.002', async () => {
    const payer = await app.payer();
    const path = pathIn(await steps.initiate(payer));
    expect((await read(`${path}/status`, { headers: asXml })).status).toBe(406);
  });

  test('is told to the third party that initiated it, under its product and service', async () => {
    const payer = await app.payer();
    const path = pathIn(await steps.initiate(payer));
    const single = pathIn(await app.initiate(payer));
    for (const part of ['', '/status', '/extended-status'])
      expect(shortly(await read(`${path}${part}`, { as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    const other = path.replace('sepa-credit-transfers', 'target-2-payments');
    for (const part of ['', '/status', '/extended-status'])
      expect(shortly(await read(`${other}${part}`))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await app.send({ method: 'DELETE', path: other }))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await app.send({ method: 'DELETE', path, as: '_B' }))).toBe('403 RESOURCE_UNKNOWN');
    expect(shortly(await read(path.replace('bulk-payments', 'payments')))).toBe('403 PRODUCT_INVALID');
    expect(shortly(await read(single.replace('payments', 'bulk-payments')))).toBe('403 PRODUCT_INVALID');
  });
});

describe('a bulk ends', limit, () => {
  test('by a cancellation before its approval and before its day, and not after it', async () => {
    const payer = await app.payer();
    const path = pathIn(await steps.initiate(payer));
    expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('202 CANC');
    expect(await app.approve(path, payer)).toMatch(/^409/);
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days: 1 });
    const body = bulkFrom(payer.iban, undefined, { requestedExecutionDate: day.toString() });
    const dated = await approved(payer, { body });
    app.choose({ cancelledStatus: 204 });
    expect((await app.send({ method: 'DELETE', path: dated })).status).toBe(204);
    app.identity.clock.advance({ hours: 48 });
    await steps.work();
    expect(await steps.paid(payer)).toEqual([]);
    const running = await approved(payer);
    expect(shortly(await app.send({ method: 'DELETE', path: running }))).toBe('405 CANCELLATION_INVALID');
  });

  test('without an approval in time', async () => {
    const payer = await app.payer();
    const path = pathIn(await steps.initiate(payer));
    app.identity.clock.advance({ minutes: 31 });
    expect(await steps.statusOf(path)).toBe('RJCT');
    expect(await expirePayments(app.context())).toBeGreaterThan(0);
    expect(await steps.statusOf(path)).toBe('RJCT');
  });

  test('by a block of payments at the end of its day', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.restrict(payer, { kind: 'payment-block' });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('ACTC');
    app.identity.clock.advance({ hours: 15 });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('RJCT');
  });

  test('abroad or to new payees it is held if one transfer is', async () => {
    const payer = await app.payer();
    const abroad = entryOf('2.00', { creditorAccount: { iban: 'NL91ABNA0417164300' } });
    const path = await approved(payer, { body: bulkFrom(payer.iban, [entryOf('1.00'), abroad]) });
    await app.restrict(payer, { kind: 'foreign-payment-block' });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('ACTC');
    expect(await steps.paid(payer)).toEqual([]);
    const other = await app.payer();
    const home = await approved(other, { body: bulkFrom(other.iban, [entryOf('1.00')]) });
    await app.restrict(other, { kind: 'new-payee-block' });
    await steps.work();
    expect(await steps.statusOf(home)).toBe('ACTC');
  });

  test('where it stands after a report of fraud: what the core has is cancelled there', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await steps.work();
    await app.reportFraud(payer);
    await cancelReportedPayments(app.context(), {
      id: idOf(path),
      name: 'suspected-fraud-reported',
      version: 1,
      occurredAt: app.identity.clock.now().toString(),
      aggregateKind: 'client',
      aggregateId: payer.customerNumber,
      sequence: 1,
      data: { isBlocking: true, at: app.identity.clock.now().toString() },
    });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('CANC');
    await steps.settle();
    const booked = await app.core.core.transactionsOf(payer.accountId, { status: 'booked', max: 10 });
    expect(booked.items.filter(({ amount }) => amount.minor < 0n)).toEqual([]);
  });

  test('and is deleted with its transfers 13 months later', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACSC');
    app.identity.clock.advance({ hours: 24 * 398 });
    expect(await cleanUpPayments(app.context())).toBeGreaterThan(0);
    for (const table of ['payment', 'bulk_payment', 'bulk_chunk', 'bulk_entry'])
      expect(
        await app.identity.database.query(`select 1 from payments.${table} where payment_id = $1`, [
          idOf(path),
        ]),
      ).toEqual([]);
  });
});

test.each(['before', 'after'] as const)(
  'a bulk that was approved %s the backup and executed after it is found at the core, and goes on',
  limit,
  async (approvedWhen) => {
    const payer = await app.payer({ cents: 2_000n });
    const path = pathIn(await steps.initiate(payer));
    const { database } = app.identity;
    const approveIf = (isNow: boolean): Promise<unknown> =>
      isNow ? app.approve(path, payer) : Promise.resolve('finalised');
    expect(await approveIf(approvedWhen === 'before')).toBe('finalised');
    const [row] = await database.query<{ row: string }>(
      'select to_json(payment)::text as row from payments.payment where payment_id = $1',
      [idOf(path)],
    );
    expect(await approveIf(approvedWhen === 'after')).toBe('finalised');
    await steps.work();
    // The backup has neither a later approval nor the states of the transfers. The money is spent.
    await database.query('delete from payments.payment where payment_id = $1', [idOf(path)]);
    await database.query(
      'insert into payments.payment select * from json_populate_record(null::payments.payment, $1::json)',
      [row?.row],
    );
    await database.query('delete from payments.bulk_entry where payment_id = $1', [idOf(path)]);
    await database.query(
      'update payments.bulk_chunk set started_at = null, submitted_at = null where payment_id = $1',
      [idOf(path)],
    );
    await database.query('update payments.bulk_payment set due_at = null where payment_id = $1', [
      idOf(path),
    ]);
    const asked = await askAboutPayments(app.context());
    expect(asked.known).toBe(1);
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACSC');
    expect(await steps.paid(payer)).toEqual([725n, 1_250n]);
  },
);

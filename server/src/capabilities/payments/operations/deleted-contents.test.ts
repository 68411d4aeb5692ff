import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkDocument, bulkSteps } from '../testing/bulk-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { cleanUpPayments } from './clean-up-payments.ts';
import { expirePayments } from './expire-payments.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let payer: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  payer = await app.payer();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

const contents = async (): Promise<number> =>
  (await app.identity.database.query('select 1 from payments.payment where sealed_payment is not null'))
    .length;

async function endUnsigned(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await app.send({ method: 'DELETE', path });
  app.identity.clock.advance({ minutes: 31 });
  await expirePayments(app.context());
}

test('the content of what ended unsigned is deleted within two days; status, links and authorisations stay', async () => {
  const json = pathIn(await app.initiate(payer));
  const expired = pathIn(await app.initiate(payer));
  const bulk = pathIn(await bulks.initiate(payer));
  const document = pathIn(
    await bulks.initiate(payer, {
      path: '/v1/bulk-payments/pain.001-sepa-credit-transfers',
      headers: { 'content-type': 'application/xml' },
      body: bulkDocument(app, payer.iban, '09'),
    }),
  );
  const started = await app.send({
    method: 'POST',
    path: `${expired}/authorisations`,
    headers: { 'psu-id': payer.username },
  });
  await endUnsigned(json, bulk, document);
  app.identity.clock.advance({ hours: 22 });
  await cleanUpPayments(app.context());
  expect(shortly(await app.send({ method: 'GET', path: json }))).toBe('200 CANC');
  app.identity.clock.advance({ hours: 24 });
  await cleanUpPayments(app.context());
  for (const path of [json, expired, bulk, document]) {
    expect(shortly(await app.send({ method: 'GET', path }))).toBe('403 RESOURCE_EXPIRED');
    expect(await app.statusOf(path)).toBe(path === expired ? 'RJCT' : 'CANC');
  }
  const report = {
    method: 'GET',
    path: `${document}/status`,
    headers: { accept: 'application/xml' },
  } as const;
  expect(shortly(await app.send(report))).toBe('403 RESOURCE_EXPIRED');
  const authorisation = `${expired}/authorisations/${String(at(started.body, 'authorisationId'))}`;
  expect((await app.send({ method: 'GET', path: authorisation })).status).toBe(200);
  expect((await app.send({ method: 'GET', path: `${bulk}/extended-status` })).status).toBe(403);
  expect((await app.send({ method: 'POST', path: `${expired}/authorisations` })).status).toBe(403);
  expect(shortly(await app.send({ method: 'DELETE', path: json }))).toBe('202 CANC');
  expect(await contents()).toBe(0);
  expect(await app.identity.database.query('select 1 from payments.bulk_chunk')).toEqual([]);
});

test('no content is read of a document or a standing order that ended unsigned, nor confirmed a payee of it', async () => {
  const [sent, sentBulk] = [await app.initiate(payer), await bulks.initiate(payer)];
  const xml = { 'content-type': 'application/xml' };
  const document = () => bulkDocument(app, payer.iban, '09', { amounts: ['12.50'] });
  const schedule = { startDate: standingSteps(app).dayIn(5), frequency: 'Monthly' };
  const single = pathIn(
    await app.initiate(payer, {
      path: '/v1/payments/pain.001-sepa-credit-transfers',
      headers: xml,
      body: document(),
    }),
  );
  const standing = pathIn(
    await app.initiate(payer, { path: standingPath, body: paymentFrom(payer.iban, schedule) }),
  );
  const part = (name: string, type: string, content: string): string =>
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  const form = pathIn(
    await app.initiate(payer, {
      path: '/v1/periodic-payments/pain.001-sepa-credit-transfers',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
      body: `${part('xml_sct', 'application/xml', document())}${part('json_standingorderType', 'application/json', JSON.stringify(schedule))}--B--\r\n`,
    }),
  );
  await endUnsigned(pathIn(sent), pathIn(sentBulk), single, standing, form);
  app.identity.clock.advance({ hours: 25 });
  await cleanUpPayments(app.context());
  const accept = { accept: 'application/xml' };
  const answers = [
    await app.send({ method: 'GET', path: standing }),
    await app.send({ method: 'GET', path: form }),
    await app.send({ method: 'GET', path: `${single}/status`, headers: accept }),
    await app.send({ method: 'GET', path: `${form}/status`, headers: accept }),
    await app.send({ method: 'PUT', path: `${pathIn(sent)}/creditor-confirmation` }),
    await app.send({ method: 'PUT', path: `${pathIn(sentBulk)}/creditor-confirmation` }),
  ];
  expect(answers.map(shortly)).toEqual(answers.map(() => '403 RESOURCE_EXPIRED'));
});

test('what one of two customers signed keeps its content after its end', async () => {
  const second = await app.customer();
  await requireTwoSigners(app, payer, second);
  const path = pathIn(await app.initiate(payer));
  expect(await app.approve(path, payer)).toBe('finalised');
  expect(await app.statusOf(path)).toBe('PATC');
  await app.send({ method: 'DELETE', path });
  app.identity.clock.advance({ hours: 24 * 8 });
  await cleanUpPayments(app.context());
  expect(shortly(await app.send({ method: 'GET', path }))).toBe('200 CANC');
});

test('what is open or approved keeps its content', async () => {
  const approved = pathIn(await app.initiate(payer));
  await app.approve(approved, payer);
  app.identity.clock.advance({ hours: 24 * 8 });
  const open = pathIn(await app.initiate(payer));
  await cleanUpPayments(app.context());
  expect((await app.send({ method: 'GET', path: approved })).status).toBe(200);
  expect(shortly(await app.send({ method: 'GET', path: open }))).toBe('200 RCVD');
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { Context } from '#platform/work/context.ts';
import { payeeEventHandlers } from '../event-handlers.ts';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';
import { cleanUpVerifications } from './clean-up-verifications.ts';

let app: PayeeTestApp;
let anna: PayeeAccount;
beforeAll(async () => {
  app = await createPayeeTestApp();
  anna = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.useCore(app.core.core);
  app.choose({});
  app.advance(3_601);
});

const path = '/v1/bulk-payee-verifications';

interface SentPayee {
  readonly uetr: string;
  readonly partyAccount: { readonly iban: string };
  readonly party: Readonly<Record<string, unknown>>;
}

const payee = (name: string, iban = anna.iban): SentPayee => ({
  uetr: randomUUID(),
  partyAccount: { iban },
  party: { name },
});

const send = (
  payees: readonly SentPayee[],
  headers?: Readonly<Record<string, string>>,
): Promise<TestServerResponse> =>
  app.post(path, { partyVerificationRequests: payees }, headers === undefined ? {} : { headers });

/** Processes the events of lists, as the worker does. */
async function work(): Promise<void> {
  const rows = await app.party.database.query<{ aggregate_id: string; id: string }>(
    "select event_id as id, aggregate_id from platform.outbox_event where name = 'bulk-payee-verification-requested'",
  );
  const context = app.context();
  const [handler] = payeeEventHandlers(context);
  for (const { aggregate_id: aggregateId, id } of rows)
    await handler?.handle(bareContext(context), {
      id,
      name: 'bulk-payee-verification-requested',
      version: 1,
      occurredAt: '',
      aggregateKind: 'payee-verification',
      aggregateId,
      sequence: 1,
      data: { bulkId: aggregateId },
    });
}

const bareContext = (context: Context): Context => context;

const shortly = ({ body, status }: TestServerResponse): string =>
  `${status} ${String(at(body, 'tppMessages', 0, 'code') ?? at(body, 'vopBulkStatus'))}`;

describe('verify-bulk: a short list', () => {
  test('is answered at once, payee by payee', async () => {
    const payees = [
      payee('Anna Schmidt'),
      payee('Anna Schmitt'),
      payee('Carl Roth'),
      payee('Carl', app.newIban()),
    ];
    const response = await send(payees);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      vopBulkStatus: 'completed',
      partyVerificationResponses: [
        { uetr: payees[0]?.uetr, partyNameMatch: 'MTCH' },
        { uetr: payees[1]?.uetr, partyNameMatch: 'CMTC', matchedName: 'Anna Schmidt' },
        { uetr: payees[2]?.uetr, partyNameMatch: 'NMTC' },
        {
          uetr: payees[3]?.uetr,
          partyNameMatch: 'NOAP',
          additionalInformation: 'The payee could not be verified.',
        },
      ],
    });
  });

  test('is answered with the same response under the same X-Request-ID', async () => {
    const headers = { 'x-request-id': randomUUID() };
    const payees = [payee('Anna Schmitt')];
    const first = await send(payees, headers);
    expect((await send(payees, headers)).body).toEqual(first.body);
    expect(shortly(await send([payee('Anna Schmidt')], headers))).toBe('400 FORMAT_ERROR');
  });

  test('has no answer for payees beyond the limit of names', async () => {
    const payees = Array.from({ length: 12 }, (_, place) => payee(`Qq${'x'.repeat(place)}z Zzzz${place}`));
    const { body } = await send(payees);
    const codes = payees.map((_, place) => at(body, 'partyVerificationResponses', place, 'partyNameMatch'));
    expect(codes.filter((code) => code === 'NMTC')).toHaveLength(10);
    expect(codes.filter((code) => code === 'NOAP')).toHaveLength(2);
  });
});

describe('a list that cannot be verified', () => {
  test('names every fault', async () => {
    const one = payee('Anna Schmidt');
    app.choose({ bulkMaxEntries: 2 });
    const faulty = [
      one,
      { ...one, partyAccount: { iban: 'DE40100100103307118609' } },
      { ...payee('x'), party: {} },
    ];
    const response = await send(faulty);
    expect(response.status).toBe(400);
    const messages = [0, 1, 2, 3].map((place) => at(response.body, 'apiClientMessages', place, 'path'));
    expect(messages).toEqual([
      '/partyVerificationRequests/1/partyAccount/iban',
      '/partyVerificationRequests/2/party',
      '/partyVerificationRequests/1/uetr',
      '/partyVerificationRequests',
    ]);
  });

  test('has parameters that are not offered', async () => {
    const sent = [{ ...payee('x'), party: { identification: { privateId: {} } } }];
    expect(shortly(await send(sent))).toBe('400 PARAMETER_NOT_SUPPORTED');
  });

  test('comes too often', async () => {
    const responses = await Promise.all(Array.from({ length: 22 }, () => send([payee('Anna Schmidt')])));
    expect(responses.map(shortly).filter((one) => one === '429 SERVICE_BLOCKED')).toHaveLength(2);
  });

  test('could have more close matches than are left', async () => {
    for (let round = 0; round < 10; round += 1) {
      const accounts = await Promise.all(
        Array.from({ length: 10 }, () => app.account({ 'given-name': 'Anna', surname: 'Schmidt' })),
      );
      expect(shortly(await send(accounts.map(({ iban }) => payee('Anna Schmitt', iban))))).toBe(
        '200 completed',
      );
    }
    const refused = await send([payee('Anna Schmidt')]);
    expect([shortly(refused), Number(refused.headers['retry-after']) > 3_000]).toEqual([
      '429 SERVICE_BLOCKED',
      true,
    ]);
  });
});

describe('get-bulk and get-bulk-status: a long list', () => {
  const long = (count = 45): readonly SentPayee[] =>
    Array.from({ length: count }, (_, place) => payee(place === 0 ? 'Anna Schmitt' : 'Anna Schmidt'));

  test('is verified by the worker, and read by the third party that sent it', async () => {
    const payees = long();
    const accepted = await send(payees);
    const self = String(at(accepted.body, '_links', 'self', 'href'));
    expect([accepted.status, accepted.headers['location']]).toEqual([202, expect.stringContaining(self)]);
    expect(shortly(await app.get(`${self}/status`))).toBe('200 pending');
    await work();
    await work();
    expect((await app.get(`${self}/status`)).body).toEqual({
      vopBulkId: at(accepted.body, 'vopBulkId'),
      vopBulkStatus: 'completed',
    });
    const { body } = await app.get(self);
    expect(at(body, 'partyVerificationRequestsAndResults', 0)).toEqual({
      ...payees[0],
      partyNameMatch: 'CMTC',
      matchedName: 'Anna Schmidt',
    });
    expect(at(body, 'partyVerificationRequestsAndResults', 44)).toEqual({
      ...payees[44],
      partyNameMatch: 'MTCH',
    });
    expect(shortly(await app.get(self, { as: '_B' }))).toBe('404 RESOURCE_UNKNOWN');
    expect(shortly(await app.get(`${self}/status`, { as: '_B' }))).toBe('404 RESOURCE_UNKNOWN');
    expect(shortly(await app.get(`${path}/no-uuid`))).toBe('404 RESOURCE_UNKNOWN');
  });

  test('is verified later if the third party prefers that', async () => {
    const accepted = await send([payee('Anna Schmidt')], { 'client-asynchronous-process-preferred': 'true' });
    expect(shortly(accepted)).toBe('202 pending');
  });

  test('is rejected if no bank can be asked', async () => {
    app.choose({ bulkSyncEntries: 1 });
    const accepted = await send(long(3));
    app.useCore({
      ...app.core.core,
      findAccounts: () => Promise.reject(new CoreFailure('not-sent', 'away')),
    });
    await work();
    expect(shortly(await app.get(String(at(accepted.body, '_links', 'status', 'href'))))).toBe(
      '200 rejected',
    );
  });

  test('is kept for a day, then known as expired', async () => {
    app.choose({ bulkSyncEntries: 1 });
    const accepted = await send(long(3));
    await work();
    const self = String(at(accepted.body, '_links', 'self', 'href'));
    app.advance(86_399);
    expect((await app.get(self)).status).toBe(200);
    app.advance(1);
    expect(shortly(await app.get(self))).toBe('403 RESOURCE_EXPIRED');
    expect(shortly(await app.get(`${self}/status`))).toBe('403 RESOURCE_EXPIRED');
    app.advance(1);
    await cleanUpVerifications(app.context());
    expect(await app.party.database.query('select 1 from payee_verifications.bulk_result')).toHaveLength(0);
    expect(shortly(await app.get(self))).toBe('403 RESOURCE_EXPIRED');
    app.advance(30 * 86_400);
    await cleanUpVerifications(app.context());
    expect(shortly(await app.get(self))).toBe('404 RESOURCE_UNKNOWN');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';
import { answerDueBulks } from './answer-due-bulks.ts';
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

/** Verifies lists until none waits, as the worker does. */
async function work(): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) if ((await answerDueBulks(app.context())) === 0) return;
  throw new Error('a list waits for ever');
}

const turnsMax = 1_000;

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

describe('lists of several third parties (answerDueBulks)', () => {
  const list = (as: '_A' | '_B', count = 45): Promise<TestServerResponse> =>
    app.post(
      path,
      { partyVerificationRequests: Array.from({ length: count }, () => payee('Anna Schmidt')) },
      { as },
    );
  const statusOf = async (accepted: TestServerResponse, as: '_A' | '_B'): Promise<string> =>
    shortly(await app.get(String(at(accepted.body, '_links', 'status', 'href')), { as }));

  test('take turns: those of one do not delay those of another', async () => {
    await work();
    // Lists of one moment have no order.
    const ofA: TestServerResponse[] = [];
    for (let count = 0; count < 3; count += 1) {
      ofA.push(await list('_A'));
      app.advance(1);
    }
    const ofB = await list('_B');
    // Three turns of twenty payees are one list of each third party.
    for (let turn = 0; turn < 3; turn += 1) expect(await answerDueBulks(app.context())).toBe(2);
    expect(await statusOf(ofB, '_B')).toBe('200 completed');
    expect(await Promise.all(ofA.map((one) => statusOf(one, '_A')))).toEqual([
      '200 completed',
      '200 pending',
      '200 pending',
    ]);
    await work();
    expect(await Promise.all(ofA.map((one) => statusOf(one, '_A')))).toEqual([
      '200 completed',
      '200 completed',
      '200 completed',
    ]);
  });

  test('have one list each at a time, whichever worker asks', async () => {
    await work();
    for (let count = 0; count < 3; count += 1) await list('_A');
    const { core } = app.core;
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.useCore({
      ...core,
      async findAccounts(references) {
        asked.resolve();
        await answer.promise;
        return core.findAccounts(references);
      },
    });
    const first = answerDueBulks(app.context());
    await asked.promise;
    expect(await answerDueBulks(app.context())).toBe(0);
    answer.resolve();
    expect(await first).toBe(1);
    await work();
  });

  test('that cannot be opened are set aside: later ones of the same third party go on', async () => {
    await work();
    const broken = await list('_A');
    const next = await list('_A');
    await app.party.database.query(
      "update payee_verifications.bulk set sealed_payees = 'x' where bulk_id = $1",
      [at(broken.body, 'vopBulkId')],
    );
    await work();
    expect([await statusOf(broken, '_A'), await statusOf(next, '_A')]).toEqual([
      '200 pending',
      '200 completed',
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { submitDueBulks } from './submit-due-bulks.ts';

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

async function approved(payer: TestPayer, body: object = bulkFrom(payer.iban), more = {}): Promise<string> {
  const path = pathIn(await steps.initiate(payer, { body, ...more }));
  expect(await app.approve(path, payer)).toBe('finalised');
  return path;
}

function query(text: string, path: string): Promise<readonly object[]> {
  return app.identity.database.query<object>(text, [idOf(path)]);
}

const entriesOf = (path: string): Promise<readonly object[]> =>
  query(
    `select status, reason, count(*)::int as count from payments.bulk_entry where payment_id = $1
      group by status, reason order by status`,
    path,
  );

describe('an approved bulk (submitDueBulks)', limit, () => {
  test('has the same status for its group, from the initiation to the last transfer', async () => {
    const payer = await app.payer();
    const path = pathIn(await steps.initiate(payer));
    const groupStatus = async (): Promise<unknown> =>
      at((await app.send({ method: 'GET', path: `${path}/extended-status` })).body, 'groupStatus');
    expect(await groupStatus()).toBe('RCVD');
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(await groupStatus()).toBe('ACTC');
    await steps.work();
    expect(await groupStatus()).toBe('ACSP');
    await steps.settle();
    expect(await groupStatus()).toBe('ACSC');
  });

  test('is executed transfer by transfer, each once', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    expect(await steps.statusOf(path)).toBe('ACTC');
    await steps.work();
    expect(await steps.paid(payer)).toEqual([725n, 1_250n]);
    expect(await steps.statusOf(path)).toBe('ACSP');
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACSC');
    await steps.work();
    expect(await steps.paid(payer)).toEqual([725n, 1_250n]);
    expect(await query('select due_at from payments.bulk_payment where payment_id = $1', path)).toEqual([
      { due_at: null },
    ]);
  });

  test('of several chunks is executed completely', async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 250 }, (_, index) => entryOf(`${index + 1}.00`));
    const path = await approved(payer, bulkFrom(payer.iban, entries));
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACSC');
    expect(await entriesOf(path)).toEqual([{ status: 'ACSC', reason: null, count: 250 }]);
  });

  test('with a transfer that the core rejects is executed in part', async () => {
    const payer = await app.payer();
    const closed = await app.payer({ cents: 0n });
    await app.core.changeStatus(closed.accountId, 'closed');
    const lost = { creditorAccount: { iban: closed.iban }, endToEndIdentification: 'E-2' };
    const path = await approved(payer, bulkFrom(payer.iban, [entryOf('1.00'), entryOf('2.00', lost)]));
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('PART');
    const { body } = await app.send({ method: 'GET', path: `${path}/extended-status` });
    expect(at(body, 'groupStatus')).toBe('PART');
    expect(at(body, 'originalTransactionInformationAndStatus')).toEqual([
      {
        originalEndToEndId: 'E-2',
        transactionStatus: 'RJCT',
        statusReasonInformationCode: 'AC07',
        statusReasonAdditionalInformation: 'The creditor account is closed.',
      },
    ]);
  });

  test('that is instant is credited at once', async () => {
    const payer = await app.payer();
    const path = await approved(payer, bulkFrom(payer.iban), {
      path: '/v1/bulk-payments/instant-sepa-credit-transfers',
    });
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACCC');
  });

  test('for a later day waits for it', async () => {
    const payer = await app.payer();
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days: 1 });
    const dated = { requestedExecutionDate: day.toString() };
    const path = await approved(payer, bulkFrom(payer.iban, undefined, dated));
    await steps.work();
    expect(await steps.paid(payer)).toEqual([]);
    app.identity.clock.advance({ hours: 24 });
    await steps.work();
    expect(await steps.paid(payer)).toHaveLength(2);
    expect(path).toContain('bulk-payments');
  });

  test('without funds for all of it waits, and is rejected at the end of its day', async () => {
    const payer = await app.payer({ cents: 1_500n });
    const path = await approved(payer);
    await steps.work();
    expect(await steps.paid(payer)).toEqual([]);
    const { body } = await app.send({ method: 'GET', path: `${path}/status` });
    expect(body).toMatchObject({ transactionStatus: 'ACTC', fundsAvailable: false });
    const extended = await app.send({ method: 'GET', path: `${path}/extended-status` });
    expect(extended.body).toMatchObject({ groupStatus: 'ACTC', fundsAvailable: false });
    app.identity.clock.advance({ hours: 15 });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('RJCT');
  });

  test('without funds is rejected at once if the third party wants that', async () => {
    const payer = await app.payer({ cents: 1_500n });
    const headers = { 'tpp-rejection-nofunds-preferred': 'true' };
    const path = await approved(payer, undefined, { headers });
    await steps.work();
    const extended = await app.send({ method: 'GET', path: `${path}/extended-status` });
    expect(extended.body).toMatchObject({ groupStatus: 'RJCT', reasonCode: 'AM04' });
  });

  test('of an account that is gone is rejected', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    app.useCore({ ...app.core.core, findAccounts: async () => new Map() });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('RJCT');
  });

  test('with a transfer that was changed in the database is rejected as a whole', async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 150 }, () => entryOf('1.00'));
    const path = await approved(payer, bulkFrom(payer.iban, entries));
    const other = await approved(payer, bulkFrom(payer.iban, entries.slice(0, 120)));
    await query(
      `update payments.bulk_chunk set sealed_entries = (
         select sealed_entries from payments.bulk_chunk
          where payment_id = $1 and chunk_no = 0) where payment_id = $1 and chunk_no = 1`,
      path,
    );
    await query('delete from payments.bulk_chunk where payment_id = $1 and chunk_no = 1', other);
    await steps.work();
    expect([await steps.statusOf(path), await steps.statusOf(other)]).toEqual(['RJCT', 'RJCT']);
    expect(await steps.paid(payer)).toEqual([]);
    expect(await entriesOf(path)).toEqual([]);
  });
});

test(
  'a bulk whose transfers are changed while it is executed stops, and what the core has is cancelled',
  limit,
  async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 130 }, () => entryOf('1.00'));
    const path = await approved(payer, bulkFrom(payer.iban, entries));
    await submitDueBulks(app.context());
    await query(
      `update payments.bulk_chunk set sealed_entries = '\\xbad0' where payment_id = $1 and chunk_no = 1`,
      path,
    );
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('RJCT');
    expect(await entriesOf(path)).toEqual([
      { status: 'CANC', reason: 'CUST', count: 100 },
      { status: 'RJCT', reason: 'DS0C', count: 30 },
    ]);
  },
);

describe('a core that does not answer', limit, () => {
  test('when the rest of a bulk is cancelled, because its account is gone, is asked again', async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 130 }, () => entryOf('1.00'));
    const path = await approved(payer, bulkFrom(payer.iban, entries));
    await submitDueBulks(app.context());
    const gone = { ...app.core.core, findAccounts: async () => new Map() };
    app.useCore({
      ...gone,
      async cancel() {
        throw new CoreFailure('not-sent', 'connection refused');
      },
    });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('ACSP');
    app.useCore(gone);
    app.identity.clock.advance({ seconds: 60 });
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('RJCT');
    expect(await steps.paid(payer)).toEqual([]);
    expect(await entriesOf(path)).toEqual([
      { status: 'CANC', reason: 'CUST', count: 100 },
      { status: 'RJCT', reason: 'AC01', count: 30 },
    ]);
  });

  test('for some transfers may have them: it is asked, and gets none twice', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    const { core } = app.core;
    let calls = 0;
    app.useCore({
      ...core,
      // It takes the order over, and the answer is lost; then it does not answer at all.
      async submit(instruction) {
        calls += 1;
        await core.submit(instruction);
        throw new CoreFailure('unknown', 'no answer');
      },
      async statusOf() {
        throw new CoreFailure('unknown', 'no answer');
      },
    });
    await steps.work();
    expect(await entriesOf(path)).toEqual([{ status: 'ACTC', reason: null, count: 2 }]);
    expect(await steps.statusOf(path)).toBe('ACSP');
    app.useCore(core);
    app.identity.clock.advance({ seconds: 60 });
    await steps.work();
    await steps.settle();
    expect(calls).toBe(2);
    expect(await steps.paid(payer)).toEqual([725n, 1_250n]);
    expect(await steps.statusOf(path)).toBe('ACSC');
  });

  test('when funds or the account are asked for delays the bulk', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    const away = async (): Promise<never> => {
      throw new CoreFailure('not-sent', 'connection refused');
    };
    app.useCore({ ...app.core.core, hasFunds: away });
    await steps.work();
    app.identity.clock.advance({ seconds: 5 });
    app.useCore({ ...app.core.core, findAccounts: away });
    await steps.work();
    expect(await steps.statusOf(path)).toBe('ACTC');
    app.useCore(app.core.core);
    app.identity.clock.advance({ seconds: 5 });
    await steps.work();
    expect(await steps.paid(payer)).toHaveLength(2);
  });
});

test(
  'a worker that died between two steps is followed by one that pays no transfer twice',
  limit,
  async () => {
    const payer = await app.payer({ cents: 10_000_000n });
    const entries = Array.from({ length: 120 }, () => entryOf('1.00'));
    const path = await approved(payer, bulkFrom(payer.iban, entries));
    const { core } = app.core;
    let left = 70;
    app.useCore({
      ...core,
      async submit(instruction) {
        left -= 1;
        if (left < 0) throw new Error('the process is gone');
        return core.submit(instruction);
      },
    });
    await expect(steps.work()).resolves.toBeUndefined();
    app.useCore(core);
    // Set aside after its failure, as no crash would do it; the next attempt comes later.
    app.identity.clock.advance({ minutes: 10 });
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('ACSC');
    const { items } = await core.transactionsOf(payer.accountId, { status: 'booked', max: 200 });
    expect(items.filter(({ amount }) => amount.minor === -100n)).toHaveLength(120);
  },
);

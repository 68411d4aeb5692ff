import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { ledgerLinesOf } from '../testing/ledger-lines.suite.ts';
import { idOf, type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { askAboutPayments } from './ask-about-payments.ts';
import { cancelReportedPayments } from './cancel-reported-payments.ts';
import { replayPaymentEndings } from './replay-payment-endings.ts';
import { submitDueBulks } from './submit-due-bulks.ts';

let app: PaymentsTestApp;
let steps: BulkSteps;
let payments: PaymentSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = bulkSteps(app);
  payments = paymentSteps(app);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});

const limit = { timeout: 120_000 };

async function reportFraud(payer: TestPayer): Promise<void> {
  await app.reportFraud(payer);
  await deliverEvents(app, 'suspected-fraud-reported', cancelReportedPayments);
}

describe('a stop of a bulk', limit, () => {
  test('is done chunk by chunk, in turns', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, 250);
    await submitDueBulks(app.context());
    await submitDueBulks(app.context());
    await reportFraud(payer);
    await submitDueBulks(app.context());
    expect(await steps.entriesOf(path)).toEqual(['100 ACSP', '100 CANC CUST']);
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['200 CANC CUST', '50 RJCT DS0C']);
    expect(await steps.statusOf(path)).toBe('RJCT');
  });

  test('saves what a core says that goes away in the middle, and asks about the others later', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, 130);
    await steps.work();
    await reportFraud(payer);
    const { core } = app.core;
    const asked: string[] = [];
    let left = 25;
    app.useCore({
      ...core,
      async cancel(instructionId, cancellationId) {
        left -= 1;
        if (left < 0) throw new CoreFailure('not-sent', 'connection refused');
        asked.push(instructionId);
        return core.cancel(instructionId, cancellationId);
      },
    });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['105 ACSP', '25 CANC CUST']);
    left = 1_000;
    app.identity.clock.advance({ seconds: 5 });
    await steps.work();
    expect([await steps.statusOf(path), new Set(asked).size, asked.length]).toEqual(['CANC', 130, 130]);
  });

  test('by a fraud report reaches further than one by a restriction before', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, 130);
    await submitDueBulks(app.context());
    await app.restrict(payer, { kind: 'payment-block' });
    app.identity.clock.advance({ hours: 15 });
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['100 ACSP', '30 RJCT MS03']);
    await reportFraud(payer);
    await steps.work();
    expect(await steps.entriesOf(path)).toEqual(['100 CANC CUST', '30 RJCT MS03']);
    expect((await ledgerLinesOf(app, path)).map(({ reason }) => reason)).toEqual(['MS03', 'DS0C', 'MS03']);
  });
});

test(
  'a fraud report stops what is being executed, also if it was approved before the window of the report',
  limit,
  async () => {
    const payer = await app.payer();
    const day = payments.dayIn(14);
    const body = bulkFrom(
      payer.iban,
      Array.from({ length: 130 }, () => entryOf('1.00')),
      { requestedExecutionDate: day },
    );
    const bulk = await steps.approved(payer, 0, { body });
    const single = await payments.approved(payer, {
      body: {
        ...entryOf('2.00'),
        debtorAccount: { iban: payer.iban },
        requestedExecutionDate: day,
      },
    });
    app.identity.clock.set(`${day}T09:00:00+01:00`);
    await app.work();
    await submitDueBulks(app.context());
    await reportFraud(payer);
    await steps.work();
    expect(await steps.entriesOf(bulk)).toEqual(['100 CANC CUST', '30 RJCT DS0C']);
    expect(await app.statusOf(single)).toBe('CANC');
    await steps.settle();
    expect(await steps.paid(payer)).toEqual([]);
  },
);

describe('a bulk that was stopped after the backup (replayPaymentEndings)', limit, () => {
  const tables = ['payment', 'bulk_payment', 'bulk_chunk', 'bulk_entry'];

  /** The rows of a bulk as a backup has them; the returned function writes them back, as a restore does. */
  async function backup(path: string): Promise<() => Promise<void>> {
    const { database } = app.identity;
    const kept = new Map<string, string>();
    for (const table of tables) {
      const [row] = await database.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from payments.${table} t where payment_id = $1`,
        [idOf(path)],
      );
      kept.set(table, row?.rows ?? '[]');
    }
    return async () => {
      for (const [table, rows] of kept) {
        await database.query(`delete from payments.${table} where payment_id = $1`, [idOf(path)]);
        await database.query(
          `insert into payments.${table} select * from json_populate_recordset(null::payments.${table}, $1::json)`,
          [rows],
        );
      }
    };
  }

  async function replay(endings: readonly Ending[]): Promise<readonly string[]> {
    const found = await replayPaymentEndings(app.context(), endings);
    for (const step of found) await step.apply();
    return found.map(({ what }) => what);
  }

  /** Runs a bulk until it is stopped: one chunk is executed, one is at the core, one was not sent. */
  async function runAndStop(payer: TestPayer) {
    const body = bulkFrom(
      payer.iban,
      Array.from({ length: 250 }, () => entryOf('1.00')),
    );
    const path = pathIn(await steps.initiate(payer, { body }));
    const unapproved = await backup(path);
    expect(await app.approve(path, payer)).toBe('finalised');
    const approved = await backup(path);
    await submitDueBulks(app.context());
    const begun = await backup(path);
    app.identity.clock.advance({ hours: 20 });
    await app.settle();
    await submitDueBulks(app.context());
    await reportFraud(payer);
    const stopped = await backup(path);
    await steps.work();
    return { path, backups: { unapproved, approved, begun, stopped } };
  }

  test.each(['unapproved', 'approved', 'begun'] as const)(
    'and was %s then stays stopped; what was executed stays executed',
    async (then) => {
      const payer = await app.payer();
      const { backups, path } = await runAndStop(payer);
      const ended = ['100 ACSC', '100 CANC CUST', '50 RJCT DS0C'];
      expect([await steps.statusOf(path), await steps.entriesOf(path)]).toEqual(['PART', ended]);
      const endings = await ledgerLinesOf(app, path);
      await backups[then]();
      expect(await replay(endings)).toEqual(['bulks stopped again']);
      expect(await replay(endings)).toEqual([]);
      await askAboutPayments(app.context());
      await steps.work();
      expect([await steps.statusOf(path), await steps.entriesOf(path)]).toEqual(['PART', ended]);
      await steps.settle();
      const { items } = await app.core.core.transactionsOf(payer.accountId, { status: 'booked', max: 200 });
      expect(items.filter(({ amount }) => amount.minor === -100n)).toHaveLength(100);
    },
  );

  test('and whose backup has the stop is left to the worker', async () => {
    const payer = await app.payer();
    const { backups, path } = await runAndStop(payer);
    const endings = await ledgerLinesOf(app, path);
    expect(await replay(endings)).toEqual([]);
    await backups.stopped();
    expect(await replay(endings)).toEqual([]);
    await steps.work();
    expect(await steps.statusOf(path)).toBe('PART');
  });
});

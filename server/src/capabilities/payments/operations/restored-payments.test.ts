import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { ledgerLinesOf } from '../testing/ledger-lines.suite.ts';
import { idOf, type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { askAboutPayments } from './ask-about-payments.ts';
import { replayPaymentEndings } from './replay-payment-endings.ts';

let app: PaymentsTestApp;
let steps: PaymentSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = paymentSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});

const instant = { path: '/v1/payments/instant-sepa-credit-transfers' };

/** The row of a payment as a backup has it; the returned function writes it back, as a restore does. */
async function backup(path: string): Promise<() => Promise<void>> {
  const { database } = app.identity;
  const [row] = await database.query<{ row: string }>(
    'select to_json(payment)::text as row from payments.payment where payment_id = $1',
    [idOf(path)],
  );
  return async () => {
    await database.query('delete from payments.payment where payment_id = $1', [idOf(path)]);
    await database.query(
      'insert into payments.payment select * from json_populate_record(null::payments.payment, $1::json)',
      [row?.row],
    );
  };
}

async function replay(endings: readonly Ending[]): Promise<readonly string[]> {
  const found = await replayPaymentEndings(app.context(), endings);
  for (const step of found) await step.apply();
  return found.map(({ what }) => what);
}

describe('a payment that ended after the backup (replayPaymentEndings)', () => {
  test('and was cancelled stays cancelled: it is not executed on its day', async () => {
    const payer = await app.payer();
    const body = paymentFrom(payer.iban, { requestedExecutionDate: steps.dayIn(7) });
    const path = await steps.approved(payer, { body });
    const restore = await backup(path);
    expect((await app.send({ method: 'DELETE', path })).status).toBe(202);
    const endings = await ledgerLinesOf(app, path);
    await restore();
    expect(await app.statusOf(path)).toBe('ACTC');
    expect(await replay(endings)).toEqual(['payments stopped again']);
    expect(await replay(endings)).toEqual([]);
    app.identity.clock.advance({ hours: 24 * 9 });
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['CANC', 0]);
  });

  test('and was cancelled when some had signed it stays cancelled: the others cannot complete it', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, payer)).toBe('finalised');
    const restore = await backup(path);
    expect((await app.send({ method: 'DELETE', path })).status).toBe(202);
    const endings = await ledgerLinesOf(app, path);
    await restore();
    expect(await app.statusOf(path)).toBe('PATC');
    expect(await replay(endings)).toEqual(['payments stopped again']);
    expect(await app.approve(path, second)).toContain('409');
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('and was rejected stays rejected, whether or not the backup has its approval', async () => {
    const payer = await app.payer({ cents: 0n });
    const headers = { 'tpp-rejection-nofunds-preferred': 'true' };
    const path = pathIn(await app.initiate(payer, { headers }));
    const restoreUnapproved = await backup(path);
    await app.approve(path, payer);
    const restoreApproved = await backup(path);
    await app.work();
    expect(await app.statusOf(path)).toBe('RJCT');
    const endings = await ledgerLinesOf(app, path);
    await app.core.receive(payer.accountId, { minor: 100_000n, currency: 'EUR' });
    for (const restore of [restoreApproved, restoreUnapproved]) {
      await restore();
      const unreadable = endings.map((ending) => ({ ...ending, subject: 'unreadable' }));
      expect(await replay([...endings, ...unreadable])).toHaveLength(1);
      await app.work();
      expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['RJCT', 0]);
    }
  });
});

describe('a payment that the core executed after the backup (askAboutPayments)', () => {
  test.each(['approved', 'unapproved'])(
    'and that was %s then is recorded, and executed once',
    async (then) => {
      const payer = await app.payer({ cents: 2_000n });
      const path = pathIn(await app.initiate(payer, instant));
      const unapproved = await backup(path);
      await app.approve(path, payer);
      const approved = await backup(path);
      await app.work();
      expect(await app.statusOf(path)).toBe('ACCC');
      await (then === 'approved' ? approved() : unapproved());
      const { known, undecided } = await askAboutPayments(app.context());
      expect([known, undecided]).toEqual([1, []]);
      await steps.workOn(60);
      expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACCC', 1]);
    },
  );

  test('is named if the core gives no answer', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    app.useCore({
      ...app.core.core,
      statusOf: async () => {
        throw new CoreFailure('unknown', 'no answer');
      },
    });
    expect((await askAboutPayments(app.context())).undecided).toContain(idOf(path));
  });

  test('is none of those that the core does not have, nor of a later day', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    const dated = await steps.approved(payer, {
      body: paymentFrom(payer.iban, { requestedExecutionDate: steps.dayIn(7) }),
    });
    await askAboutPayments(app.context());
    expect([await app.statusOf(path), await app.statusOf(dated)]).toEqual(['ACTC', 'ACTC']);
    await app.work();
    expect([await app.statusOf(path), await app.statusOf(dated)]).toEqual(['ACSP', 'ACTC']);
  });
});

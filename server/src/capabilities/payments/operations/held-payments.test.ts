import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { cancelReportedPayments } from './cancel-reported-payments.ts';
import { rejectRecalledPayment } from './reject-recalled-payment.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const deliver = (name: string, handle: typeof cancelReportedPayments): Promise<void> =>
  deliverEvents(app, name, handle);

async function approved(payer: TestPayer, body: object = paymentFrom(payer.iban)): Promise<string> {
  const path = pathIn(await app.initiate(payer, { body }));
  expect(await app.approve(path, payer)).toBe('finalised');
  return path;
}

/** Instructions of the morning are booked in the evening; signatures of the morning are still recalled then. */
async function settleOvernight(): Promise<void> {
  app.identity.clock.advance({ hours: 20 });
  await app.settle();
}

const statusAndReason = async (path: string): Promise<readonly unknown[]> => {
  const paymentId = path.split('/').at(-1) ?? '';
  const [row] = await app.identity.database.query<{ status: string; reason: string | null }>(
    'select status, reason from payments.payment where payment_id = $1',
    [paymentId],
  );
  return [row?.status, row?.reason];
};

describe('a block of payments', () => {
  test('refuses approvals, and the third party cannot tell why', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer));
    await app.restrict(payer, { kind: 'payment-block' });
    expect(await app.approve(path, payer)).toMatch(/^403 .*PSU_CREDENTIALS|^401 .*|SERVICE_BLOCKED/u);
    expect(await app.statusOf(path)).toBe('RCVD');
  });

  test('holds an approved payment until the end of its day, and rejects it then', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.restrict(payer, { kind: 'payment-block' });
    await app.work();
    expect(await app.statusOf(path)).toBe('ACTC');
    app.identity.clock.advance({ hours: 15 });
    await app.work();
    expect(await statusAndReason(path)).toEqual(['RJCT', 'MS03']);
  });

  test('that ends in time lets it go on', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    const expiresAt = app.identity.clock.now().add({ minutes: 30 });
    await app.restrict(payer, { kind: 'payment-block', expiresAt });
    await app.work();
    app.identity.clock.advance({ minutes: 31 });
    await app.work();
    await settleOvernight();
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('of another account holds nothing here', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.restrict(payer, {
      kind: 'payment-block',
      accounts: ['DE00000000000000000000'],
    });
    await app.work();
    expect(await app.statusOf(path)).not.toBe('ACTC');
  });

  test('abroad holds foreign payees only', async () => {
    const payer = await app.payer();
    await app.restrict(payer, { kind: 'foreign-payment-block' });
    const home = await approved(payer);
    const abroad = await approved(
      payer,
      paymentFrom(payer.iban, { creditorAccount: { iban: 'NL91ABNA0417164300' } }),
    );
    await app.work();
    expect(await app.statusOf(home)).not.toBe('ACTC');
    expect(await app.statusOf(abroad)).toBe('ACTC');
  });

  test('to new payees lets known ones through', async () => {
    const payer = await app.payer();
    const first = await approved(payer);
    await app.work();
    await settleOvernight();
    expect(await app.statusOf(first)).toBe('ACSC');
    await app.restrict(payer, { kind: 'new-payee-block' });
    const known = await approved(payer);
    const unknown = await approved(
      payer,
      paymentFrom(payer.iban, { creditorAccount: { iban: 'DE75512108001245126199' } }),
    );
    await app.work();
    expect(await app.statusOf(known)).not.toBe('ACTC');
    expect(await app.statusOf(unknown)).toBe('ACTC');
  });
});

describe('a fraud report', () => {
  test('recalls the signature of an approved payment, which is rejected without being submitted', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.reportFraud(payer);
    await deliver('signatures-invalidated', rejectRecalledPayment);
    expect(await statusAndReason(path)).toEqual(['RJCT', 'DS0C']);
    await app.work();
    const paymentId = path.split('/').at(-1) ?? '';
    expect(await app.core.core.statusOf(paymentId)).toBe('not-known');
  });

  test('does not recall a signature that is older than a day', async () => {
    const payer = await app.payer();
    const day = app.identity.clock.now().toZonedDateTimeISO('Europe/Berlin').add({ days: 5 }).toPlainDate();
    const requestedExecutionDate = day.toString();
    const path = await approved(payer, paymentFrom(payer.iban, { requestedExecutionDate }));
    app.identity.clock.advance({ hours: 25 });
    await app.reportFraud(payer);
    await deliver('signatures-invalidated', rejectRecalledPayment);
    expect(String(await app.statusOf(path))).toMatch(/^AC/u);
  });

  test('cancels at the core what was released, as far as the core can', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.work();
    expect(await app.statusOf(path)).toMatch(/^ACCP|ACSP$/u);
    await app.reportFraud(payer);
    await deliver('suspected-fraud-reported', cancelReportedPayments);
    expect(await statusAndReason(path)).toEqual(['CANC', 'CUST']);
  });

  test('leaves what the core has settled', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.work();
    await settleOvernight();
    await app.reportFraud(payer);
    await deliver('suspected-fraud-reported', cancelReportedPayments);
    expect(await app.statusOf(path)).toBe('ACSC');
  });

  test('is tried again while the core is away', async () => {
    const payer = await app.payer();
    const path = await approved(payer);
    await app.work();
    await app.reportFraud(payer);
    app.useCore({
      ...app.core.core,
      cancel: async () => {
        throw new CoreFailure('not-sent', 'connection refused');
      },
    });
    await expect(deliver('suspected-fraud-reported', cancelReportedPayments)).rejects.toMatchObject({
      literal: 'core-away',
    });
    app.useCore(app.core.core);
    await deliver('suspected-fraud-reported', cancelReportedPayments);
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('against an approval at the same time: no signature survives', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payer = await app.payer();
      const path = pathIn(await app.initiate(payer));
      app.identity.clock.advance({ minutes: 1 });
      const started = await app.send({
        method: 'POST',
        path: `${path}/authorisations`,
        headers: { 'psu-id': payer.username },
        body: { psuData: { password: payer.password } },
      });
      const authorisation = `${path}/authorisations/${String(at(started.body, 'authorisationId'))}`;
      const { code } = await app.identity.newestCode(payer.userId);
      await Promise.all([
        app.send({ method: 'PUT', path: authorisation, body: { scaAuthenticationData: code } }),
        app.reportFraud(payer),
      ]);
      await Promise.all([app.work(), app.work()]);
      const paymentId = path.split('/').at(-1) ?? '';
      expect(await app.core.core.statusOf(paymentId)).toBe('not-known');
      const valid = await app.identity.database.query<{ count: number }>(
        `select count(*)::int as count from "authorization".signature where user_id = $1 and state = 'valid'`,
        [payer.userId],
      );
      expect(valid).toEqual([{ count: 0 }]);
    }
  });
});

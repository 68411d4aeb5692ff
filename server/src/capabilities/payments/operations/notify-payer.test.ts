import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { germanIban } from '#platform/testing/german-iban.ts';
import { noticeOf } from '../domain/payer-notice.ts';
import { paymentStatuses } from '../domain/payment.ts';
import { bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import { publishPaymentTemplate } from '../testing/payment-template.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { expirePayments } from './expire-payments.ts';
import { notifyPayer } from './notify-payer.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  await publishPaymentTemplate(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Handles the events of a payment, as the worker would, and returns what was sent to its owner. */
async function noticesOf(path: string, { customerNumber }: TestPayer): Promise<readonly string[]> {
  const paymentId = path.split('/').at(-1) ?? '';
  const events = await app.identity.database.query<{ data: string; name: string }>(
    `select data, name from platform.outbox_event
      where aggregate_id = $1 and name in ('payment-changed', 'payment-stopped') order by position`,
    [paymentId],
  );
  for (const { data, name } of events)
    await notifyPayer(app.context(), {
      id: paymentId,
      name,
      version: 1,
      occurredAt: '',
      aggregateKind: 'payment',
      aggregateId: paymentId,
      sequence: 1,
      data: JSON.parse(data),
    });
  const sent = await app.identity.database.query<{ medium: string; notification_group: string }>(
    `select medium, notification_group from correspondence.communication where customer_number = $1
      order by created_at, communication_id`,
    [customerNumber],
  );
  return sent.map(({ medium, notification_group: group }) => `${medium} ${group}`);
}

const dayIn = (days: number): string => app.identity.clock.today('Europe/Berlin').add({ days }).toString();

describe('a payer', () => {
  test('is told in the mailbox what became of a payment', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer, { path: '/v1/payments/instant-sepa-credit-transfers' }));
    await app.approve(path, payer);
    await app.work();
    expect(await noticesOf(path, payer)).toEqual(['mailbox payment-status']);
  });

  test('is told that a payment was rejected after the approval, and nothing about one that was never approved', async () => {
    const payer = await app.payer();
    const body = paymentFrom(payer.iban, { instructedAmount: { currency: 'EUR', amount: '5000' } });
    const headers = { 'tpp-rejection-nofunds-preferred': 'true' };
    const path = pathIn(await app.initiate(payer, { body, headers }));
    await app.approve(path, payer);
    await app.work();
    expect(await app.statusOf(path)).toBe('RJCT');
    expect(await noticesOf(path, payer)).toEqual(['mailbox payment-status']);
    const other = await app.payer();
    const cancelled = pathIn(await app.initiate(other));
    await app.send({ method: 'DELETE', path: cancelled });
    expect(await noticesOf(cancelled, other)).toEqual([]);
  });

  test('is told that a bulk was executed in part', async () => {
    const steps = bulkSteps(app);
    const payer = await app.payer();
    const closed = await app.payer({ cents: 0n });
    await app.core.changeStatus(closed.accountId, 'closed');
    const lost = entryOf('2.00', { creditorAccount: { iban: closed.iban } });
    const path = await steps.approved(payer, 0, { body: bulkFrom(payer.iban, [entryOf('1.00'), lost]) });
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(path)).toBe('PART');
    expect(await noticesOf(path, payer)).toEqual(['mailbox payment-status']);
  });

  test('is told the sum of each currency of a bulk', async () => {
    const steps = bulkSteps(app);
    const iban = germanIban(900_001);
    const payer = { ...(await app.payer()), iban };
    await app.core.openAccount({ iban, owner: payer.customerNumber, currencies: ['EUR', 'USD'] });
    const dollars = entryOf('2.00', { instructedAmount: { currency: 'USD', amount: '2.00' } });
    const path = await steps.approved(payer, 0, {
      path: '/v1/bulk-payments/cross-border-credit-transfers',
      headers: { 'tpp-rejection-nofunds-preferred': 'true' },
      body: bulkFrom(payer.iban, [entryOf('1.00'), dollars]),
    });
    await steps.work();
    // The account has neither.
    expect(await steps.statusOf(path)).toBe('RJCT');
    expect(await noticesOf(path, payer)).toEqual(['mailbox payment-status']);
  });

  test('is told that a bulk was executed, and that one was cancelled', async () => {
    const steps = bulkSteps(app);
    const [payer, other] = [await app.payer(), await app.payer()];
    const executed = await steps.approved(payer, 2);
    await steps.work();
    await steps.settle();
    expect(await steps.statusOf(executed)).toBe('ACSC');
    expect(await noticesOf(executed, payer)).toEqual(['mailbox payment-status']);
    const body = { ...bulkFrom(other.iban, [entryOf('1.00')]), requestedExecutionDate: dayIn(30) };
    const cancelled = await steps.approved(other, 0, { body });
    await app.send({ method: 'DELETE', path: cancelled });
    expect(await steps.statusOf(cancelled)).toBe('CANC');
    expect(await noticesOf(cancelled, other)).toEqual(['mailbox payment-status']);
  });

  test('is told that a dated payment was cancelled, and that one was executed on its day', async () => {
    const [payer, other] = [await app.payer(), await app.payer()];
    const dated = async (of: TestPayer): Promise<string> => {
      const body = paymentFrom(of.iban, { requestedExecutionDate: dayIn(5) });
      const path = pathIn(await app.initiate(of, { body }));
      await app.approve(path, of);
      return path;
    };
    const [cancelled, executed] = [await dated(payer), await dated(other)];
    await app.send({ method: 'DELETE', path: cancelled });
    expect(await app.statusOf(cancelled)).toBe('CANC');
    expect(await noticesOf(cancelled, payer)).toEqual(['mailbox payment-status']);
    for (let day = 0; day < 9; day += 1) {
      app.identity.clock.advance({ hours: 24 });
      await app.work();
      await app.settle();
    }
    expect(await app.statusOf(executed)).toBe('ACSC');
    expect(await noticesOf(executed, other)).toEqual(['mailbox payment-status']);
  });

  test('is told that a payment waits for another signer, and that it was rejected without that', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, payer)).toBe('finalised');
    app.identity.clock.advance({ hours: 24 * 16 });
    await expirePayments(app.context());
    expect(await app.statusOf(path)).toBe('RJCT');
    expect(await noticesOf(path, payer)).toEqual(['mailbox payment-status', 'mailbox payment-status']);
  });

  test('is told nothing about an order that cannot be opened, and the event is done', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer));
    await app.approve(path, payer);
    await app.identity.database.query(
      `update payments.payment set sealed_payment = set_byte(sealed_payment, octet_length(sealed_payment) - 1,
         get_byte(sealed_payment, octet_length(sealed_payment) - 1) # 1) where payment_id = $1`,
      [path.split('/').at(-1)],
    );
    await app.work();
    expect(await app.statusOf(path)).toBe('RJCT');
    expect(await noticesOf(path, payer)).toEqual([]);
  });

  test('who has died is told nothing, and the event is done', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer, { path: '/v1/payments/instant-sepa-credit-transfers' }));
    await app.approve(path, payer);
    await app.work();
    await app.parties.reportDeath(payer.customerNumber);
    expect(await noticesOf(path, payer)).toEqual([]);
  });
});

describe('a notice', () => {
  test('exists for the end of an approved payment, and for one that waits for others', () => {
    const told = paymentStatuses.map((status) => noticeOf(status, 'AM04')?.status);
    expect(told).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'awaiting-authorisation',
      undefined,
      undefined,
      undefined,
      undefined,
      'executed',
      'executed',
      // A bulk of which some transfers were rejected. ADR-0102
      'executed-in-part',
      'rejected',
      'cancelled',
    ]);
  });
});

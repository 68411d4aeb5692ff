import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
} from '../testing/payments-test-app.suite.ts';

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

describe('a dated payment', () => {
  test('waits for its day and is executed on it', async () => {
    const payer = await app.payer();
    const day = steps.nextDay((dayOfWeek) => dayOfWeek === 3);
    const path = await steps.approved(payer, {
      body: paymentFrom(payer.iban, { requestedExecutionDate: day }),
    });
    expect([await app.work(), await app.statusOf(path)]).toEqual([0, 'ACTC']);
    app.identity.clock.set(`${day}T09:00:00+01:00`);
    expect([await app.work(), await app.statusOf(path)]).toEqual([1, 'ACSP']);
    expect(await steps.timesPaid(payer)).toBe(1);
  });

  test('for a Sunday is executed on Monday, and says so', async () => {
    const payer = await app.payer();
    const day = steps.nextDay((dayOfWeek) => dayOfWeek === 7);
    const path = await steps.approved(payer, {
      body: paymentFrom(payer.iban, { requestedExecutionDate: day }),
    });
    expect(await app.statusOf(path)).toBe('ACWC');
    app.identity.clock.set(`${day}T12:00:00+01:00`);
    expect([await app.work(), await app.statusOf(path)]).toEqual([0, 'ACWC']);
    app.identity.clock.advance({ hours: 22 });
    expect([await app.work(), await app.statusOf(path)]).toEqual([1, 'ACSP']);
  });

  test('can be cancelled until its day, and not after its submission', async () => {
    const payer = await app.payer();
    const body = paymentFrom(payer.iban, {
      requestedExecutionDate: steps.nextDay((dayOfWeek) => dayOfWeek === 3),
    });
    const [cancelled, executed] = [
      await steps.approved(payer, { body }),
      await steps.approved(payer, { body }),
    ];
    const remove = (path: string) => app.send({ method: 'DELETE', path });
    expect(shortly(await remove(cancelled))).toBe('202 CANC');
    expect(shortly(await remove(cancelled))).toBe('202 CANC');
    app.identity.clock.advance({ hours: 24 * 14 });
    await app.work();
    expect([
      await app.statusOf(cancelled),
      await app.statusOf(executed),
      await steps.messageOf(executed),
    ]).toEqual(['CANC', 'ACSP', undefined]);
    expect(shortly(await remove(executed))).toBe('405 CANCELLATION_INVALID');
    expect(await steps.timesPaid(payer)).toBe(1);
  });
});

describe('a cancellation (cancelPayment)', () => {
  test('of a payment that is not approved is done at once, with the status that the bank chose', async () => {
    const payer = await app.payer();
    const paths = [pathIn(await app.initiate(payer)), pathIn(await app.initiate(payer))] as const;
    expect(shortly(await app.send({ method: 'DELETE', path: paths[0] }))).toBe('202 CANC');
    app.choose({ cancelledStatus: 204 });
    const silent = await app.send({ method: 'DELETE', path: paths[1] });
    expect([silent.status, silent.text]).toEqual([204, '']);
    expect(await app.approve(paths[0], payer)).toContain('409');
    expect(shortly(await app.send({ method: 'DELETE', path: paths[0], as: '_B' }))).toBe(
      '403 RESOURCE_UNKNOWN',
    );
  });

  test('of an approved payment without a date is refused: it cannot be revoked', async () => {
    const path = await steps.approved(await app.payer());
    expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('405 CANCELLATION_INVALID');
  });
});

describe('a payment without funds', () => {
  const all = (iban: string) => ({
    body: paymentFrom(iban, { instructedAmount: { currency: 'EUR', amount: '2000.00' } }),
  });

  test('is rejected at once if the third party wants that', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, {
      ...all(payer.iban),
      headers: { 'tpp-rejection-nofunds-preferred': 'true' },
    });
    await app.work();
    const status = await app.send({ method: 'GET', path: `${path}/status` });
    expect(status.body).toEqual({
      transactionStatus: 'RJCT',
      tppMessages: [
        { category: 'WARNING', code: 'FUNDS_NOT_AVAILABLE', text: 'The account does not have the funds.' },
      ],
    });
  });

  test('waits for them during its day, and says so', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, all(payer.iban));
    await app.work();
    const status = await app.send({ method: 'GET', path: `${path}/status` });
    expect(status.body).toMatchObject({
      transactionStatus: 'ACTC',
      fundsAvailable: false,
      tppMessages: [{ code: 'FUNDS_NOT_AVAILABLE' }],
    });
    await app.core.receive(payer.accountId, { minor: 500_000n, currency: 'EUR' });
    app.identity.clock.advance({ minutes: 6 });
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer, 200_000n)]).toEqual(['ACSP', 1]);
  });

  test('is rejected at the end of its day', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, all(payer.iban));
    await app.work();
    expect(await app.statusOf(path)).toBe('ACTC');
    app.identity.clock.advance({ hours: 25 });
    await app.work();
    expect(await app.statusOf(path)).toBe('RJCT');
  });
});

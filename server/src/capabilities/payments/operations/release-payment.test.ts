import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endMandate } from '#capabilities/party/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { idOf, type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { expirePayments } from './expire-payments.ts';

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

describe('what was approved', () => {
  const rejected = ['RJCT', 'DS0C: The approval does not cover the payment any more.', 0];

  test.each([
    ['the product', `product = 'target-2-payments'`, 'target-2-payments'],
    ['the owner', `owner = '1000000099'`, undefined],
    ['the hash of the document', `document_hash = sha256('x')`, undefined],
    ['the sealed order', `sealed_payment = sealed_payment || '\\x00'`, undefined],
  ])(
    'is all that is executed: after a change of %s nothing is sent, and staff are told',
    async (_, change, product) => {
      const payer = await app.payer();
      const path = await steps.approved(payer);
      await app.identity.database.query(`update payments.payment set ${change} where payment_id = $1`, [
        idOf(path),
      ]);
      await app.work();
      const now = product === undefined ? path : path.replace('sepa-credit-transfers', product);
      const outcome = [await app.statusOf(now), await steps.messageOf(now), await steps.timesPaid(payer)];
      expect(outcome.at(0)).toBe('RJCT');
      expect(outcome.at(-1)).toBe(0);
      // An account of another owner is told as one that does not exist.
      if (change.startsWith('owner')) return;
      expect(outcome).toEqual(rejected);
      expect(await steps.eventsOf(path)).toContain('payment-altered');
    },
  );

  test('and nothing else: a payment that was only marked as approved is rejected', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer));
    await app.identity.database.query(
      `update payments.payment set status = 'ACTC', approved_at = created_at, due_at = created_at where payment_id = $1`,
      [idOf(path)],
    );
    await app.work();
    expect([await app.statusOf(path), await steps.messageOf(path), await steps.timesPaid(payer)]).toEqual(
      rejected,
    );
  });

  test('with the order of another payment in its row is rejected', async () => {
    const [payer, other] = [await app.payer(), await app.payer()];
    const [path, source] = [await steps.approved(payer), await steps.approved(other)];
    await app.identity.database.query(
      `update payments.payment set sealed_payment = (select sealed_payment from payments.payment where payment_id = $2)
        where payment_id = $1`,
      [idOf(path), idOf(source)],
    );
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['RJCT', 0]);
  });
});

describe('two signers', () => {
  test('must both approve; the first cannot approve twice, and nothing moves in between', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const initiated = await app.initiate(payer, {
      headers: { 'tpp-explicit-authorisation-preferred': 'false' },
    });
    expect(Object.keys(Object(at(initiated.body, '_links')))).toEqual([
      'startAuthorisation',
      'self',
      'status',
    ]);
    const path = pathIn(initiated);
    expect(await app.approve(path, payer)).toBe('finalised');
    expect([await app.statusOf(path), await app.work()]).toEqual(['PATC', 0]);
    app.identity.clock.advance({ minutes: 5 });
    expect(await app.approve(path, payer)).toContain('409');
    app.identity.clock.advance({ hours: 24 });
    expect(await app.statusOf(path)).toBe('PATC');
    expect(await app.approve(path, second)).toBe('finalised');
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });

  test('who are not both there in time leave a rejected payment', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, payer)).toBe('finalised');
    app.identity.clock.advance({ hours: 24 * 16 });
    await expirePayments(app.context());
    expect(await app.statusOf(path)).toBe('RJCT');
  });

  test('have as long as their rule says, from the first signature on', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second, 'P3D');
    const path = pathIn(await app.initiate(payer));
    app.identity.clock.advance({ hours: 48 });
    expect(await app.approve(path, payer)).toBe('finalised');
    app.identity.clock.advance({ hours: 71 });
    expect(await app.statusOf(path)).toBe('PATC');
    app.identity.clock.advance({ hours: 2 });
    expect(await app.statusOf(path)).toBe('RJCT');
    const unsigned = pathIn(await app.initiate(payer));
    app.identity.clock.advance({ hours: 73 });
    expect(await app.statusOf(unsigned)).toBe('RJCT');
  });

  test('of whom one loses the mandate before the submission stop the payment', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const requestedExecutionDate = steps.dayIn(5);
    const path = await bothApprove(payer, second, requestedExecutionDate);
    await endMandate(
      { ...app.identity.context(), ...app.identity.ports.authorization.correspondence.party },
      { principal: payer.customerNumber, proxy: second.customerNumber, employeeId: 'e-1', reason: 'revoked' },
    );
    app.identity.clock.advance({ hours: 24 * 9 });
    await app.work();
    expect([await app.statusOf(path), await steps.messageOf(path), await steps.timesPaid(payer)]).toEqual([
      'RJCT',
      'DS0C: The approval does not cover the payment any more.',
      0,
    ]);
  });

  async function bothApprove(
    payer: TestPayer,
    second: Parameters<PaymentsTestApp['approve']>[1],
    day: string,
  ) {
    const body = paymentFrom(payer.iban, { requestedExecutionDate: day });
    const path = pathIn(await app.initiate(payer, { body }));
    expect([await app.approve(path, payer), await app.approve(path, second)]).toEqual([
      'finalised',
      'finalised',
    ]);
    return path;
  }
});

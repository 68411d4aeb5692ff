import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { ConnectionFailed } from '#platform/db/failure.ts';
import { createPaymentsVault } from '../store/payments-vault.ts';
import { idOf, type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import { createPaymentsTestApp, type PaymentsTestApp, pathIn } from '../testing/payments-test-app.suite.ts';
import { followInstruction } from './follow-instruction.ts';
import { submitDuePayments } from './submit-due-payments.ts';

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

describe('an approved payment (submitDuePayments)', () => {
  test('is submitted once, settled by the core and booked', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    expect(await app.statusOf(path)).toBe('ACTC');
    expect(await app.work()).toBe(1);
    expect(await app.statusOf(path)).toBe('ACSP');
    expect(await app.work()).toBe(0);
    app.identity.clock.advance({ hours: 72 });
    await app.settle();
    expect(await app.statusOf(path)).toBe('ACSC');
    expect(await steps.timesPaid(payer)).toBe(1);
    expect(await steps.eventsOf(path)).toEqual([
      'payment-initiated',
      'payment-changed',
      'payment-released',
      'payment-changed',
      'payment-changed',
    ]);
  });

  test('whose worker loses its connection once is not delayed', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    const { payerAccounts, ...ctx } = app.context();
    let losses = 0;
    const find: typeof payerAccounts.find = async (...question) => {
      losses += 1;
      if (losses === 1) throw new ConnectionFailed('in-use', new Error('cut'));
      return payerAccounts.find(...question);
    };
    await submitDuePayments({ ...ctx, payerAccounts: { ...payerAccounts, find } });
    expect([await app.statusOf(path), losses]).toEqual(['ACCC', 2]);
  });

  test('of the instant product is with the creditor at once', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    await app.work();
    expect(await app.statusOf(path)).toBe('ACCC');
    expect(await steps.timesPaid(payer)).toBe(1);
  });

  test('after the cut-off waits at the core', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer, { path: '/v1/payments/target-2-payments' }));
    // The life of a payment that is not approved ends before the evening.
    app.identity.clock.advance({ hours: 8 });
    const late = await steps.approved(payer, { path: '/v1/payments/target-2-payments' });
    await app.work();
    expect(await app.statusOf(late)).toBe('ACCP');
    expect(await app.statusOf(path)).toBe('RJCT');
    app.identity.clock.advance({ hours: 24 });
    await app.settle();
    expect(await app.statusOf(late)).toBe('ACSC');
  });

  test('that the core rejects is rejected, with its reason', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    app.useCore({ ...app.core.core, hasFunds: async () => true });
    await app.core.receive(payer.accountId, { minor: -99_000n, currency: 'EUR' });
    await app.work();
    expect([await app.statusOf(path), await steps.messageOf(path)]).toEqual([
      'RJCT',
      'The account does not have the funds.',
    ]);
  });

  test('that the core cancels is cancelled', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    await app.work();
    await app.core.core.cancel(idOf(path), 'counter');
    await app.settle();
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('of an account that was closed meanwhile is rejected', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    app.useCore({ ...app.core.core, findAccounts: async () => new Map() });
    await app.work();
    expect([await app.statusOf(path), await steps.messageOf(path)]).toEqual([
      'RJCT',
      'AC01: The debtor account does not exist.',
    ]);
  });
});

type Faults = Partial<Pick<CoreBank, 'submit' | 'statusOf' | 'findAccounts' | 'hasFunds' | 'cancel'>>;

const noAnswer = async (): Promise<never> => {
  throw new CoreFailure('unknown', 'no answer');
};
const notSent = async (): Promise<never> => {
  throw new CoreFailure('not-sent', 'connection refused');
};
const withFaults = (faults: Faults): void => app.useCore({ ...app.core.core, ...faults });

describe('a core that does not answer', () => {
  test('may have the payment: it is asked, and never gets it twice', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    const { core } = app.core;
    let submissions = 0;
    withFaults({
      async submit(instruction) {
        submissions += 1;
        await core.submit(instruction);
        return noAnswer();
      },
      statusOf: noAnswer,
    });
    await steps.workOn(60);
    expect([submissions, await app.statusOf(path)]).toEqual([1, 'ACTC']);
    app.useCore(core);
    await steps.workOn(90);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });

  test('gets the payment later if it never received it', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    withFaults({ submit: notSent });
    await steps.workOn(30);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACTC', 0]);
    app.useCore(app.core.core);
    await steps.workOn(90);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });

  test('delays a payment whose account cannot be found, or whose funds cannot be checked', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    withFaults({ findAccounts: notSent });
    await app.work();
    withFaults({ hasFunds: noAnswer });
    await steps.workOn(30);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACTC', 0]);
    app.useCore(app.core.core);
    await steps.workOn(30);
    expect(await app.statusOf(path)).toBe('ACSP');
  });

  test('leaves no trace in the audit log of a payment that only waits', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    const entries = async (): Promise<number> =>
      (
        await app.identity.database.query(
          `select from platform.audit_entry where aggregate_kind = 'payment' and aggregate_id = $1`,
          [idOf(path)],
        )
      ).length;
    const before = await entries();
    withFaults({ findAccounts: notSent });
    await steps.workOn(30);
    withFaults({ hasFunds: noAnswer });
    await steps.workOn(30);
    expect([await app.statusOf(path), await entries()]).toEqual(['ACTC', before]);
    withFaults({ hasFunds: async () => false });
    await steps.workOn(900);
    expect([await app.statusOf(path), await entries()]).toEqual(['ACTC', before + 1]);
  });

  test('and later does not have the account any more: what it executed stays executed', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    const { core } = app.core;
    withFaults({
      async submit(instruction) {
        await core.submit(instruction);
        return noAnswer();
      },
      statusOf: noAnswer,
    });
    await app.work();
    expect(await app.statusOf(path)).toBe('ACTC');
    withFaults({ findAccounts: async () => new Map(), cancel: noAnswer });
    await steps.workOn(60);
    expect(await app.statusOf(path)).toBe('ACTC');
    withFaults({ findAccounts: async () => new Map() });
    await steps.workOn(60);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACCC', 1]);
  });

  test('and whose order can no longer be opened: it is held back at the core', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    withFaults({ submit: noAnswer, statusOf: noAnswer });
    await app.work();
    await app.identity.database.query(
      `update payments.payment set sealed_payment = '\\x00' where payment_id = $1`,
      [idOf(path)],
    );
    app.useCore(app.core.core);
    await steps.workOn(60);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['RJCT', 0]);
  });

  test('in time for an instant payment makes the bank hold it back and reject it', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    withFaults({ submit: notSent, cancel: notSent });
    await steps.workOn(30);
    expect(await app.statusOf(path)).toBe('ACTC');
    app.useCore(app.core.core);
    await steps.workOn(60);
    expect([await app.statusOf(path), await steps.messageOf(path), await steps.timesPaid(payer)]).toEqual([
      'RJCT',
      'TM01: The payment could not be executed in time.',
      0,
    ]);
  });

  test.each([
    ['find the account', { findAccounts: notSent }],
    ['check the funds', { hasFunds: noAnswer }],
  ])('and cannot %s in time for an instant payment: it is rejected without the core', async (_, faults) => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    withFaults(faults);
    await steps.workOn(10);
    expect(await app.statusOf(path)).toBe('ACTC');
    await steps.workOn(10);
    expect([await app.statusOf(path), await steps.messageOf(path)]).toEqual([
      'RJCT',
      'TM01: The payment could not be executed in time.',
    ]);
    app.useCore(app.core.core);
    await steps.workOn(60);
    expect(await steps.timesPaid(payer)).toBe(0);
  });

  test('and executed an instant payment after all: it stays executed', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer, { path: '/v1/payments/instant-sepa-credit-transfers' });
    const { core } = app.core;
    withFaults({
      async submit(instruction) {
        await core.submit(instruction);
        return notSent();
      },
    });
    await steps.workOn(5);
    await steps.workOn(30);
    app.useCore(core);
    await steps.workOn(60);
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACCC', 1]);
  });

  test('or answers twice, late and in another order: the payment is executed once', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    await app.work();
    app.identity.clock.advance({ hours: 72 });
    await app.settle();
    for (const state of ['accepted', 'settled', 'pending', 'settled', 'rejected', 'nonsense', 'returned'])
      await followInstruction(app.context(), {
        id: idOf(path),
        name: 'instruction-changed',
        version: 1,
        occurredAt: '',
        aggregateKind: 'instruction',
        aggregateId: idOf(path),
        sequence: 1,
        data: { state },
      });
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSC', 1]);
  });
});

describe('a worker that dies', () => {
  test('leaves a payment that the next one takes up where it stands, also after its release', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    const { core } = app.core;
    withFaults({
      async submit(instruction) {
        await core.submit(instruction);
        throw new Error('killed here');
      },
    });
    await app.work();
    expect(await app.statusOf(path)).toBe('ACTC');
    app.useCore(core);
    await app.work();
    app.identity.clock.advance({ minutes: 10 });
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });

  test('and one payment that always fails delay no other', async () => {
    const [bad, good] = [await app.payer(), await app.payer()];
    const [badPath, goodPath] = [await steps.approved(bad), await steps.approved(good)];
    const { core } = app.core;
    withFaults({
      submit: (instruction) =>
        instruction.instructionId === idOf(badPath)
          ? Promise.reject(new Error('one bad row'))
          : core.submit(instruction),
    });
    await app.work();
    expect([await app.statusOf(badPath), await app.statusOf(goodPath)]).toEqual(['ACTC', 'ACSP']);
    const aside = await app.identity.database.query<{ row_key: string }>(
      `select row_key from platform.set_aside_row where job = 'submit-payments'`,
    );
    expect(aside.map((row) => row.row_key)).toContain(idOf(badPath));
  });

  test('and a worker without the key of a payment leave it to one that has the key', async () => {
    const payer = await app.payer();
    const path = await steps.approved(payer);
    const paymentsVault = createPaymentsVault(createLocalKeys([randomBytes(32)]));
    await submitDuePayments({ ...app.context(), paymentsVault });
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACTC', 0]);
    app.identity.clock.advance({ minutes: 10 });
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });
});

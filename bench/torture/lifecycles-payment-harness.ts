import { randomBytes } from 'node:crypto';
import { payerAccountsFrom } from '../../server/src/apps/compose/payer-accounts.ts';
import { CoreFailure } from '../../server/src/capabilities/core-banking/index.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { paymentsCapability } from '../../server/src/capabilities/payments/index.ts';
import {
  type PaymentSteps,
  paymentSteps,
} from '../../server/src/capabilities/payments/testing/payment-steps.suite.ts';
import {
  publishPaymentTemplate,
  publishStandingTemplate,
} from '../../server/src/capabilities/payments/testing/payment-template.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestCustomer,
  type TestPayer,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';

/** Payments of a bank whose customers change, with the accounts of the product. */
export interface PaymentHarness extends AsyncDisposable {
  readonly app: PaymentsTestApp;
  readonly steps: PaymentSteps;
  readonly inbox: Inbox;
  readonly masterKey: Buffer;
  /** The party into which others are merged. */
  readonly survivor: string;
  /** A payer with an initiated payment; `isMandated`: a proxy approves it. */
  prepare(isMandated: boolean): Promise<PaymentLifeParts>;
  /** The core gets no order, and gives no answer about one. */
  loseAnswers(): void;
}

export interface PaymentLifeParts {
  readonly payer: TestPayer;
  readonly approver: TestCustomer;
  readonly path: string;
  /** Text in the order that occurs nowhere else. */
  readonly canary: string;
}

export async function createPaymentHarness(): Promise<PaymentHarness> {
  const masterKey = randomBytes(32);
  const app = await createPaymentsTestApp({
    masterKey,
    payerAccounts: ({ clock, database }, cores) =>
      payerAccountsFrom(
        { bankOf: () => ({ timeZone: 'Europe/Berlin' }), database, runtime: { clock } },
        cores,
      ),
  });
  await recoverySteps(app.identity);
  await publishPaymentTemplate(app);
  await publishStandingTemplate(app);
  const { customerNumber: survivor } = await app.customer();
  let made = 0;
  return {
    app,
    steps: paymentSteps(app),
    inbox: createInbox(app.identity, [
      ...scaCapability.handlers(app.ports),
      ...paymentsCapability.handlers(app.ports),
    ]),
    masterKey,
    survivor,
    async prepare(isMandated) {
      made += 1;
      const proxy = isMandated ? await app.customer() : undefined;
      const payer = await app.payer();
      if (proxy !== undefined) await app.grantMandate(payer.customerNumber, proxy.customerNumber);
      const canary = canaryOf(made);
      const body = paymentFrom(payer.iban, {
        creditorName: `Creditor ${canary}`,
        remittanceInformationUnstructured: `for ${canary}`,
      });
      const path = pathIn(await app.initiate(payer, { body }));
      return { payer, approver: proxy ?? payer, path, canary };
    },
    loseAnswers() {
      const lost = async (): Promise<never> => {
        throw new CoreFailure('not-sent', 'connection refused');
      };
      app.useCore({ ...app.core.core, submit: lost, statusOf: lost });
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

function canaryOf(count: number): string {
  return `cnrypay${String(count)
    .padStart(4, '0')
    .replaceAll(/\d/gv, (digit) => 'abcdefghij'.charAt(Number(digit)))}x`;
}

import { expect } from 'vitest';
import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { finishCancellation } from '../operations/finish-cancellation.ts';
import { deliverEvents } from './deliver-events.suite.ts';
import { paymentSteps } from './payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  paymentFrom,
  shortly,
  type TestCustomer,
  type TestPayer,
} from './payments-test-app.suite.ts';

export { describeAuthorisations } from '#capabilities/sca/testing/resource-authorisations.suite.ts';

/** Steps of tests about cancellations that payers approve. */
export interface CancellationSteps {
  /** An approved payment of a day in some weeks; its cancellation needs an approval. */
  dated(payer: TestPayer): Promise<string>;
  remove(path: string, headers?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  /** The same with a requested cancellation. */
  requested(payer: TestPayer): Promise<string>;
  /** Approves a requested cancellation with password and code. */
  approve(path: string, customer: TestCustomer): Promise<string>;
  /** Delivers the newest approved cancellations, as the worker does. */
  finish(): Promise<void>;
  /** Moves the clock to the day of the payments that were made by `dated`. */
  toTheDay(): void;
}

const weeks = 3;

/** Initiates and approves a payment of a day; returns its path. */
export type DatedOrder = (app: PaymentsTestApp, payer: TestPayer, day: string) => Promise<string>;

const datedPayment: DatedOrder = (app, payer, day) =>
  paymentSteps(app).approved(payer, { body: paymentFrom(payer.iban, { requestedExecutionDate: day }) });

export function cancellationSteps(app: PaymentsTestApp, order: DatedOrder = datedPayment): CancellationSteps {
  const payments = paymentSteps(app);
  const { clock, newestCode } = app.identity;
  let day = '';
  const steps: CancellationSteps = {
    async dated(payer) {
      app.choose({ isCancellationApproved: true });
      day = payments.dayIn(weeks * 7);
      return order(app, payer, day);
    },
    remove: (path, headers = embedded) => app.send({ method: 'DELETE', path, headers }),
    async requested(payer) {
      const path = await steps.dated(payer);
      expect(shortly(await steps.remove(path))).toBe('202 ACTC');
      // Codes of one moment could not be distinguished.
      clock.advance({ minutes: 1 });
      return path;
    },
    async approve(path, customer) {
      clock.advance({ minutes: 1 });
      const list = `${path}/cancellation-authorisations`;
      const started = await app.send({
        method: 'POST',
        path: list,
        headers: { ...embedded, 'psu-id': customer.username },
        body: { psuData: { password: customer.password } },
      });
      if (started.status !== 201) return shortly(started);
      const { code } = await newestCode(customer.userId);
      return shortly(
        await app.send({
          method: 'PUT',
          path: `${list}/${String(at(started.body, 'authorisationId'))}`,
          body: { scaAuthenticationData: code },
        }),
      );
    },
    finish: () => deliverEvents(app, 'payment-cancellation-approved', finishCancellation),
    toTheDay: () => clock.set(`${day}T09:00:00+01:00`),
  };
  return steps;
}

const embedded = { 'tpp-redirect-preferred': 'false', 'tpp-decoupled-preferred': 'false' } as const;

/** Payers whom a test finds again by their user. */
export function knownPayers(app: PaymentsTestApp): {
  payer(): Promise<TestPayer>;
  find(userId: string): TestPayer;
} {
  const payers = new Map<string, TestPayer>();
  return {
    async payer() {
      const made = await app.payer();
      payers.set(made.userId, made);
      return made;
    },
    find(userId) {
      const found = payers.get(userId);
      if (found === undefined) throw new Error('the customer has no account');
      return found;
    },
  };
}

/** Requested cancellations, as the tests of authorisations need them. */
export async function openCancellations(order?: DatedOrder): Promise<AuthorisedResources> {
  const app = await createPaymentsTestApp();
  const steps = cancellationSteps(app, order);
  const { find, payer } = knownPayers(app);
  return {
    app,
    collection: 'cancellation-authorisations',
    customer: payer,
    async create({ userId }) {
      const found = find(userId);
      const chosen = app.ports.scaChoices.of('01');
      app.chooseSca({ approaches: ['EMBEDDED'] });
      const path = await steps.requested(found);
      app.chooseSca(chosen);
      return path;
    },
    createOpen: async () => steps.requested(await payer()),
    withoutPage: '201 received',
    async end(path) {
      app.choose({ isCancellationApproved: false });
      expect(shortly(await steps.remove(path))).toBe('202 CANC');
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

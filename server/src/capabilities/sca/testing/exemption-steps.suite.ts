import { expect } from 'vitest';
import { reactTo } from '#capabilities/identity/testing/recovery-steps.suite.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { at } from '#platform/testing/json-at.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { SinglePayment } from '../domain/order.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { pathOf, type ScaTestApp, shortly, type TestCustomer } from './sca-test-app.suite.ts';

export const debtor = { scheme: 'iban', id: 'DE40100100103307118608' } as const;
export const payee = { scheme: 'iban', id: 'DE89370400440532013000' } as const;

/** A payment through a third party, after the right password. */
export interface TestPayment {
  readonly subject: SubjectRef;
  readonly id: string;
  /** HTTP status and scaStatus. */
  readonly answer: string;
}

export type Amount = SinglePayment['transfer']['amount'];
export const eur = (minor: bigint): Amount => ({ minor, currency: 'EUR' });

/** Returns the members of a payment to some payee. */
export const paying = (
  amount: Amount,
  creditorAccount: SinglePayment['debtorAccount'] = payee,
  creditorAgent?: string,
): Partial<SinglePayment> => ({
  transfer: omitUndefined({ amount, creditorName: 'Acme GmbH', creditorAccount, creditorAgent }),
});

/** What customers pay and approve through third party A, embedded. */
export interface ExemptionSteps {
  /** Starts an authorisation of a payment of this customer. */
  start(customer: TestCustomer, more: Partial<SinglePayment>): Promise<{ subject: SubjectRef; id: string }>;
  /** Starts, and sends the password. */
  pay(customer: TestCustomer, more: Partial<SinglePayment>): Promise<TestPayment>;
  /** Sends the code of a payment for which one was asked. */
  approve(customer: TestCustomer, payment: TestPayment): Promise<void>;
  /** A customer who has approved a payment of 1,249.50 EUR with two factors. */
  knownCustomer(): Promise<TestCustomer>;
  /** What is counted for a customer: payments, then totals by currency; undefined without a strong authentication. */
  countsOf(customer: TestCustomer): Promise<string | undefined>;
}

export function exemptionSteps(app: ScaTestApp): ExemptionSteps {
  const send = (subject: SubjectRef, id: string, body: unknown) =>
    app.send({ method: 'PUT', path: `${pathOf(subject)}/${id}`, body });
  const steps: ExemptionSteps = {
    async start(customer, more) {
      const subject = await app.payment(customer.customerNumber, more);
      const headers = { 'psu-id': customer.username };
      const started = await app.send({ method: 'POST', path: pathOf(subject), headers });
      return { subject, id: String(at(started.body, 'authorisationId')) };
    },
    async pay(customer, more) {
      // Codes have a limit by the hour.
      app.identity.clock.advance({ hours: 1 });
      const started = await steps.start(customer, more);
      const password = { psuData: { password: customer.password } };
      return { ...started, answer: shortly(await send(started.subject, started.id, password)) };
    },
    async approve(customer, { answer, id, subject }) {
      expect(answer).toBe('200 scaMethodSelected');
      const { code } = await app.identity.newestCode(customer.userId);
      expect(shortly(await send(subject, id, { scaAuthenticationData: code }))).toBe('200 finalised');
    },
    async knownCustomer() {
      const customer = await app.customer();
      await steps.approve(customer, await steps.pay(customer, paying(eur(124_950n))));
      return customer;
    },
    async countsOf({ userId }) {
      const [row] = await app.identity.database.query<{ counts: string }>(
        `select concat_ws(' ', exempted_payments, (
           select string_agg(currency || ' ' || total_minor, ' ' order by currency) from sca.exempted_total t
            where t.bank_id = s.bank_id and t.user_id = s.user_id)) as counts
           from sca.strong_authentication s where user_id = $1`,
        [userId],
      );
      return row?.counts;
    },
  };
  return steps;
}

/** Has identity process an event, as after a merge. */
export function followInIdentity(app: ScaTestApp, event: DeliveredEvent): Promise<void> {
  return reactTo(app.identity, event);
}

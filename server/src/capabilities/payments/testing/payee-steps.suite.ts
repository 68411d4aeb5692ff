import {
  notApplicable,
  type PayeeAnswer,
  type PayeeVerifier,
} from '#capabilities/payee-verifications/index.ts';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type PaymentsRequest,
  type PaymentsTestApp,
  paymentFrom,
  type TestPayer,
} from './payments-test-app.suite.ts';

/** Steps of tests about payees of payments. */
export interface PayeeSteps {
  /** Opens an account of a new person at this bank; returns its IBAN and the number of the person. */
  payee(name?: { readonly given: string; readonly surname: string }): Promise<TestPayee>;
  /** Initiates a payment to an account under a name. */
  pay(payer: TestPayer, payee: NamedPayee, more?: Partial<PaymentsRequest>): Promise<TestServerResponse>;
  /** Returns what the audit says about a payment, in its order. */
  auditOf(path: string): Promise<string>;
}

export interface TestPayee {
  readonly iban: string;
  readonly customerNumber: string;
}

interface NamedPayee {
  readonly iban: string;
  readonly name: string;
}

export const requested = { 'client-vop-requested': 'true' } as const;

let opened = 700_000;

export function payeeSteps(app: PaymentsTestApp): PayeeSteps {
  return {
    async payee({ given, surname } = { given: 'Anna', surname: 'Schmidt' }) {
      opened += 1;
      const iban = germanIban(opened);
      const { customerNumber } = await app.parties.person({ 'given-name': given, surname });
      await app.core.openAccount({ iban, owner: customerNumber });
      return { iban, customerNumber };
    },
    pay: (payer, { iban, name }, { headers, ...more } = {}) =>
      app.initiate(payer, {
        body: paymentFrom(payer.iban, { creditorAccount: { iban }, creditorName: name }),
        headers: { ...headers },
        ...more,
      }),
    async auditOf(path) {
      const rows = await app.identity.database.query<{ record: string }>(
        'select record from platform.audit_entry where aggregate_id = $1 order by occurred_at, audit_id',
        [path.split('/').at(-1)],
      );
      return rows.map(({ record }) => record).join('\n');
    },
  };
}

/** An account at another bank, in a country of its own. */
export const foreignIban = 'NL76RABO0359400371';

/** A bank that answers when the test says so. */
export interface SlowBank {
  readonly verifier: PayeeVerifier;
  answer(answer?: Partial<PayeeAnswer>): void;
}

export function slowBank(): SlowBank {
  const answered = Promise.withResolvers<PayeeAnswer>();
  return {
    verifier: { verifyPayee: () => answered.promise },
    answer: (answer = {}) => answered.resolve({ ...notApplicable('compared'), ...answer }),
  };
}

/** Returns the codes of payees that did not match, with the name of a close match. */
export function doubtsIn({ body }: TestServerResponse): unknown {
  const list = at(body, 'originalTransactionInformationAndVopStatus');
  return Array.isArray(list)
    ? list.map((one) => [at(one, 'creditorNameMatch'), at(one, 'matchedCreditorName')])
    : list;
}

export function linksIn({ body }: TestServerResponse): readonly string[] {
  return Object.keys(Object(at(body, '_links')));
}

import { type BankConnection, reasonsIn, textAt } from './bank-connection.ts';
import type { Settings } from './settings.ts';
import type { Headers } from './sign-message.ts';

export interface Order {
  readonly amount: string;
  readonly reference: string;
  readonly returnUrl: string;
  /** What the bank wants to know of the customer's browser: headers that begin with PSU. */
  readonly customer: Headers;
}

export interface PaymentStatus {
  /** A code of ISO 20022: RCVD, ACTC, ACSC, RJCT and others. */
  readonly status: string;
  /** Why it was refused: the text of the response. */
  readonly reasons: readonly string[];
}

/** Payments at the bank. */
export interface PaymentClient {
  /** Returns the path of the payment at the bank, and where the customer approves it. */
  initiate(order: Order): Promise<{ readonly path: string; readonly approvalUrl: string }>;
  statusOf(path: string): Promise<PaymentStatus>;
}

export function createPaymentClient(call: BankConnection, settings: Settings): PaymentClient {
  const { creditorIban, debtorIban, product } = settings;
  return {
    async initiate({ amount, customer, reference, returnUrl }) {
      const response = await call({
        method: 'POST',
        path: `/v1/payments/${product}`,
        headers: { ...customer, ...redirectHeaders(returnUrl) },
        body: {
          debtorAccount: debtorIban && { iban: debtorIban },
          instructedAmount: { currency: 'EUR', amount },
          creditorAccount: { iban: creditorIban },
          creditorName: 'Acme GmbH',
          remittanceInformationUnstructured: reference,
        },
      });
      return {
        path: `/v1/payments/${product}/${textAt(response, 'paymentId')}`,
        approvalUrl: textAt(response, '_links', 'scaRedirect', 'href'),
      };
    },
    async statusOf(path) {
      const response = await call({ method: 'GET', path: `${path}/status` });
      return { status: textAt(response, 'transactionStatus'), reasons: reasonsIn(response) };
    },
  };
}

/** Asks for an approval on the page of the bank, which returns the customer to an address below this one. */
export function redirectHeaders(returnUrl: string): Headers {
  return {
    'TPP-Redirect-Preferred': 'true',
    'TPP-Redirect-URI': `${returnUrl}/approved`,
    'TPP-Nok-Redirect-URI': `${returnUrl}/not-approved`,
  };
}

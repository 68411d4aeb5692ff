import { type BankConnection, listAt, reasonsIn, textAt } from './bank-connection.ts';
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

/** A payee that did not match, as the bank says. */
export interface DoubtfulPayee {
  readonly given: string;
  /** CMTC: close; NMTC: no match; NOAP: could not be verified. */
  readonly code: string;
  /** The holder of the account; only of a close match. */
  readonly holder: string;
}

/** A payment at the bank. Exactly one of the links is there. */
export interface InitiatedPayment {
  readonly path: string;
  /** Where the customer approves it; empty while the payee is not verified or confirmed. */
  readonly approvalUrl: string;
}

/** Payments at the bank. */
export interface PaymentClient {
  initiate(order: Order): Promise<InitiatedPayment>;
  /** The same after a verification of the payee under this name. Read `payeeOf` if there is no address for the approval. */
  initiateVerified(order: Order, payeeName: string): Promise<InitiatedPayment>;
  statusOf(path: string): Promise<PaymentStatus>;
  /** Returns the payee that the customer has to confirm, if any. */
  payeeOf(path: string): Promise<DoubtfulPayee | undefined>;
  /** Says that the customer wants to pay this payee. */
  confirmPayee(path: string): Promise<void>;
  /** Starts the approval of a payment that was initiated without one; returns where the customer approves it. */
  startApproval(path: string, order: Pick<Order, 'customer' | 'returnUrl'>): Promise<string>;
  cancel(path: string): Promise<void>;
}

export function createPaymentClient(call: BankConnection, settings: Settings): PaymentClient {
  const { creditorIban, creditorName, debtorIban, product } = settings;
  const initiate = async (
    { amount, customer, reference, returnUrl }: Order,
    payeeName: string,
    more: Headers,
  ): Promise<InitiatedPayment> => {
    const response = await call({
      method: 'POST',
      path: `/v1/payments/${product}`,
      headers: { ...customer, ...redirectHeaders(returnUrl), ...more },
      body: {
        debtorAccount: debtorIban && { iban: debtorIban },
        instructedAmount: { currency: 'EUR', amount },
        creditorAccount: { iban: creditorIban },
        creditorName: payeeName,
        remittanceInformationUnstructured: reference,
      },
    });
    return {
      path: `/v1/payments/${product}/${textAt(response, 'paymentId')}`,
      approvalUrl: textAt(response, '_links', 'scaRedirect', 'href'),
    };
  };
  const readStatus = (path: string): Promise<unknown> => call({ method: 'GET', path: `${path}/status` });
  return {
    initiate: (order) => initiate(order, creditorName, {}),
    initiateVerified: (order, payeeName) => initiate(order, payeeName, { 'Client-VOP-Requested': 'true' }),
    async statusOf(path) {
      const response = await readStatus(path);
      return { status: textAt(response, 'transactionStatus'), reasons: reasonsIn(response) };
    },
    async payeeOf(path) {
      const [payee] = listAt(await readStatus(path), 'originalTransactionInformationAndVopStatus');
      return payee === undefined ? undefined : toPayee(payee);
    },
    async confirmPayee(path) {
      await call({ method: 'PUT', path: `${path}/creditor-confirmation`, body: {} });
    },
    async startApproval(path, { customer, returnUrl }) {
      const headers = { ...customer, ...redirectHeaders(returnUrl) };
      const response = await call({ method: 'POST', path: `${path}/authorisations`, headers });
      return textAt(response, '_links', 'scaRedirect', 'href');
    },
    async cancel(path) {
      await call({ method: 'DELETE', path });
    },
  };
}

function toPayee(entry: unknown): DoubtfulPayee {
  return {
    given: textAt(entry, 'originalTransactionReference', 'creditor', 'name'),
    code: textAt(entry, 'creditorNameMatch'),
    holder: textAt(entry, 'matchedCreditorName'),
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

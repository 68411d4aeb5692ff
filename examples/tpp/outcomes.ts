import type { Outcome } from './pages.ts';
import type { PaymentStatus } from './payment-client.ts';

type Meaning = readonly [mark: Outcome['mark'], title: string, text: string];

/** What each status of a payment means to a customer. */
const payments: Readonly<Record<string, Meaning>> = {
  RCVD: ['waiting', 'Waiting', 'Nothing is paid before you approve the payment at your bank.'],
  RCVC: ['waiting', 'Waiting', 'Nothing is paid before you approve the payment at your bank.'],
  RVNC: ['waiting', 'Verifying the payee', 'Your bank asks the bank of the payee. Nothing is paid.'],
  RVCM: ['waiting', 'Waiting', 'Nothing is paid before you confirm the payee.'],
  PATC: ['waiting', 'Partly approved', 'The account needs the approval of another person.'],
  ACTC: ['waiting', 'Approved', 'Your bank is about to execute the payment.'],
  ACWC: ['waiting', 'Approved', 'Your bank executes the payment on a later day.'],
  ACCP: ['waiting', 'Approved', 'Your bank executes the payment on its next business day.'],
  ACSP: ['waiting', 'On its way', 'Your bank has reserved the money and sends it with its next transfers.'],
  ACSC: ['done', 'Paid', 'Your bank has executed the payment. Thank you.'],
  ACCC: ['done', 'Paid', 'The money has arrived. Thank you.'],
  RJCT: ['failed', 'Not paid', 'Your bank refused the payment. No money was moved.'],
  CANC: ['failed', 'Cancelled', 'The payment was cancelled. No money was moved.'],
};

/** What each status of a consent means to a customer. */
const consents: Readonly<Record<string, Meaning>> = {
  received: ['waiting', 'Waiting', 'Acme sees nothing before you approve it at your bank.'],
  partiallyAuthorised: ['waiting', 'Partly approved', 'The accounts need the approval of another person.'],
  valid: ['done', 'Connected', 'Acme can show your balances.'],
  rejected: ['failed', 'Not connected', 'Your bank refused the connection. Acme sees no account.'],
};
const ended: Meaning = ['failed', 'Disconnected', 'The connection has ended. Acme sees no account.'];

/** What the bank adds to the address after an approval that did not succeed. */
const errors: Readonly<Record<string, string>> = {
  access_denied: 'You cancelled it at your bank.',
  authentication_failed: 'Your bank could not confirm who you are.',
  timed_out: 'The time for the approval was over.',
  temporarily_unavailable: 'Your bank cannot go on at the moment.',
};

/** Returns what the customer reads. The address is anyone's word; whether money moves, the status alone says. */
export function outcomeOf({ reasons, status }: PaymentStatus, error: string | null): Outcome {
  const meaning = payments[status] ?? ['waiting', 'In progress', 'Your bank has the payment.'];
  return { ...explained(meaning, error, 'No money was moved.'), status, reasons };
}

/** Returns what the customer reads about a consent with this status. */
export function connectionOutcome(status: string, error: string | null): Outcome {
  return { ...explained(consents[status] ?? ended, error, 'Acme sees no account.'), status };
}

/** Without a final status, an error in the address says why the customer is back. */
function explained([mark, title, text]: Meaning, error: string | null, effect: string): Outcome {
  if (error === null || mark !== 'waiting') return { mark, title, text };
  const why = errors[error] ?? 'Your bank did not approve it.';
  return { mark: 'failed', title: 'Not approved', text: `${why} ${effect}` };
}

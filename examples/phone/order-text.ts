import { listAt, textAt, valueAt } from './bank-connection.ts';

/** What a customer must see of an order before approving it. */
export interface OrderText {
  readonly title: string;
  /** Large: what moves. */
  readonly amount: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

const titles: Readonly<Record<string, string>> = {
  payment: 'Approve a payment',
  'bulk-payment': 'Approve several payments',
  'periodic-payment': 'Approve a standing order',
  'payment-cancellation': 'Cancel a payment',
  consent: 'Share accounts',
  'funds-confirmation-consent': 'Confirm funds',
  'signing-basket': 'Approve a basket',
  'sign-in': 'Sign in somewhere else',
};

/** Reads an order. Every member that has a meaning for a customer is shown; of an unknown kind the short text of the bank. */
export function orderText(order: string, short: string): OrderText {
  const parsed: unknown = JSON.parse(order);
  const kind = textAt(parsed, 'kind');
  const title = titles[kind] ?? 'Approve a request';
  if (kind === 'payment-cancellation') return { ...paymentText(valueAt(parsed, 'payment'), short), title };
  if (kind === 'consent') return { title, amount: '', rows: consentRows(parsed) };
  if (kind === 'sign-in') return { title, amount: '', rows: signInRows(parsed) };
  return { ...paymentText(parsed, short), title };
}

function paymentText(payment: unknown, short: string): Omit<OrderText, 'title'> {
  const amount = valueAt(payment, 'instructedAmount');
  if (amount === undefined) return { amount: '', rows: [['Summary', short]] };
  return {
    amount: money(textAt(amount, 'amount'), textAt(amount, 'currency')),
    rows: [
      ['To', textAt(payment, 'creditorName')],
      ...payeeRows(valueAt(payment, 'payeeCheck')),
      ['Account', accountText(valueAt(payment, 'creditorAccount'))],
      ['Kind', kindText(valueAt(payment, 'creditorAccount'))],
      ['Bank', textAt(payment, 'creditorAgent')],
      ['Reference', textAt(payment, 'remittance')],
      ['From', accountText(valueAt(payment, 'debtorAccount'))],
      ['On', textAt(payment, 'requestedExecutionDate')],
      ['First on', textAt(payment, 'startDate')],
      ['Repeats', textAt(payment, 'frequency')],
    ],
  };
}

const doubts: Readonly<Record<string, string>> = {
  'close-match': 'The name is almost right. Compare both names with your invoice.',
  'no-match': 'The name does not match the account. The money may not come back.',
  'not-possible': 'The name could not be checked. The money may not come back.',
};

/** What the bank says of the payee; nothing if the name matches. */
function payeeRows(check: unknown): OrderText['rows'] {
  return [
    ['On the account', textAt(check, 'holderName')],
    ['Check', doubts[textAt(check, 'outcome')] ?? ''],
  ];
}

function consentRows(consent: unknown): OrderText['rows'] {
  const named = ['accounts', 'balances', 'transactions'].map((what): readonly [string, string] => [
    `Shows ${what} of`,
    listAt(consent, 'access', what).map(accountText).join(', '),
  ]);
  const all = textAt(consent, 'access', 'all');
  return [...named, ['Shows', all === '' ? '' : 'all accounts'], ['Until', textAt(consent, 'validUntil')]];
}

function signInRows(order: unknown): OrderText['rows'] {
  return [
    ['Message', textAt(order, 'bindingMessage')],
    ['Allows', textAt(order, 'scope')],
  ];
}

/** Returns the number of an account, whatever its kind, in groups of four. */
function accountText(account: unknown): string {
  const names = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'];
  const number = names.map((name) => textAt(account, name)).find((text) => text !== '') ?? '';
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Says that a number is not an IBAN: it is an account only together with its bank. */
function kindText(account: unknown): string {
  if (textAt(account, 'bban') !== '') return 'Number without IBAN (BBAN)';
  return textAt(account, 'other') === '' ? '' : 'Number of another kind';
}

/** Writes an amount with its digits in groups; exact, because it stays a text. */
function money(amount: string, currency: string): string {
  const [, whole = '', rest = ''] = /^(\d+)(.*)$/.exec(amount) ?? [];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${currency === 'EUR' ? '€' : `${currency} `}${grouped}${rest}`;
}

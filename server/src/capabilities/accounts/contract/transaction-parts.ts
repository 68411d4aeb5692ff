import Type from 'typebox';
import { links } from '#dialects/xs2a/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';
import { orderFrequencies } from '../domain/order-details.ts';
import { bookingStatuses } from '../domain/report.ts';
import { amount, balance } from './parts.ts';

const { Optional } = Type;

const day = Type.String({ format: 'date' });
const flagText = Type.Enum(['true', 'false']);

const reportQuery = {
  dateFrom: Optional(day),
  dateTo: Optional(day),
  entryReferenceFrom: Optional(Type.String({ minLength: 1, maxLength: 128 })),
  deltaList: Optional(flagText),
  pageIndex: Optional(
    Type.String({ pattern: '^[0-9]{1,6}$', description: '0; further pages are reached by the link `next`.' }),
  ),
  itemsPerPage: Optional(Type.String({ pattern: '^[1-9][0-9]{0,3}$' })),
  cursor: Optional(
    Type.String({ maxLength: 2_000, description: 'From the link to a further page, never made by hand.' }),
  ),
} as const;

/** SPEC xs2a 1.5 */
export const transactionsQuery = Type.Object({
  bookingStatus: Type.Enum([...bookingStatuses]),
  withBalance: Optional(flagText),
  ...reportQuery,
});

/** SPEC xs2a 1.6 */
export const cardTransactionsQuery = Type.Object({
  bookingStatus: Type.Enum(['booked', 'pending', 'both']),
  ...reportQuery,
});

/** SPEC xs2a 3.3 */
const otherAccount = named(
  'CounterpartyAccount',
  'The account of the other party of a transaction.',
  Type.Object({
    iban: Optional(Type.String()),
    bban: Optional(Type.String()),
    maskedPan: Optional(Type.String()),
    msisdn: Optional(Type.String()),
    other: Optional(Type.Object({ identification: Type.String() })),
  }),
);

/** SPEC xs2a 3.11: a standing order, in a list of what is still to come. */
const standingOrderDetails = named(
  'StandingOrderDetails',
  'The rhythm of a standing order.',
  Type.Object({
    startDate: day,
    endDate: Optional(day),
    frequency: Type.Enum([...orderFrequencies]),
    executionRule: Optional(Type.String()),
    dayOfExecution: Optional(Type.String()),
    monthsOfExecution: Optional(Type.Array(Type.String())),
  }),
  { executionRule: '`following` or `preceding`: where a day that is no banking day moves to.' },
);

/** SPEC xs2a 3.11: debits are negative; the other side is the creditor of debits and the debtor of credits. */
export const transaction = named(
  'Transaction',
  'A transaction of an account. Debits are negative.',
  Type.Object({
    transactionId: Optional(
      Type.String({ description: 'The same before and after a pending transaction is booked.' }),
    ),
    entryReference: Optional(Type.String({ description: 'Of a booked transaction; never changes.' })),
    endToEndId: Optional(Type.String()),
    bookingDate: Optional(day),
    valueDate: Optional(day),
    transactionAmount: amount,
    creditorName: Optional(Type.String()),
    creditorAccount: Optional(otherAccount),
    creditorAgent: Optional(Type.String()),
    debtorName: Optional(Type.String()),
    debtorAccount: Optional(otherAccount),
    debtorAgent: Optional(Type.String()),
    remittanceInformationUnstructured: Optional(Type.String()),
    additionalInformationStructured: Optional(Type.Object({ standingOrderDetails })),
    bankTransactionCode: Optional(Type.String()),
    balanceAfterTransaction: Optional(balance),
    _links: Optional(links),
  }),
  {
    endToEndId: 'Reference that the payer gave the payment.',
    bankTransactionCode: 'ISO 20022, such as PMNT-ICDT-ESCT.',
    valueDate: 'From when it bears interest.',
  },
);

/** SPEC xs2a 3.11 */
const cardTransaction = named(
  'CardTransaction',
  'A transaction of a card.',
  Type.Object({
    cardTransactionId: Type.String({
      description: 'The same before and after a pending transaction is booked.',
    }),
    bookingDate: Optional(day),
    valueDate: Optional(day),
    transactionAmount: amount,
    merchantCategoryCode: Optional(Type.String()),
    maskedPAN: Optional(Type.String()),
    transactionDetails: Optional(Type.String()),
    invoiced: Type.Boolean(),
  }),
  { invoiced: 'Whether it is on an invoice already.', merchantCategoryCode: 'ISO 18245.' },
);

export const accountReport = named(
  'AccountReport',
  'Transactions by booking status.',
  Type.Object({
    booked: Optional(Type.Array(transaction)),
    pending: Optional(Type.Array(transaction)),
    information: Optional(Type.Array(transaction)),
    _links: links,
  }),
);

export const cardAccountReport = named(
  'CardAccountReport',
  'Transactions of a card by booking status.',
  Type.Object({
    booked: Optional(Type.Array(cardTransaction)),
    pending: Optional(Type.Array(cardTransaction)),
    _links: links,
  }),
);

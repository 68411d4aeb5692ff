import Type from 'typebox';
import { links, psuContextHeaders } from '#dialects/xs2a/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';

const { Optional } = Type;

export const accessHeaders = Type.Object({
  ...psuContextHeaders,
  'consent-id': Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Required without an access token for a consent.',
    }),
  ),
});

export const accountParams = Type.Object({ 'account-id': Type.String({ maxLength: 64 }) });

export const balanceQuery = Type.Object({ withBalance: Optional(Type.Enum(['true', 'false'])) });

/** What is left of the accesses without the customer. */
export const countHeaders = {
  'consent-accesses-left':
    'How often this can be read today without the customer; absent where nothing is counted.',
  'consent-accesses-reset': 'When the count begins again.',
} as const;

export const amount = named(
  'Amount',
  'An amount of money.',
  Type.Object({ currency: Type.String(), amount: Type.String() }),
  { currency: 'ISO 4217.', amount: 'Decimal number with a point; negative for debits.' },
);

/** SPEC xs2a 3.10 */
export const balance = named(
  'Balance',
  'A balance of an account.',
  Type.Object({
    balanceAmount: amount,
    balanceType: Type.Enum(['interimBooked', 'interimAvailable', 'closingBooked', 'nonBilled']),
    creditLimitIncluded: Optional(Type.Boolean()),
    lastChangeDateTime: Optional(Type.String({ format: 'date-time' })),
    referenceDate: Optional(Type.String({ format: 'date' })),
  }),
  {
    creditLimitIncluded: 'Whether the credit limit is part of the amount.',
    referenceDate: 'The day at whose end it was true.',
  },
);
export const balances = Type.Array(balance);

/** Blocked accounts receive money only. */
const status = Type.Enum(['enabled', 'blocked']);

const common = {
  resourceId: Type.String(),
  currency: Type.String({ description: 'XXX for an account of several currencies as a whole.' }),
  product: Type.String(),
  name: Type.String(),
  ownerName: Optional(Type.String()),
  status,
  balances: Optional(balances),
  _links: Optional(links),
} as const;

export const accountDetails = named(
  'AccountDetails',
  'An account that the customer shares.',
  Type.Object({
    ...common,
    iban: Optional(Type.String()),
    bban: Optional(Type.String()),
    cashAccountType: Type.Enum(['CACC', 'SVGS']),
  }),
);

export const cardAccountDetails = named(
  'CardAccountDetails',
  'A card that the customer shares.',
  Type.Object({
    ...common,
    maskedPan: Type.String(),
    creditLimit: Optional(amount),
  }),
);

export const accountReference = named(
  'ReportedAccount',
  'The account of a report, by its public number.',
  Type.Object({
    iban: Optional(Type.String()),
    bban: Optional(Type.String()),
    maskedPan: Optional(Type.String()),
    currency: Type.String(),
  }),
);

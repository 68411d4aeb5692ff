import { type Static, Type } from 'typebox';
import {
  accountKinds,
  accountSchemes,
  accountStatuses,
  entriesMax,
  knownStates,
  paymentProducts,
  signingModes,
} from '#capabilities/core-banking/index.ts';

/** A core that serves another version is not called. */
export const contractVersion = 1 as const;

/** Limits of the contract, all of them also in its document. */
const idMaxLength = 128;
const textMaxLength = 140;
const remittanceMaxLength = 2_000;
const cursorMaxLength = 512;
export const listMax = 1_000;
export const referencesMax = 100;
export const changesMax = 1_000;
/** A year and the weeks around it, as the port says. */
export const calendarDaysMax = 400;

export const id = Type.String({ minLength: 1, maxLength: idMaxLength });
const text = Type.String({ minLength: 1, maxLength: textMaxLength });
export const cursor = Type.String({
  maxLength: cursorMaxLength,
  description: 'From the response before; opaque to the reader.',
});
export const date = Type.String({ format: 'date', description: 'ISO 8601, such as `2026-11-16`.' });
const instant = Type.String({ format: 'date-time', description: 'RFC 3339, with an offset.' });
export const currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });

const amountOf = ($id: string, pattern: string, description: string) =>
  Type.Object(
    { currency, amount: Type.String({ pattern, description }) },
    { $id, description: 'An amount of money.' },
  );
const decimals = 'A decimal, with at most the digits after the point that the currency has.';
export const amount = amountOf('Amount', '^[0-9]{1,18}(\\.[0-9]{1,4})?$', decimals);
export const signedAmount = amountOf(
  'SignedAmount',
  '^-?[0-9]{1,18}(\\.[0-9]{1,4})?$',
  `${decimals} Negative if money left the account, or is owed.`,
);

export const reference = Type.Object(
  { scheme: Type.Enum([...accountSchemes]), id },
  { $id: 'AccountReference', description: 'An account as a payment or a consent names it.' },
);

export const account = Type.Object(
  {
    accountId: Type.String({
      ...id,
      description: 'Your id of the account: stable, unique within the bank, neither `.` nor `..`.',
    }),
    kind: Type.Enum([...accountKinds]),
    iban: Type.Optional(text),
    bban: Type.Optional(text),
    maskedPan: Type.Optional(Type.String({ ...text, description: 'Card accounts only.' })),
    product: Type.String({ ...text, description: 'The name of the product, as the customer reads it.' }),
    currencies: Type.Array(currency, {
      minItems: 1,
      maxItems: 100,
      description: 'One for each sub-account; the first is the main one.',
    }),
    status: Type.Enum([...accountStatuses]),
    owner: id,
    holders: Type.Array(id, { minItems: 1, maxItems: 100, description: 'The owner among them.' }),
    signingMode: Type.Enum([...signingModes]),
    openedOn: date,
  },
  { $id: 'Account', description: 'An account of a customer.' },
);

export const jointHolding = Type.Object(
  {
    accountId: id,
    owner: id,
    holders: Type.Array(id, { minItems: 2, maxItems: 100 }),
    signingMode: Type.Enum([...signingModes]),
  },
  { $id: 'JointHolding', description: 'An account with all customers who hold it.' },
);

const digits = Type.String({ pattern: '^[1-9][0-9]{0,18}$' });
export const midRate = Type.Object(
  { from: currency, to: currency, numerator: digits, denominator: digits },
  { $id: 'MidRate', description: 'One unit of `from` is numerator / denominator units of `to`.' },
);

export const balance = Type.Object(
  {
    booked: signedAmount,
    available: signedAmount,
    creditLimit: amount,
    closing: Type.Optional(
      Type.Object(
        { amount: signedAmount, day: date },
        { description: 'At the end of the last closed day; absent for an account opened since.' },
      ),
    ),
    changedAt: instant,
  },
  {
    $id: 'Balance',
    description:
      'All amounts are in one currency. `booked` is the sum of the booked entries; `available` is what can be spent: booked less reserved, with the credit limit.',
  },
);

const counterparty = Type.Object(
  { name: Type.Optional(text), account: Type.Optional(reference), agent: Type.Optional(text) },
  { $id: 'Counterparty', description: 'The other party of an entry.' },
);

const remittance = Type.String({ maxLength: remittanceMaxLength });

export const entry = Type.Object(
  {
    entryReference: Type.String({
      ...id,
      description: 'Unique within the account; never changes and is never given again. Neither `.` nor `..`.',
    }),
    status: Type.Enum(['booked', 'pending']),
    amount: signedAmount,
    bookingDate: Type.Optional(Type.String({ ...date, description: 'Absent while pending.' })),
    valueDate: Type.Optional(date),
    balanceAfter: Type.Optional(signedAmount),
    pendingReference: Type.Optional(
      Type.String({ ...id, description: 'Of a booked entry: the pending one that it replaced.' }),
    ),
    bookedReference: Type.Optional(
      Type.String({ ...id, description: 'Of a pending entry: the booked one that replaced it.' }),
    ),
    counterparty,
    transactionCode: Type.String({
      ...text,
      description: 'Domain, family and sub-family of ISO 20022, such as `PMNT-ICDT-ESCT`.',
    }),
    instructionId: Type.Optional(id),
    endToEndId: Type.Optional(text),
    remittance: Type.Optional(remittance),
    merchant: Type.Optional(
      Type.Object({
        name: text,
        town: Type.Optional(text),
        categoryCode: Type.Optional(Type.String({ ...text, description: 'ISO 18245.' })),
      }),
    ),
  },
  { $id: 'Entry', description: 'A movement on an account.' },
);

export const entryPage = Type.Object(
  {
    accountId: id,
    items: Type.Array(entry, { maxItems: entriesMax }),
    cursor: Type.Optional(
      Type.String({ ...cursor, description: 'Where the next page begins; absent on the last one.' }),
    ),
  },
  { $id: 'EntryPage', description: 'A page of entries.' },
);

export const standingOrder = Type.Object(
  {
    orderId: id,
    amount,
    counterparty,
    remittance: Type.Optional(remittance),
    frequency: Type.Enum(['weekly', 'monthly', 'quarterly', 'yearly']),
    firstOn: date,
    lastOn: Type.Optional(date),
    nextOn: Type.Optional(date),
  },
  { $id: 'StandingOrder', description: 'A standing order of an account.' },
);

export const instruction = Type.Object(
  {
    product: Type.Enum([...paymentProducts]),
    debtorAccountId: id,
    amount,
    creditor: Type.Object({ account: reference, name: text, agent: Type.Optional(text) }),
    requestedDate: Type.Optional(
      Type.String({ ...date, description: 'Absent: as soon as the product allows.' }),
    ),
    endToEndId: Type.Optional(text),
    remittance: Type.Optional(remittance),
  },
  { $id: 'Instruction', description: 'An order to move money. Its id is in the path and is ours.' },
);

export const instructionStatus = Type.Object(
  {
    instructionId: id,
    state: Type.Enum([...knownStates]),
    reason: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{4}$',
        description: 'ExternalStatusReason1Code of ISO 20022. One that we do not know counts as `MS03`.',
      }),
    ),
    executionDate: date,
    changedAt: instant,
  },
  { $id: 'InstructionStatus', description: 'How far an instruction is.' },
);

const customerActivity = Type.Object(
  {
    customerNumber: id,
    lastActiveOn: Type.String({
      ...date,
      description:
        'Last day on which the customer used an account or card, by any channel; interest and fees do not count.',
    }),
  },
  { $id: 'CustomerActivity', description: 'At most one for each customer and day.' },
);

export const change = Type.Union(
  [
    Type.Object({ kind: Type.Literal('instruction'), status: instructionStatus }),
    Type.Object({ kind: Type.Literal('account'), account }),
    Type.Object({ kind: Type.Literal('customer'), customer: customerActivity }),
  ],
  {
    $id: 'Change',
    description:
      'How an instruction, an account or the activity of a customer is now; reading it twice is harmless.',
  },
);

export const calendarDay = Type.Object(
  {
    date,
    isBusinessDay: Type.Boolean(),
    cutOff: Type.Optional(
      Type.String({ ...instant, description: 'Orders accepted from this moment on are executed later.' }),
    ),
  },
  { $id: 'CalendarDay', description: 'A day on which the product is processed.' },
);

export type WireAmount = Static<typeof signedAmount>;
export type WireAccount = Static<typeof account>;
export type WireBalance = Static<typeof balance>;
export type WireEntry = Static<typeof entry>;
export type WireStandingOrder = Static<typeof standingOrder>;
export type WireInstruction = Static<typeof instruction>;
export type WireStatus = Static<typeof instructionStatus>;
export type WireChange = Static<typeof change>;
export type WireCalendarDay = Static<typeof calendarDay>;
export type WireMidRate = Static<typeof midRate>;

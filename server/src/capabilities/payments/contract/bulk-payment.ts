import Type from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import { singlePayment } from './single-payment.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;

/** Most payments that any bank accepts in one bulk. */
const bulkEntriesMax = 10_000;

const {
  debtorAccount: _,
  requestedExecutionDate,
  requestedExecutionTime,
  ...ofEntry
} = singlePayment.properties;

/** SPEC xs2a 3.5: one payment of a bulk. */
export const bulkEntry = named('BulkPaymentEntry', 'One payment of a bulk.', Type.Object(ofEntry, closed));

/** SPEC xs2a 3.5, xs2a-2026 1.4: what a bulk says for all of its payments. */
const ofBulk = {
  batchBookingPreferred: Optional(Type.Boolean()),
  debtorAccount: singlePayment.properties.creditorAccount,
  debtorName: singlePayment.properties.debtorName,
  paymentInformationId: Optional(Type.String({ minLength: 1, maxLength: 35 })),
  categoryPurposeCode: singlePayment.properties.categoryPurposeCode,
  requestedExecutionDate,
  requestedExecutionTime,
};

/** A bulk without a look at its payments: each of them is validated by itself, until there are too many faults. */
export const bulkMembers = Type.Object(
  { ...ofBulk, payments: Type.Array(Type.Unknown(), { minItems: 1 }) },
  closed,
);

export const bulkPayment = Type.Object(
  { ...ofBulk, payments: Type.Array(bulkEntry, { minItems: 1, maxItems: bulkEntriesMax }) },
  closed,
);

import Type from 'typebox';
import { days, entries, flag, milliSeconds, option, someOf } from './option.ts';

const currencyProducts = [
  'sepa-credit-transfers',
  'instant-sepa-credit-transfers',
  'target-2-payments',
  'cross-border-credit-transfers',
] as const;

/** Every payment product that the specification names. */
const paymentProducts = [
  ...currencyProducts,
  'pain.001-sepa-credit-transfers',
  'pain.001-instant-sepa-credit-transfers',
  'pain.001-target-2-payments',
  'pain.001-cross-border-credit-transfers',
] as const;

const products = Type.Immutable(Type.Array(Type.Enum([...paymentProducts]), { uniqueItems: true }));
const date = Type.String({ format: 'date' });

/** Payments, their cancellation and signing baskets. */
export const paymentOptions = {
  supportedPaymentTypeAndProductMatrix: option(
    Type.Object(
      { payments: products, 'bulk-payments': products, 'periodic-payments': products },
      { additionalProperties: false },
    ),
    {
      payments: paymentProducts,
      'bulk-payments': paymentProducts,
      'periodic-payments': paymentProducts,
    },
    'Products that the bank offers, by payment service.',
  ),
  maxBulkEntries: option(entries, 1_000, 'Most payments in one bulk.'),
  maxTransactionValidityDays: option(days, 0, 'How far ahead a payment can be dated; 0 sets no limit.'),
  notConfirmedPaymentExpirationTimeMs: option(
    milliSeconds,
    1_800_000,
    'A payment that is not confirmed in this time is rejected.',
  ),
  paymentCancellationAuthorisationMandated: option(flag, false, 'Cancellations need an authorisation.'),
  cancelImmediateStatus: option(Type.Enum([202, 204]), 202, 'Answer to a cancellation that is done at once.'),
  paymentCancellationRedirectUrlExpirationTimeMs: option(
    milliSeconds,
    600_000,
    'Life of the link to the page that approves a cancellation.',
  ),
  // No rule is built for this one: every value but the default is refused.
  countryValidationSupported: option(Type.Null(), null, 'National rules for fields: not offered.'),
  supportedTransactionStatusFormats: option(
    someOf('application/json', 'application/xml'),
    ['application/json', 'application/xml'],
    'Formats of the status of a payment.',
  ),
  debtorAccountOptionalInInitialRequest: option(
    flag,
    false,
    'The payer may choose the debtor account at the bank.',
  ),
  pain001v03Until: option(
    Type.Union([Type.Null(), date]),
    null,
    'First day on which pain.001.001.03 is no longer accepted.',
  ),
  addressRulesFrom: option(date, '2026-11-15', 'First execution day for which addresses must be structured.'),
  hybridAddress: option(flag, true, 'Up to two address lines beside town and country.'),
  ibanValidationDisabled: option(flag, false, 'IBANs with wrong check digits pass; for test systems.'),
  supportedAccountReferenceFields: option(
    someOf('IBAN', 'BBAN', 'PAN', 'MASKEDPAN', 'MSISDN'),
    ['IBAN'],
    'How accounts can be named.',
  ),
  signingBasketSupported: option(flag, true, 'Several payments or consents in one authorisation.'),
  signingBasketMaxEntries: option(entries, 10, 'Most entries of a signing basket.'),
  notConfirmedSigningBasketExpirationTimeMs: option(
    milliSeconds,
    1_800_000,
    'A basket that is not confirmed in this time is rejected.',
  ),
  'vop.integrated': option(
    flag,
    true,
    'The payee of a SEPA credit transfer is verified before it is authorised, unless the third party says that it did.',
  ),
  'vop.whenHeaderAbsent': option(
    Type.Enum(['bank-page', 'off']),
    'bank-page',
    'Where the result is shown if the third party does not ask for it.',
  ),
  'vop.requestIdMandated': option(flag, false, 'Payments must name an earlier verification.'),
  'vop.requestIdValidSeconds': option(
    Type.Integer({ minimum: 1, maximum: 86_400 }),
    900,
    'For how long an earlier verification can be named.',
  ),
  'vop.inlineWaitMs': option(
    Type.Integer({ minimum: 0, maximum: 5_000 }),
    1_500,
    'How long a payment waits for the verification of its payee.',
  ),
  'vop.bulkSyncEntries': option(entries, 20, 'Bulk verifications up to this size are answered at once.'),
  'vop.bulkMaxEntries': option(entries, 1_000, 'Most entries of a bulk verification.'),
};

import Type from 'typebox';
import { days, flag, milliSeconds, option, someOf } from './option.ts';

/** Consents, accounts and their transactions. */
export const accountOptions = {
  bankOfferedConsentSupported: option(
    flag,
    true,
    'Consents whose accounts the customer chooses at the bank.',
  ),
  globalConsentSupported: option(flag, true, 'Consents for all accounts and all data.'),
  availableAccountsConsentSupported: option(flag, true, 'Consents for the list of available accounts.'),
  accountAccessFrequencyPerDay: option(
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    4,
    'Highest number of accesses a day without the customer; lowers what a consent asks for.',
  ),
  maxConsentValidityDays: option(days, 180, 'Lowers validUntil of a consent; 0 sets no limit.'),
  notConfirmedConsentExpirationTimeMs: option(
    milliSeconds,
    1_800_000,
    'A consent that is not confirmed in this time is rejected.',
  ),
  accountOwnerInformationSupported: option(flag, false, 'Consents may include the name of the owner.'),
  trustedBeneficiariesSupported: option(flag, false, 'Consents may include trusted beneficiaries.'),
  availableBookingStatuses: option(
    someOf('BOOKED', 'PENDING', 'BOTH', 'INFORMATION', 'ALL'),
    ['BOOKED', 'PENDING'],
    'Booking statuses by which transactions can be asked for.',
  ),
  supportedTransactionApplicationTypes: option(
    someOf('application/json', 'application/xml', 'text/plain'),
    ['application/json'],
    'Formats of transaction lists.',
  ),
  transactionsWithoutBalancesSupported: option(flag, false, 'Transactions without the right to balances.'),
  entryReferenceFromSupported: option(flag, true, 'Transactions after a given entry reference.'),
  deltaListSupported: option(flag, true, 'Transactions since the last access.'),
  scaByOneTimeAvailableAccountsConsentRequired: option(
    flag,
    true,
    'false: one factor is enough for a one-time consent for the list of accounts.',
  ),
  scaByOneTimeGlobalConsentRequired: option(
    flag,
    true,
    'false: one factor is enough for a one-time global consent.',
  ),
  multipleConsents: option(flag, false, 'A third party may have several recurring consents of a customer.'),
  countingOfAisRequests: option(
    Type.Enum(['none', 'timeslot', 'byEndpointCall']),
    'byEndpointCall',
    'How accesses without the customer are counted.',
  ),
  maxPageSize: option(Type.Integer({ minimum: 20, maximum: 200 }), 100, 'Longest page of transactions.'),
  multicurrencyAccountLevelSupported: option(
    Type.Enum(['SUBACCOUNT', 'AGGREGATION', 'AGGREGATION_AND_SUBACCOUNT']),
    'SUBACCOUNT',
    'How accounts of several currencies are shown.',
  ),
  aisPisSessionsSupported: option(flag, false, 'Account information and payments in one session.'),
  piisConsentSupported: option(
    Type.Enum(['NOT_SUPPORTED', 'ASPSP_CONSENT_SUPPORTED', 'TPP_CONSENT_SUPPORTED']),
    'TPP_CONSENT_SUPPORTED',
    'Who can create consents for the confirmation of funds.',
  ),
};

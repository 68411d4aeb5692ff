import Type from 'typebox';
import { days, flag, milliSeconds, option, someOf, withheldOption } from './option.ts';

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
  // No core lists trusted payees: every value but the default is refused.
  trustedBeneficiariesSupported: option(
    Type.Literal(false),
    false,
    'Consents may include trusted beneficiaries: not offered.',
  ),
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
  transactionsWithoutBalancesSupported: option(
    flag,
    false,
    'Lists of transactions leave balances out unless withBalance is sent; false: they have them where the consent covers balances.',
  ),
  entryReferenceFromSupported: option(flag, true, 'Transactions after a given entry reference.'),
  deltaListSupported: option(flag, true, 'Transactions since the last access.'),
  // Regulation (EU) 2018/389, article 10 exempts no first access. ADR-0080
  scaByOneTimeAvailableAccountsConsentRequired: option(
    Type.Literal(true),
    true,
    'One-time consents for the list of accounts need two factors, as all do.',
  ),
  scaByOneTimeGlobalConsentRequired: option(
    Type.Literal(true),
    true,
    'One-time global consents need two factors, as all do.',
  ),
  multipleConsents: option(flag, false, 'A third party may have several recurring consents of a customer.'),
  countingOfAisRequests: option(
    // `timeslot` has no length in any document. ADR-0082
    Type.Enum(['none', 'byEndpointCall']),
    'byEndpointCall',
    'How accesses without the customer are counted.',
  ),
  maxPageSize: option(Type.Integer({ minimum: 20, maximum: 200 }), 100, 'Longest page of transactions.'),
  multicurrencyAccountLevelSupported: option(
    Type.Enum(['SUBACCOUNT', 'AGGREGATION', 'AGGREGATION_AND_SUBACCOUNT']),
    'SUBACCOUNT',
    'How accounts of several currencies are shown.',
  ),
  // Many banks have statements from their core: two would confuse. ADR-0106
  accountStatements: withheldOption(
    Type.Enum(['OFF', 'MONTHLY']),
    'OFF',
    'MONTHLY: customers get a statement of each account and month in their mailbox, from the second day of the next month on.',
  ),
  aisPisSessionsSupported: option(flag, false, 'Account information and payments in one session.'),
  piisConsentSupported: option(
    Type.Enum(['NOT_SUPPORTED', 'ASPSP_CONSENT_SUPPORTED', 'TPP_CONSENT_SUPPORTED']),
    'TPP_CONSENT_SUPPORTED',
    'Who can create consents for the confirmation of funds.',
  ),
};

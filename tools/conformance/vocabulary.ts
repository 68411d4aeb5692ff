import type { NameForm } from './evidence.ts';

/** A closed set of names of the standard: the values of an enumeration, or the names of headers, links and codes. */
export interface NameSet {
  readonly title: string;
  /** Values that this interface reads or returns; each needs a test that names it. */
  readonly names: readonly string[];
  /** What the names are in a message: values, if not said. */
  readonly form?: NameForm;
  /** Members of messages that have these names as their value: a test that names one beside the value shows more. */
  readonly members?: readonly string[];
  /** Whether third parties send these names: a test that expects one in a response then shows nothing about reading it. */
  readonly areSent?: boolean;
  /** Values that this interface neither reads nor returns, with the reason. */
  readonly absent?: Readonly<Record<string, string>>;
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/v);

const encrypted = 'The standard never specified the encryption of passwords.';
const insideAuthorisation =
  'Customers identify themselves within an authorisation, so that methods are known only there.';
const purpose = 'The core does not say what an account is used for.';
const noJump = 'A page of transactions leads to the next one alone.';
const proprietary = 'No proprietary data are needed before an approval.';

/** Request headers, response headers, links, enumerations and message codes of the standard. */
export const vocabulary: readonly NameSet[] = [
  {
    title: 'Request headers',
    form: 'header',
    areSent: true,
    names: list(`
      X-Request-ID Date Digest Signature TPP-Signature-Certificate PSU-IP-Address PSU-IP-Port PSU-Accept PSU-Accept-Charset
      PSU-Accept-Encoding PSU-Accept-Language PSU-User-Agent PSU-Http-Method PSU-Device-ID PSU-Geo-Location PSU-ID PSU-ID-Type
      PSU-Corporate-ID PSU-Corporate-ID-Type Consent-ID TPP-Redirect-Preferred TPP-Decoupled-Preferred TPP-Redirect-URI
      TPP-Nok-Redirect-URI TPP-Explicit-Authorisation-Preferred TPP-Rejection-NoFunds-Preferred TPP-Brand-Logging-Information
      TPP-Notification-URI TPP-Notification-Content-Preferred Client-VOP-Requested Client-VOP-Request-ID
      Client-Asynchronous-Process-Preferred Accept Authorization`),
  },
  {
    title: 'Response headers',
    form: 'header',
    members: ['headers'],
    names: list(`
      Location X-Request-ID ASPSP-SCA-Approach ASPSP-Notification-Support ASPSP-Notification-Content ASPSP-VOP-Supported
      X-Reference-API-Version`),
    absent: {
      'ASPSP-Multiple-Consent-Support':
        'The standard attaches it to no response; the option `multipleConsents` of the published profile says it.',
    },
  },
  {
    title: 'Links',
    form: 'link',
    members: ['links', 'href'],
    names: list(`
      scaRedirect scaOAuth confirmation startAuthorisation startAuthorisationWithPsuIdentification updatePsuIdentification
      startAuthorisationWithPsuAuthentication updatePsuAuthentication selectAuthenticationMethod authoriseTransaction self status scaStatus account
      balances transactions transactionDetails cardAccount next download creditorNameConfirmation
      startAuthorisationWithPsuIdentfication`),
    absent: {
      startAuthorisationWithAuthenticationMethodSelection: insideAuthorisation,
      startAuthorisationWithAuthentciationMethodSelection: insideAuthorisation,
      startAuthorisationWithTransactionAuthorisation: insideAuthorisation,
      startAuthorisationWithProprietaryData: proprietary,
      updateProprietaryData: proprietary,
      startAuthorisationWithEncryptedPsuAuthentication: encrypted,
      updateEncryptedPsuAuthentication: encrypted,
      updateAdditionalPsuAuthentication: 'One password is the first factor.',
      updateAdditionalEncryptedPsuAuthentication: encrypted,
      cardTransactions: 'The specification names the link of a card account `transactions`.',
      first: noJump,
      previous: noJump,
      last: noJump,
      card: 'Cards of one card account are not told apart.',
    },
  },
  {
    title: 'transactionStatus',
    members: ['transactionStatus'],
    names: list('RCVD RCVC RVNC RVCM PATC ACTC ACWC ACCP ACSP ACSC ACCC PART RJCT CANC'),
    absent: {
      PDNG: 'Checks are finished when a payment is answered.',
      ACFC: 'Funds are checked when a payment is executed.',
      ACWP: 'The core reports a transfer when it is posted.',
    },
  },
  {
    title: 'groupStatus of a bulk',
    names: list('RCVD ACTC ACSP ACSC RJCT PART'),
    absent: {
      ACCC: 'A bulk has ended when its transfers are booked for the payer.',
      ACCP: 'The profile of the customer is checked before ACTC.',
      ACWC: 'A bulk whose day moves says so in a message.',
      PDNG: 'Checks are finished when a bulk is answered.',
    },
  },
  {
    title: 'consentStatus',
    members: ['consentStatus'],
    names: list('received partiallyAuthorised valid rejected revokedByPsu expired terminatedByTpp'),
  },
  {
    title: 'scaStatus',
    members: ['scaStatus'],
    names: list(
      'received psuIdentified psuAuthenticated scaMethodSelected started unconfirmed finalised failed exempted',
    ),
  },
  {
    title: 'ASPSP-SCA-Approach',
    members: ['aspsp-sca-approach'],
    names: list('REDIRECT DECOUPLED EMBEDDED'),
  },
  {
    title: 'authenticationType',
    members: ['authenticationType'],
    names: list('SMS_OTP CHIP_OTP PUSH_OTP'),
    absent: {
      PHOTO_OTP: 'No device of the bank reads pictures.',
      SMTP_OTP: 'A code by e-mail is not a second factor of this product.',
    },
  },
  {
    title: 'otpFormat',
    members: ['otpFormat'],
    names: list('integer'),
    absent: { characters: 'Every code has digits only.' },
  },
  { title: 'chargeBearer', areSent: true, names: list('DEBT CRED SHAR SLEV') },
  {
    title: 'balanceType',
    members: ['balanceType'],
    names: list('closingBooked interimAvailable interimBooked nonBilled'),
    absent: {
      expected: 'The core reports what is booked and what is available.',
      openingBooked: 'The last `closingBooked` is the opening of the day after it.',
      forwardAvailable: 'The core knows no balance of a future day.',
      nonInvoiced: 'The specification names it `nonBilled`.',
      authorised: 'Removed from the standard.',
    },
  },
  { title: 'bookingStatus', members: ['bookingStatus'], names: list('booked pending both information all') },
  {
    title: 'status of accounts',
    members: ['status'],
    names: list('enabled blocked'),
    absent: { deleted: 'A closed account is not listed.' },
  },
  {
    title: 'usage',
    names: [],
    absent: { PRIV: purpose, ORGA: purpose },
  },
  {
    title: 'frequency',
    areSent: true,
    names: list(
      'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual MonthlyVariable',
    ),
  },
  { title: 'executionRule', areSent: true, names: list('following preceding') },
  {
    title: 'access',
    areSent: true,
    names: list(
      'availableAccounts availableAccountsWithBalance allPsd2 allAccounts allAccountsWithOwnerName',
    ),
  },
  { title: 'category', members: ['category'], names: list('ERROR WARNING') },
  {
    title: 'Results of payee verifications',
    members: ['creditorNameMatch', 'vop'],
    names: list('MTCH CMTC NMTC NOAP'),
  },
  {
    title: 'vopBulkStatus',
    members: ['vopBulkStatus'],
    names: list('pending completed rejected'),
    absent: { recieved: 'A list is pending from its first moment.' },
  },
  { title: 'Contents of notifications', members: ['notification'], names: list('SCA PROCESS LAST') },
  {
    title: 'Message codes',
    members: ['code'],
    names: list(`
      CERTIFICATE_INVALID CERTIFICATE_EXPIRED CERTIFICATE_BLOCKED CERTIFICATE_REVOKED CERTIFICATE_MISSING ROLE_INVALID
      SIGNATURE_INVALID SIGNATURE_MISSING FORMAT_ERROR PARAMETER_NOT_CONSISTENT PARAMETER_NOT_SUPPORTED PSU_CREDENTIALS_INVALID
      SERVICE_INVALID SERVICE_BLOCKED CONSENT_UNKNOWN CONSENT_INVALID CONSENT_EXPIRED TOKEN_UNKNOWN
      TOKEN_INVALID TOKEN_EXPIRED RESOURCE_UNKNOWN RESOURCE_EXPIRED RESOURCE_BLOCKED TIMESTAMP_INVALID PERIOD_INVALID
      SCA_METHOD_UNKNOWN SCA_INVALID STATUS_INVALID PRODUCT_INVALID PRODUCT_UNKNOWN EXECUTION_DATE_INVALID
      CANCELLATION_INVALID FUNDS_NOT_AVAILABLE SESSIONS_NOT_SUPPORTED ACCESS_EXCEEDED REQUESTED_FORMATS_INVALID CARD_INVALID
      NO_PIIS_ACTIVATION REFERENCE_MIX_INVALID REFERENCE_STATUS_INVALID WARNING`),
    absent: {
      PAYMENT_FAILED: 'A payment that is refused at once is refused with the code of the cause.',
      CLIENT_INCONSISTENT: 'Two organisations in one request are CERTIFICATE_INVALID on every path.',
      CORPORATE_ID_INVALID: 'A wrong corporate id is answered like a wrong PSU-ID: PSU_CREDENTIALS_INVALID.',
      BENEFICIARY_WHITELISTING_REQUIRED: 'Trusted payees are not offered.',
      REQUIRED_KID_MISSING: 'Norway only.',
    },
  },
];

/** A test over HTTP that fails if the product ignores a name: its file, below `server/src`, and its name. */
export type Proof = readonly [path: string, test: string];

const payments = 'capabilities/payments/operations';
const consents = 'capabilities/consents/operations';
const accounts = 'capabilities/accounts/operations';
const sca = 'capabilities/sca/operations';
const signature = 'dialects/xs2a/signature/check-message.test.ts';

const malformed: Proof = [`${payments}/initiate-payment.test.ts`, 'are refused by their name: %s'];
const requestId: Proof = [
  `${payments}/request-headers.test.ts`,
  'that is no UUID is refused on every method: %j',
];
const approach: Proof = [
  `${payments}/request-headers.test.ts`,
  'is the one that TPP-Redirect-Preferred and TPP-Decoupled-Preferred ask for',
];
const notifications: Proof = [
  'capabilities/funds-confirmations/operations/notified-consents.test.ts',
  'names what the bank sends, or says that nothing is sent',
];
const frequency: Proof = [
  `${payments}/standing-orders.test.ts`,
  'a standing order is set up with every frequency of the standard: %s',
];
const charges: Proof = [
  `${payments}/initiate-payment.test.ts`,
  'the charges of a TARGET payment may be borne as chosen: %s',
];
const groupStatus: Proof = [
  `${payments}/submit-due-bulks.test.ts`,
  'has the same status for its group, from the initiation to the last transfer',
];
const listed: Proof = [
  `${accounts}/transactions.test.ts`,
  'are listed newest first, with their ids, sides and links',
];
const embedded: Proof = [
  `${sca}/embedded.test.ts`,
  'walks from the start to the signed payment, with the links of the standard',
];

/**
 * The proofs that a reader chose, by the title of the set and the name. Names that third parties send have one each: a
 * test that only sends a name passes if the product ignores it. Others have one where {@link EvidenceFinder} finds none.
 */
export const proofs: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  'Request headers': {
    'X-Request-ID': requestId,
    Date: ['dialects/xs2a/own-addresses.test.ts', 'a date of another time is TIMESTAMP_INVALID'],
    Digest: [signature, 'with the body'],
    Signature: [signature, 'is refused by a bank that requires signatures, also if it has no body'],
    'TPP-Signature-Certificate': [signature, 'has only the certificate: SIGNATURE_MISSING'],
    'PSU-IP-Address': [
      `${accounts}/counting.test.ts`,
      'an address that is none does not say that the customer is there',
    ],
    'PSU-IP-Port': malformed,
    'PSU-Accept': malformed,
    'PSU-Accept-Charset': malformed,
    'PSU-Accept-Encoding': malformed,
    'PSU-Accept-Language': [
      'apps/pages/approval-pages.db.test.ts',
      'have the language that was chosen, then the one of the request, then the browser’s',
    ],
    'PSU-User-Agent': malformed,
    'PSU-Http-Method': malformed,
    'PSU-Device-ID': malformed,
    'PSU-Geo-Location': malformed,
    'PSU-ID': [
      `${consents}/create-consent.test.ts`,
      'is a request without the customer where the bank wants it',
    ],
    'PSU-ID-Type': malformed,
    'PSU-Corporate-ID': [signature, 'with PSU-Corporate-ID that is not signed'],
    'PSU-Corporate-ID-Type': malformed,
    'Consent-ID': [
      `${accounts}/read-accounts.test.ts`,
      'without a consent, and under one that is unknown or of another third party',
    ],
    'TPP-Redirect-Preferred': approach,
    'TPP-Decoupled-Preferred': approach,
    'TPP-Redirect-URI': [
      'dialects/xs2a/own-addresses.test.ts',
      '%s is not: the third party is warned, and the request accepted',
    ],
    'TPP-Nok-Redirect-URI': [
      'dialects/xs2a/own-addresses.test.ts',
      'a bank may refuse foreign addresses; all of them are named',
    ],
    'TPP-Explicit-Authorisation-Preferred': [
      `${payments}/request-headers.test.ts`,
      'starts with the payment unless TPP-Explicit-Authorisation-Preferred asks for an own request',
    ],
    'TPP-Rejection-NoFunds-Preferred': [
      `${payments}/cancel-payment.test.ts`,
      'is rejected at once if the third party wants that',
    ],
    'TPP-Brand-Logging-Information': malformed,
    'TPP-Notification-URI': notifications,
    'TPP-Notification-Content-Preferred': notifications,
    'Client-VOP-Requested': [
      `${payments}/payee-opt-outs.test.ts`,
      'has packages that are not verified where the third party says so (setPayeeOptOut)',
    ],
    'Client-VOP-Request-ID': [`${payments}/payee-checks.test.ts`, 'is required where the bank wants it'],
    'Client-Asynchronous-Process-Preferred': [
      'capabilities/payee-verifications/operations/bulk.test.ts',
      'is verified later if the third party prefers that',
    ],
    Accept: [`${payments}/read-payment.test.ts`, 'of a JSON payment is JSON, and nothing else'],
    Authorization: [
      'apps/oauth-approach-baskets.db.test.ts',
      'a token of a payment neither groups others nor reaches a basket',
    ],
  },
  'Response headers': {
    'X-Request-ID': [`${payments}/request-headers.test.ts`, 'comes back in the response, also in a refusal'],
  },
  Links: {
    startAuthorisationWithPsuIdentification: [
      `${payments}/request-headers.test.ts`,
      'asks for the customer where a device is asked, under both spellings of the standard',
    ],
    startAuthorisationWithPsuIdentfication: [
      `${payments}/request-headers.test.ts`,
      'asks for the customer where a device is asked, under both spellings of the standard',
    ],
    startAuthorisationWithPsuAuthentication: [
      `${payments}/request-headers.test.ts`,
      'asks for the password where the third party shows the form and there are no baskets',
    ],
    selectAuthenticationMethod: [`${sca}/devices.test.ts`, 'approves'],
    balances: [
      `${accounts}/read-accounts.test.ts`,
      'has the accounts of the consent, under ids of their own',
    ],
    transactions: [
      `${accounts}/read-accounts.test.ts`,
      'has the accounts of the consent, under ids of their own',
    ],
    transactionDetails: listed,
    next: [
      `${accounts}/transaction-refusals.test.ts`,
      'are refused by the rules for transactions of accounts',
    ],
  },
  transactionStatus: {
    RCVD: [
      `${payments}/request-headers.test.ts`,
      'a status is RCVD from the initiation until its authorisation is complete',
    ],
  },
  'groupStatus of a bulk': {
    RCVD: groupStatus,
    ACTC: groupStatus,
    ACSP: groupStatus,
    ACSC: groupStatus,
    RJCT: [
      `${payments}/submit-due-bulks.test.ts`,
      'without funds is rejected at once if the third party wants that',
    ],
    PART: [
      `${payments}/submit-due-bulks.test.ts`,
      'with a transfer that the core rejects is executed in part',
    ],
  },
  scaStatus: {
    received: embedded,
    unconfirmed: [
      `${sca}/pages/redirect.test.ts`,
      'moves nothing before it is confirmed, and once afterwards',
    ],
  },
  authenticationType: {
    PUSH_OTP: [`${sca}/devices.test.ts`, 'approves'],
  },
  chargeBearer: {
    DEBT: charges,
    CRED: charges,
    SHAR: charges,
    SLEV: [`${payments}/read-payment.test.ts`, 'has every member that was ordered'],
  },
  balanceType: {
    interimAvailable: [`${accounts}/read-accounts.test.ts`, 'is read with its balances'],
    nonBilled: [`${accounts}/read-accounts.test.ts`, 'are read apart from accounts, with masked numbers'],
  },
  'status of accounts': {
    blocked: [
      `${accounts}/read-accounts.test.ts`,
      'says of an account that the bank blocked that it is blocked',
    ],
  },
  frequency: {
    Daily: frequency,
    Weekly: frequency,
    EveryTwoWeeks: frequency,
    Monthly: frequency,
    EveryTwoMonths: frequency,
    Quarterly: frequency,
    SemiAnnual: frequency,
    Annual: frequency,
    MonthlyVariable: frequency,
  },
  executionRule: {
    following: frequency,
    preceding: [
      `${payments}/run-standing-orders.test.ts`,
      'pays on the business day before or after its own',
    ],
  },
  access: {
    availableAccounts: [`${accounts}/read-accounts.test.ts`, 'by %s has all accounts and nothing else'],
    availableAccountsWithBalance: [
      `${accounts}/read-accounts.test.ts`,
      'by %s has all accounts and nothing else',
    ],
    allPsd2: [
      `${accounts}/read-accounts.test.ts`,
      'of a consent to everything has accounts that are opened later, and none that are closed',
    ],
    allAccounts: [`${consents}/consent-states.test.ts`, 'by %s are those of the customer who approves'],
    allAccountsWithOwnerName: [
      `${accounts}/read-accounts.test.ts`,
      'names of the holders are shown where the consent and the bank allow it',
    ],
  },
  'Message codes': {
    CERTIFICATE_MISSING: [signature, 'lacks %s: %s'],
    CERTIFICATE_EXPIRED: [
      'platform/http/listeners.test.ts',
      'whose certificate expires while the connection is open is refused on its next request',
    ],
    SERVICE_INVALID: [`${sca}/embedded.test.ts`, 'refuses %s'],
    EXECUTION_DATE_INVALID: [
      `${payments}/initiate-payment.test.ts`,
      'tells all faults of the body at once, those of the rules beside those of the schema',
    ],
  },
};

/**
 * Members that payloads may have. A system that executes a signed payload may ignore case, or know a member that is not
 * read here: it would then execute something else than was shown. SPEC xs2a 3.3 to 3.6
 */
const details = [
  'endToEndIdentification',
  'instructionIdentification',
  'debtorName',
  'debtorId',
  'ultimateDebtor',
  'instructedAmount',
  'creditorAccount',
  'creditorAgent',
  'creditorAgentName',
  'creditorName',
  'creditorId',
  'creditorAddress',
  'ultimateCreditor',
  'purposeCode',
  'categoryPurposeCode',
  'chargeBearer',
  'serviceLevel',
  'remittanceInformationUnstructured',
  'remittanceInformationUnstructuredArray',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
] as const;

const day = ['requestedExecutionDate', 'requestedExecutionTime'] as const;

const payment = [...details, ...day, 'debtorAccount'];

const bulk = [
  ...day,
  'batchBookingPreferred',
  'debtorAccount',
  'debtorName',
  'paymentInformationId',
  'categoryPurposeCode',
  'payments',
];

const schedule = [
  'startDate',
  'startDateTime',
  'endDate',
  'endDateTime',
  'frequency',
  'executionRule',
  'dayOfExecution',
  'monthsOfExecution',
];

/** Members by the object that they belong to. */
export const payloadMembers = {
  payment,
  'periodic-payment': [...payment, ...schedule],
  bulk,
  'bulk-entry': details,
  /** A cancellation contains the whole payment, or only its id. */
  cancellation: [...payment, ...bulk, ...schedule, 'paymentId'],
  consent: [
    'access',
    'recurringIndicator',
    'validUntil',
    'frequencyPerDay',
    'combinedServiceIndicator',
    'account',
    'cardNumber',
    'cardExpiryDate',
    'cardInformation',
    'registrationInformation',
  ],
  access: [
    'accounts',
    'balances',
    'transactions',
    'additionalInformation',
    'availableAccounts',
    'availableAccountsWithBalance',
    'allPsd2',
    'restrictedTo',
  ],
  account: ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other', 'currency', 'cashAccountType'],
  amount: ['amount', 'currency'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** An object of a payload. */
export type PayloadObject = keyof typeof payloadMembers;

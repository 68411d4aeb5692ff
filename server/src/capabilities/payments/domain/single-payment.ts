import type { MoneyText } from '#platform/kernel/money.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import type { KeptCheck } from './payee-check.ts';

/** An account as a third party names it: exactly one identifier, and the currency where an account has several. */
export interface NamedAccount {
  readonly iban?: string;
  readonly bban?: string;
  readonly pan?: string;
  readonly maskedPan?: string;
  readonly msisdn?: string;
  readonly other?: OtherIdentification;
  readonly currency?: string;
}

export interface OtherIdentification {
  readonly identification: string;
  readonly schemeNameCode?: string;
  readonly schemeNameProprietary?: string;
  readonly issuer?: string;
}

/** SPEC xs2a-2026 1.4. A document of pain.001 may have lines instead of some members; JSON has none. */
export interface PostalAddress {
  readonly country: string;
  readonly department?: string;
  readonly subDepartment?: string;
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly buildingName?: string;
  readonly floor?: string;
  readonly postBox?: string;
  readonly room?: string;
  readonly postCode?: string;
  readonly townName?: string;
  readonly townLocationName?: string;
  readonly districtName?: string;
  readonly countrySubDivision?: string;
  readonly addressLines?: readonly string[];
}

/** A reference that the creditor gave, such as `RF18 5390 0754 7034` of ISO 11649. */
export interface CreditorReference {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/**
 * One credit transfer as a third party orders it, under the names of the standard. JSON and pain.001 both become this, so
 * that the rules of a product exist once. SPEC xs2a 3.4
 */
export interface SinglePayment {
  readonly endToEndIdentification?: string;
  readonly instructionIdentification?: string;
  /** Reference of the payment over all banks; only pain.001.001.09 has it. */
  readonly uetr?: string;
  readonly debtorName?: string;
  /** Absent where the payer chooses the account. */
  readonly debtorAccount?: NamedAccount;
  readonly debtorId?: string;
  readonly ultimateDebtor?: string;
  readonly instructedAmount: MoneyText;
  readonly creditorAccount: NamedAccount;
  readonly creditorAgent?: string;
  readonly creditorAgentName?: string;
  readonly creditorName: string;
  readonly creditorId?: string;
  readonly creditorAddress?: PostalAddress;
  readonly ultimateCreditor?: string;
  readonly purposeCode?: string;
  readonly categoryPurposeCode?: string;
  readonly chargeBearer?: string;
  readonly serviceLevel?: string;
  /** `INST` asks for an instant payment; only pain.001 has it. */
  readonly localInstrument?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationUnstructuredArray?: readonly string[];
  /** A text in the standard, an object at some banks; the response has the form of the request. */
  readonly remittanceInformationStructured?: string | CreditorReference;
  readonly remittanceInformationStructuredArray?: readonly CreditorReference[];
  readonly requestedExecutionDate?: string;
  readonly requestedExecutionTime?: string;
}

/** Header of a pain.001 document; a report about the payment repeats it. */
export interface DocumentHeader {
  readonly messageId: string;
  readonly createdAt: string;
  readonly numberOfTransactions: string;
  readonly controlSum?: string;
  readonly paymentInformationId: string;
}

/** An order as it is kept. */
export interface KeptOrder {
  readonly payment: SinglePayment;
  /** Absent for JSON. */
  readonly header?: DocumentHeader;
  /** Absent if the payee was not checked. */
  readonly payeeCheck?: KeptCheck;
  /** Of a standing order. */
  readonly schedule?: KeptSchedule;
}

/** Where a rule found a fault: members of the payment, one below the other. */
export type PaymentPath = readonly (string | number)[];

/** What a payment is, as its path names it. Executions of standing orders have no path: third parties see the order alone. */
export const paymentServices = [
  'payments',
  'bulk-payments',
  'periodic-payments',
  'standing-executions',
] as const;
export type PaymentService = (typeof paymentServices)[number];

const collectionKinds = {
  payments: 'payment',
  'bulk-payments': 'bulk-payment',
  'periodic-payments': 'periodic-payment',
  // It has no signatures of its own, so none are found.
  'standing-executions': 'payment',
} as const satisfies Record<PaymentService, string>;

/** Returns the kind under which the signatures of a payment are collected. */
export function collectionKindOf({
  service,
}: {
  readonly service: PaymentService;
}): (typeof collectionKinds)[PaymentService] {
  return collectionKinds[service];
}

/** Forms in which a payment arrives. The response to a read has the form of the order. */
export const paymentFormats = ['json', 'pain.001.001.03', 'pain.001.001.09'] as const;
export type PaymentFormat = (typeof paymentFormats)[number];

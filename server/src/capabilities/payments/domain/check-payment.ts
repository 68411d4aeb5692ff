import { isCurrency } from '#platform/kernel/currency.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import { type AccountChoices, accountFaults, creditorFaults } from './check-accounts.ts';
import { identifierFaults, shownFaults, spaceFaults } from './check-texts.ts';
import { fault, type PaymentFault } from './payment-fault.ts';
import type { ProductRules } from './products.ts';
import type { PaymentPath, SinglePayment } from './single-payment.ts';

/** An order as it was sent: members that are not even well formed are left out, because they are faults already. */
export type SentPayment = Partial<SinglePayment>;

/** What a bank's profile says about orders. */
export interface PaymentChoices extends AccountChoices {
  readonly isDebtorAccountOptional: boolean;
}

/** Returns every fault of an order that its members alone show; dates and addresses depend on the day and are checked apart. */
export function checkPayment(
  payment: SentPayment,
  rules: ProductRules,
  choices: PaymentChoices,
): readonly PaymentFault[] {
  return [
    ...missingFaults(payment),
    ...amountFaults(payment, rules),
    ...debtorFaults(payment, rules, choices),
    ...creditorFaults(payment, rules, choices),
    ...textFaults(payment, rules),
    ...schemeFaults(payment, rules),
    ...remittanceFaults(payment),
  ];
}

const always = [
  'instructedAmount',
  'creditorAccount',
  'creditorName',
] as const satisfies readonly (keyof SinglePayment)[];

/** Documents of pain.001 may leave out what every product needs. */
function missingFaults(payment: SentPayment): readonly PaymentFault[] {
  return always
    .filter((member) => payment[member] === undefined)
    .map((member) => fault('required', 'Field is required.', member));
}

function amountFaults({ instructedAmount }: SentPayment, rules: ProductRules): readonly PaymentFault[] {
  if (instructedAmount === undefined) return [];
  const { currency } = instructedAmount;
  if (!isCurrency(currency))
    return [fault('enum', 'Must be a currency of ISO 4217.', 'instructedAmount', 'currency')];
  if (rules.currency !== undefined && currency !== rules.currency)
    return [fault('enum', `Must be ${rules.currency} for this product.`, 'instructedAmount', 'currency')];
  const money = parseMoney(instructedAmount);
  if (money === undefined)
    return [fault('format', `Has more decimals than ${currency}.`, 'instructedAmount', 'amount')];
  if (money.minor <= 0n)
    return [fault('minimum', 'Must be greater than zero.', 'instructedAmount', 'amount')];
  if (money.minor > rules.amountMax)
    return [fault('maximum', 'Exceeds the highest amount of this product.', 'instructedAmount', 'amount')];
  return [];
}

function debtorFaults(
  { debtorAccount }: SentPayment,
  { isIbanOnly }: ProductRules,
  choices: PaymentChoices,
): readonly PaymentFault[] {
  if (debtorAccount === undefined)
    return choices.isDebtorAccountOptional ? [] : [fault('required', 'Field is required.', 'debtorAccount')];
  const allowed = isIbanOnly
    ? choices.accountFields.filter((field) => field === 'iban')
    : choices.accountFields;
  return accountFaults(debtorAccount, ['debtorAccount'], { ...choices, accountFields: allowed });
}

const identifiers = [
  'endToEndIdentification',
  'instructionIdentification',
  'debtorId',
  'creditorId',
] as const satisfies readonly (keyof SinglePayment)[];
const names = [
  'debtorName',
  'ultimateDebtor',
  'creditorName',
  'ultimateCreditor',
] as const satisfies readonly (keyof SinglePayment)[];

function textFaults(payment: SentPayment, { nameMax }: ProductRules): readonly PaymentFault[] {
  return [
    ...identifiers.flatMap((name) => identifierFaults(payment[name], [name])),
    ...names.flatMap((name) => nameFaults(payment[name], nameMax, [name])),
    ...nameFaults(payment.creditorAgentName, agentNameMax, ['creditorAgentName']),
    ...Object.entries(payment.creditorAddress ?? {}).flatMap(([member, value]: [string, unknown]) =>
      typeof value === 'string' ? shownFaults(value, ['creditorAddress', member]) : [],
    ),
    ...spaceFaults(payment.creditorName, ['creditorName']),
  ];
}

const agentNameMax = 140;
function nameFaults(value: string | undefined, max: number, at: PaymentPath): readonly PaymentFault[] {
  if (value === undefined) return [];
  if (value.trim() === '') return [fault('too-short', 'Must not be blank.', ...at)];
  if (value.length > max) return [fault('too-long', `Must have at most ${max} characters.`, ...at)];
  return shownFaults(value, at);
}

function schemeFaults(
  { chargeBearer, localInstrument, serviceLevel }: SentPayment,
  { chargeBearers, localInstruments, serviceLevels }: ProductRules,
): readonly PaymentFault[] {
  const oneOf = (value: string | undefined, allowed: readonly string[], member: string) =>
    value === undefined || allowed.includes(value)
      ? []
      : [
          allowed.length === 0
            ? fault('unknown-field', 'Not used by this product.', member)
            : fault('enum', `Must be one of: ${allowed.join(', ')}.`, member),
        ];
  return [
    ...oneOf(chargeBearer, chargeBearers, 'chargeBearer'),
    ...oneOf(serviceLevel, serviceLevels, 'serviceLevel'),
    ...oneOf(localInstrument, localInstruments, 'localInstrument'),
  ];
}

const remittanceMembers = [
  'remittanceInformationUnstructured',
  'remittanceInformationUnstructuredArray',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
] as const satisfies readonly (keyof SinglePayment)[];

/** The schemes carry one text or one reference, so an order has one of the four members, and lists have one element. */
function remittanceFaults(payment: SentPayment): readonly PaymentFault[] {
  const [first, second] = remittanceMembers.filter((member) => payment[member] !== undefined);
  if (first === undefined) return [];
  if (second !== undefined)
    return [fault('combination-not-allowed', `Only one of: ${remittanceMembers.join(', ')}.`, second)];
  const value = payment[first];
  const elements = Array.isArray(value) ? value : [value];
  if (elements.length !== 1) return [fault('too-many', 'Must have exactly one element.', first)];
  const at = Array.isArray(value) ? [first, 0] : [first];
  return elements.flatMap((element: unknown) => remittanceFault(element, at));
}

function remittanceFault(element: unknown, at: PaymentPath): readonly PaymentFault[] {
  if (typeof element === 'string') return shownFaults(element, at);
  if (typeof element !== 'object' || element === null || !('reference' in element)) return [];
  const { reference } = element;
  return typeof reference === 'string' ? shownFaults(reference, [...at, 'reference']) : [];
}

import { canHoldIban, countryOfBic } from '#platform/kernel/bic.ts';
import { isCurrency } from '#platform/kernel/currency.ts';
import { ibanSpelling, isIban } from '#platform/kernel/iban.ts';
import { isDisguisedIban } from '#platform/kernel/payee.ts';
import { identifierFaults, numberFaults } from './check-texts.ts';
import { fault, type PaymentFault } from './payment-fault.ts';
import type { ProductRules } from './products.ts';
import type { NamedAccount, PaymentPath, SinglePayment } from './single-payment.ts';

export const accountFields = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'] as const;
export type AccountField = (typeof accountFields)[number];

/** What a bank's profile says about accounts. */
export interface AccountChoices {
  /** Identifiers by which accounts can be named. */
  readonly accountFields: readonly AccountField[];
  /** Off only for test systems: examples of the standard have wrong check digits. */
  readonly areIbansChecked: boolean;
}

/** Returns the faults of the payee: of its account, and of the bank that is named with it. */
export function creditorFaults(
  { creditorAccount, creditorAgent }: Partial<SinglePayment>,
  { isIbanOnly }: ProductRules,
  choices: AccountChoices,
): readonly PaymentFault[] {
  if (creditorAccount === undefined) return [];
  const allowed: readonly AccountField[] = isIbanOnly ? ['iban'] : ['iban', 'bban', 'other'];
  const faults = accountFaults(creditorAccount, ['creditorAccount'], { ...choices, accountFields: allowed });
  return [...faults, ...agentFaults(creditorAccount, creditorAgent, isIbanOnly)];
}

/** Without an IBAN the bank is part of the payee. An IBAN names its bank, which a BIC must not contradict. ADR-0171 */
function agentFaults(
  { iban }: NamedAccount,
  agent: string | undefined,
  isIbanOnly: boolean,
): readonly PaymentFault[] {
  if (agent === undefined)
    return iban === undefined && !isIbanOnly
      ? [fault('required', 'Required for an account without an IBAN.', 'creditorAgent')]
      : [];
  if (iban === undefined || canHoldIban(agent, iban)) return [];
  const [ofBank, ofAccount] = [countryOfBic(agent), iban.slice(0, 2).toUpperCase()];
  const message = `Is a bank of ${ofBank}, but the IBAN is of ${ofAccount}.`;
  return [fault('mismatch', message, 'creditorAgent')];
}

/** Returns the faults of an account: it has one number, of a kind that is allowed, under its own name. */
export function accountFaults(
  account: NamedAccount,
  at: PaymentPath,
  choices: AccountChoices,
): readonly PaymentFault[] {
  const [field, ...others] = accountFields.filter((one) => account[one] !== undefined);
  if (field === undefined || others.length > 0)
    return [fault('combination-required', 'Must have exactly one identifier.', ...at)];
  if (!choices.accountFields.includes(field)) {
    const message = `Must be named by: ${choices.accountFields.join(', ')}.`;
    return [fault('combination-not-allowed', message, ...at, field)];
  }
  return [
    ...ibanFaults(account, at, choices),
    ...numberFaultsOf(account, at),
    ...(account.currency === undefined || isCurrency(account.currency)
      ? []
      : [fault('enum', 'Must be a currency of ISO 4217.', ...at, 'currency')]),
  ];
}

function ibanFaults(
  { iban }: NamedAccount,
  at: PaymentPath,
  { areIbansChecked }: AccountChoices,
): readonly PaymentFault[] {
  const isRight = iban === undefined || !areIbansChecked || isIban(ibanSpelling(iban));
  return isRight ? [] : [fault('checksum', 'Is not a valid IBAN.', ...at, 'iban')];
}

const disguised = 'Is an IBAN, and must be named as iban.';

function numberFaultsOf({ bban, other }: NamedAccount, at: PaymentPath): readonly PaymentFault[] {
  const [number, path] =
    other === undefined
      ? [bban, [...at, 'bban']]
      : [other.identification, [...at, 'other', 'identification']];
  if (number !== undefined && isDisguisedIban(number)) return [fault('mismatch', disguised, ...path)];
  const { issuer, schemeNameCode, schemeNameProprietary } = other ?? {};
  return [
    ...numberFaults(number, path),
    ...Object.entries({ schemeNameCode, schemeNameProprietary, issuer }).flatMap(([name, value]) =>
      identifierFaults(value, [...at, 'other', name]),
    ),
  ];
}

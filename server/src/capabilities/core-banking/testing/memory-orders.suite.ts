import { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { CoreAccount } from '../domain/account.ts';
import type { CoreEntry, CoreStandingOrder } from '../domain/entry.ts';
import type { Instruction, ReasonCode } from '../domain/instruction.ts';

export type EntryParts = Pick<CoreEntry, 'counterparty' | 'transactionCode'> &
  Partial<Pick<CoreEntry, 'endToEndId' | 'remittance' | 'instructionId'>>;

const families = {
  'sepa-credit-transfers': ['PMNT-ICDT-ESCT', 'PMNT-RCDT-ESCT'],
  'instant-sepa-credit-transfers': ['PMNT-IRCT-ESCT', 'PMNT-RRCT-ESCT'],
  'target-2-payments': ['PMNT-ICDT-XBCT', 'PMNT-RCDT-XBCT'],
  'cross-border-credit-transfers': ['PMNT-ICDT-XBCT', 'PMNT-RCDT-XBCT'],
} as const;

export function issued({
  creditor,
  endToEndId,
  instructionId,
  product,
  remittance,
}: Instruction): EntryParts {
  return {
    counterparty: creditor,
    transactionCode: families[product][0],
    instructionId,
    ...omitUndefined({ endToEndId, remittance }),
  };
}

export function received(
  { endToEndId, instructionId, product, remittance }: Instruction,
  { iban }: CoreAccount,
): EntryParts {
  return {
    counterparty: iban === undefined ? {} : { account: { scheme: 'iban', id: iban } },
    transactionCode: families[product][1],
    instructionId,
    ...omitUndefined({ endToEndId, remittance }),
  };
}

export function refusalOf(
  debtor: CoreAccount | undefined,
  creditor: CoreAccount | undefined,
  currency: Currency,
): ReasonCode | undefined {
  if (debtor === undefined || debtor.kind === 'card') return 'AC01';
  if (debtor.status !== 'open') return debtor.status === 'closed' ? 'AC04' : 'AC06';
  if (!debtor.currencies.includes(currency)) return 'AM03';
  if (creditor === undefined) return undefined;
  if (creditor.accountId === debtor.accountId) return 'AC03';
  if (creditor.status === 'closed') return 'AC07';
  return creditor.currencies.includes(currency) ? undefined : 'AM03';
}

export function nextOf(
  { firstOn, frequency, lastOn }: CoreStandingOrder,
  after: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  const steps = {
    weekly: { weeks: 1 },
    monthly: { months: 1 },
    quarterly: { months: 3 },
    yearly: { years: 1 },
  };
  const step = Temporal.Duration.from(steps[frequency]);
  for (let times = 1; ; times += 1) {
    const many = Temporal.Duration.from({
      weeks: step.weeks * times,
      months: step.months * times,
      years: step.years * times,
    });
    const day = firstOn.add(many);
    if (Temporal.PlainDate.compare(day, after) <= 0) continue;
    return lastOn !== undefined && Temporal.PlainDate.compare(day, lastOn) > 0 ? undefined : day;
  }
}

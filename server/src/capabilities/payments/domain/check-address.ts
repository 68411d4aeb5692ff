import { Temporal } from 'temporal-polyfill';
import type { SentPayment } from './check-payment.ts';
import type { PaymentFault } from './payment-fault.ts';

/** From when on, and how, addresses must be structured. SPEC xs2a-2026 3.5 */
export interface AddressChoices {
  /** First day of execution to which the rules apply. */
  readonly rulesFrom: Temporal.PlainDate;
  /** Whether lines may stand beside town and country. */
  readonly isHybridAllowed: boolean;
}

const linesMax = 2;

/** Returns the faults of the creditor's address for an order that is executed on a day. No address is no fault. */
export function checkAddress(
  { creditorAddress }: SentPayment,
  executedOn: Temporal.PlainDate,
  { isHybridAllowed, rulesFrom }: AddressChoices,
): readonly PaymentFault[] {
  if (creditorAddress === undefined || Temporal.PlainDate.compare(executedOn, rulesFrom) < 0) return [];
  const { addressLines = [], country, townName } = creditorAddress;
  const at = 'creditorAddress';
  const allowedLines = isHybridAllowed ? linesMax : 0;
  return [
    ...required(townName, 'townName'),
    ...required(country, 'country'),
    ...(addressLines.length > allowedLines
      ? [
          {
            at: [at, 'addressLines', allowedLines],
            code: 'too-many' as const,
            message: `At most ${allowedLines} lines are allowed beside town and country.`,
          },
        ]
      : []),
  ];
}

function required(value: string | undefined, member: string): readonly PaymentFault[] {
  if (value !== undefined && value.trim() !== '') return [];
  return [
    {
      at: ['creditorAddress', member],
      code: 'required',
      message: 'An address needs a town and a country.',
    },
  ];
}

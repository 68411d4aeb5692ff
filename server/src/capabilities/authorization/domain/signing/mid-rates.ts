import { type Currency, exponentOf } from '#platform/kernel/currency.ts';
import { present } from '#platform/kernel/members.ts';
import { type Money, sum } from '#platform/kernel/money.ts';

/** One unit of `from` is numerator / denominator units of `to`. */
export interface MidRate {
  readonly from: Currency;
  readonly to: Currency;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Rates stored when the collection was opened; a decision must not change with the market. */
export type MidRates = readonly MidRate[];

/**
 * Converts an amount into another currency; undefined without a rate. Rounds up: half a cent more may require another
 * signature, half a cent less must not save one.
 */
export function convert(amount: Money, to: Currency, rates: MidRates): Money | undefined {
  if (amount.currency === to) return amount;
  const rate = rateOf(amount.currency, to, rates);
  if (rate === undefined) return undefined;
  const dividend = amount.minor * rate.numerator * 10n ** BigInt(exponentOf(to));
  const divisor = rate.denominator * 10n ** BigInt(exponentOf(amount.currency));
  return { minor: (dividend + divisor - 1n) / divisor, currency: to };
}

/** Converts money of several currencies into one sum, each currency rounded up once; undefined where a rate is missing. */
export function convertSum(amounts: readonly Money[], to: Currency, rates: MidRates): Money | undefined {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency);
  const converted = [...byCurrency.values()].map((same) => convert(sum(same), to, rates));
  const known = present(converted);
  if (known.length < converted.length) return undefined;
  return { minor: known.reduce((total, { minor }) => total + minor, 0n), currency: to };
}

type Ratio = Pick<MidRate, 'numerator' | 'denominator'>;

function rateOf(from: Currency, to: Currency, rates: MidRates): Ratio | undefined {
  const usable = rates.filter(({ numerator, denominator }) => numerator > 0n && denominator > 0n);
  const straight = usable.find((rate) => rate.from === from && rate.to === to);
  if (straight !== undefined) return straight;
  const inverse = usable.find((rate) => rate.from === to && rate.to === from);
  return inverse && { numerator: inverse.denominator, denominator: inverse.numerator };
}

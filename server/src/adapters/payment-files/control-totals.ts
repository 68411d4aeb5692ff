import { formatMoney, type Money } from '#platform/kernel/money.ts';

/** ISO 20022 allows as many digits behind the point of a control sum. */
const fractionDigitsMax = 17;
const decimal = /^([0-9]{1,18})(?:\.([0-9]{1,17}))?$/;

/** What a control sum is the sum of: bare numbers, whatever their currencies. */
export function totalOf(amounts: readonly Money[]): bigint {
  return amounts.reduce((total, amount) => total + (scaled(formatMoney(amount)) ?? 0n), 0n);
}

/** Whether a control sum, as it is written, is this total. */
export function isTotal(text: string, total: bigint): boolean {
  return scaled(text) === total;
}

function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(fractionDigitsMax, '0'));
}

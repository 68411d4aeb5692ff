import { formatMoney, type Money } from '#platform/kernel/money.ts';

/** Maximum number of fraction digits of an ISO 20022 control sum. */
const fractionDigitsMax = 17;
const decimal = /^([0-9]{1,18})(?:\.([0-9]{1,17}))?$/;

/** Sum for a control sum: plain numbers, regardless of currencies. */
export function totalOf(amounts: readonly Money[]): bigint {
  return amounts.reduce((total, amount) => total + (scaled(formatMoney(amount)) ?? 0n), 0n);
}

/** Returns whether a control sum equals this total. */
export function isTotal(text: string, total: bigint): boolean {
  return scaled(text) === total;
}

function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(fractionDigitsMax, '0'));
}

/** Maximum number of fraction digits of an ISO 20022 control sum. */
const fractionDigitsMax = 17;
const decimal = /^([0-9]{1,18})(?:\.([0-9]{1,17}))?$/;

/** Sum for a control sum: plain numbers, regardless of currencies. Undefined if one of them is not a decimal. */
export function totalOf(amounts: readonly string[]): bigint | undefined {
  let total = 0n;
  for (const amount of amounts) {
    const value = scaled(amount);
    if (value === undefined) return undefined;
    total += value;
  }
  return total;
}

/** Returns whether a control sum equals this total; `123` equals `123.00`. */
export function isTotal(text: string, total: bigint): boolean {
  return scaled(text) === total;
}

function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(fractionDigitsMax, '0'));
}

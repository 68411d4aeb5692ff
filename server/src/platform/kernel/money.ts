import assert from 'node:assert/strict';
import { type Currency, exponentOf, isCurrency } from './currency.ts';

/** An amount in the smallest unit of its currency. Never a binary float, never without its currency. */
export type Money = { readonly minor: bigint; readonly currency: Currency };

/** An amount on the wire: a decimal string beside an ISO 4217 code. */
export type MoneyText = { readonly currency: string; readonly amount: string };

/** How the part below the minor unit is rounded; ties of `half-up` go away from zero, `down` goes to zero. */
export type Rounding = 'half-even' | 'half-up' | 'down';

// 14 + 4 digits stay below 2^63, so every parsed amount also fits its database column.
const unsignedAmount = /^([0-9]{1,14})(?:\.([0-9]{1,4}))?$/;

/** Returns whether a text is an unsigned amount of any currency; its currency decides how many decimals it may have. */
export function isUnsignedAmount(text: string): boolean {
  return unsignedAmount.test(text);
}

/** Parses an unsigned amount; undefined for an unknown currency or more digits than the currency has. */
export function parseMoney({ currency, amount }: MoneyText): Money | undefined {
  const match = unsignedAmount.exec(amount);
  if (match === null || !isCurrency(currency)) return undefined;
  const [, whole = '', fraction = ''] = match;
  const exponent = exponentOf(currency);
  if (fraction.length > exponent) return undefined;
  return { minor: BigInt(whole + fraction.padEnd(exponent, '0')), currency };
}

/** Like `parseMoney`, but one leading `-` is allowed: for balances, never for amounts to pay. */
export function parseSignedMoney({ currency, amount }: MoneyText): Money | undefined {
  if (!amount.startsWith('-')) return parseMoney({ currency, amount });
  const money = parseMoney({ currency, amount: amount.slice(1) });
  return money && { ...money, minor: -money.minor };
}

/** Formats an amount with exactly the decimal digits of its currency: `1249.50`, `-0.05`, `800`. */
export function formatMoney(money: Money): string {
  const exponent = exponentOf(money.currency);
  const sign = money.minor < 0n ? '-' : '';
  const digits = magnitude(money.minor)
    .toString()
    .padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Returns the sum of two amounts of one currency. */
export function add(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return { minor: left.minor + right.minor, currency: left.currency };
}

/** Returns the left amount less the right one; they must be in one currency. */
export function subtract(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return { minor: left.minor - right.minor, currency: left.currency };
}

/** Returns the total of at least one amount: an empty sum has no currency. */
export function sum(amounts: readonly Money[]): Money {
  const [first, ...rest] = amounts;
  assert(first !== undefined, 'a sum needs at least one amount');
  return rest.reduce(add, first);
}

/** Compares amounts of one currency, for `Array.sort`. */
export function compareMoney(left: Money, right: Money): -1 | 0 | 1 {
  assertSameCurrency(left, right);
  if (left.minor === right.minor) return 0;
  return left.minor < right.minor ? -1 : 1;
}

/** Returns the largest of at least one amount in one currency. */
export function largestOf(amounts: readonly Money[]): Money {
  const [first, ...rest] = amounts;
  assert(first !== undefined, 'no amount is the largest of none');
  return rest.reduce((most, amount) => (compareMoney(amount, most) > 0 ? amount : most), first);
}

/** Whether the amount is zero. */
export function isZero(money: Money): boolean {
  return money.minor === 0n;
}

/**
 * Splits an amount in proportion to `parts` (`[1n, 1n, 1n]` splits evenly) without losing a unit: the shares add up to
 * the whole, and remaining units go to the largest remainders, the earlier part first on a tie.
 */
export function allocate(money: Money, parts: readonly bigint[]): readonly Money[] {
  const partsTotal = parts.reduce((total, part) => total + part, 0n);
  assert(partsTotal > 0n && parts.every((part) => part >= 0n), 'parts are not negative and not all zero');
  const whole = magnitude(money.minor);
  const shares = parts.map((part, index) => ({
    index,
    minor: (whole * part) / partsTotal,
    remainder: (whole * part) % partsTotal,
  }));
  const leftOver = whole - shares.reduce((total, share) => total + share.minor, 0n);
  const byRemainder = shares.toSorted((a, b) => compareBigint(b.remainder, a.remainder));
  const favoured = new Set(byRemainder.slice(0, Number(leftOver)).map((share) => share.index));
  const sign = money.minor < 0n ? -1n : 1n;
  return shares.map(({ index, minor }) => ({
    minor: sign * (favoured.has(index) ? minor + 1n : minor),
    currency: money.currency,
  }));
}

/** Returns the amount times a fraction, such as a rate or a share of a year; every division needs a rounding. */
export function multiplyByRatio(
  money: Money,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): Money {
  assert(denominator > 0n, 'a denominator is positive');
  const product = money.minor * numerator;
  const rounded = roundedQuotient(magnitude(product), denominator, rounding);
  return { minor: product < 0n ? -rounded : rounded, currency: money.currency };
}

function roundedQuotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor;
  const twiceRemainder = (dividend % divisor) * 2n;
  switch (rounding) {
    case 'down':
      return quotient;
    case 'half-up':
      return twiceRemainder >= divisor ? quotient + 1n : quotient;
    case 'half-even': {
      const isTie = twiceRemainder === divisor;
      const isUp = isTie ? quotient % 2n === 1n : twiceRemainder > divisor;
      return isUp ? quotient + 1n : quotient;
    }
  }
}

function magnitude(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}

function compareBigint(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function assertSameCurrency(left: Money, right: Money): void {
  assert(left.currency === right.currency, 'amounts of different currencies do not mix');
}

import assert from 'node:assert/strict';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';

/** Returns a stored text as one of the values that the constraint of its column allows. */
export function oneOf<const Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  assert(found !== undefined, 'a stored value is not one of its column');
  return found;
}

/** Returns a stored currency. */
export function currencyOf(text: string): Currency {
  assert(isCurrency(text), 'a stored currency does not exist');
  return text;
}

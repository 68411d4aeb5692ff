import { formatMoney, largestOf, type Money, sum } from '#platform/kernel/money.ts';
import type { PayloadContent } from './payload.ts';
import { type PaymentOrder, payeeTextOf } from './payment-order.ts';

/**
 * SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal. A parameter, because the domain computes no
 * hashes.
 */
export type Sha256Hex = (text: string) => string;

const markDigits = 16;

/** Returns the hash under which a payload is signed: `sha-256:{hex}` over its exact bytes. */
export function payloadHash(payload: string, sha256Hex: Sha256Hex): string {
  return `sha-256:${sha256Hex(payload)}`;
}

/** Returns the text that the device of a signer must display. SPEC channel-interfaces 7.1. */
export function expectedSignatureData(
  content: PayloadContent,
  payload: string,
  sha256Hex: Sha256Hex,
): string {
  const [first, ...others] = isPayment(content) ? content.orders : [];
  if (first === undefined) return payloadHash(payload, sha256Hex);
  if (others.length === 0) return ofOne(first, content.schedule);
  const { currency } = first.instructedAmount;
  // GAP: amounts of several currencies have no total; such a payload is signed by its digest. ADR-0037
  if (others.some((order) => order.instructedAmount.currency !== currency)) {
    return payloadHash(payload, sha256Hex);
  }
  return ofSeveral([first, ...others], sha256Hex);
}

/** A cancellation contains the same orders, and must not look like a payment. */
function isPayment({ resourceKind }: PayloadContent): boolean {
  return resourceKind !== 'payment-cancellation';
}

function ofOne(order: PaymentOrder, schedule: PayloadContent['schedule']): string {
  const text = `${moneyText(order.instructedAmount)} ${payeeTextOf(order)}`;
  return schedule === undefined ? text : `${text} ${schedule.startDate} ${schedule.frequency}`;
}

function ofSeveral(orders: readonly PaymentOrder[], sha256Hex: Sha256Hex): string {
  const total = sum(orders.map((order) => order.instructedAmount));
  const largest = largestOf(
    orders.map(({ instructedAmount, largestAmount = instructedAmount }) => largestAmount),
  );
  // GAP: how the payees are joined is not said; a line feed occurs in none. ADR-0037, ADR-0171
  const payees = orders.map(payeeTextOf).toSorted(byCodeUnits);
  const mark = sha256Hex(payees.join('\n')).slice(0, markDigits);
  return `${moneyText(total)} ${orders.length} ${mark} MAX ${moneyText(largest)}`;
}

function moneyText(amount: Money): string {
  return `${amount.currency} ${formatMoney(amount)}`;
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

import { formatMoney, sum } from '#platform/kernel/money.ts';
import type { PayloadContent } from './payload.ts';
import { accountText, type PaymentOrder } from './payment-order.ts';

/**
 * SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal. A parameter, because the domain computes no
 * hashes.
 */
export type Sha256Hex = (text: string) => string;

const accountsDigestDigits = 16;

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
  if (others.length === 0) return ofOne(first);
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

function ofOne({ instructedAmount, creditorAccount }: PaymentOrder): string {
  return `${instructedAmount.currency} ${formatMoney(instructedAmount)} ${accountText(creditorAccount)}`;
}

function ofSeveral(orders: readonly PaymentOrder[], sha256Hex: Sha256Hex): string {
  const total = sum(orders.map((order) => order.instructedAmount));
  // GAP: how the accounts are joined is not said; a line feed occurs in none. ADR-0037
  const accounts = orders.map((order) => accountText(order.creditorAccount)).toSorted(byCodeUnits);
  const accountsDigest = sha256Hex(accounts.join('\n')).slice(0, accountsDigestDigits);
  return `${total.currency} ${formatMoney(total)} ${orders.length} ${accountsDigest}`;
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

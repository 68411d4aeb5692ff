import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { canonicalOrder, type Order, type Transfer, totalsOf, transfersOf } from './order.ts';

/** SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal. The domain computes no hashes. */
export type Sha256Hex = (text: string) => string;

const markDigits = 16;

/** Returns the hash under which an order is signed. */
export function orderDigest(order: Order, sha256Hex: Sha256Hex): string {
  return `sha-256:${sha256Hex(canonicalOrder(order))}`;
}

/**
 * Returns the text that a message or a device must show, in no language: amount, currency and the full account of the
 * creditor; of several transfers the total, their number and a mark of their accounts. RTS art. 5
 */
export function signatureText(order: Order, sha256Hex: Sha256Hex): string {
  const text = textOf(order, sha256Hex);
  // A payment in a basket must not look like the payment alone: a consent may be approved with it.
  return order.kind === 'signing-basket' ? `BASKET ${order.members.length} ${text}` : text;
}

function textOf(order: Order, sha256Hex: Sha256Hex): string {
  const [first, ...others] = transfersOf(order);
  if (first === undefined) return ofConsent(order, sha256Hex);
  const text = others.length === 0 ? ofOne(first) : ofSeveral(totalsOf(order), [first, ...others], sha256Hex);
  if (order.kind === 'periodic-payment')
    return `${text} ${order.schedule.startDate} ${order.schedule.frequency}`;
  // A cancellation has the same transfers, and must not look like a payment.
  return order.kind === 'payment-cancellation' ? `CANCEL ${text}` : text;
}

function ofOne({ amount, creditorAccount }: Transfer): string {
  return `${moneyText(amount)} ${creditorAccount.id}`;
}

function ofSeveral(totals: readonly Money[], transfers: readonly Transfer[], sha256Hex: Sha256Hex): string {
  // A line feed occurs in no account.
  const accounts = transfers.map(({ creditorAccount }) => creditorAccount.id).toSorted(byCodeUnits);
  const mark = sha256Hex(accounts.join('\n')).slice(0, markDigits);
  return `${totals.map(moneyText).join(' + ')} ${transfers.length} ${mark}`;
}

/** A consent moves nothing; its mark tells it from every other one. */
function ofConsent(order: Order, sha256Hex: Sha256Hex): string {
  const mark = sha256Hex(canonicalOrder(order)).slice(0, markDigits);
  return order.kind === 'consent' ? `${order.validUntil} ${mark}` : mark;
}

function moneyText(amount: Money): string {
  return `${amount.currency} ${formatMoney(amount)}`;
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

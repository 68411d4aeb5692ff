import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { bulksOf, canonicalOrder, type Order, totalsOf, transferCountOf, transfersOf } from './order.ts';

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
  const count = transferCountOf(order);
  if (count === 0) return ofConsent(order, sha256Hex);
  const payees = count === 1 ? onlyAccountOf(order) : `${count} ${markOf(order, sha256Hex)}`;
  const text = `${totalsOf(order).map(moneyText).join(' + ')} ${payees}`;
  if (order.kind === 'periodic-payment')
    return `${text} ${order.schedule.startDate} ${order.schedule.frequency}`;
  // A cancellation has the same transfers, and must not look like a payment.
  return order.kind === 'payment-cancellation' ? `CANCEL ${text}` : text;
}

/** Returns the account of the creditor of an order with one transfer. */
function onlyAccountOf(order: Order): string | undefined {
  const accounts = [
    ...transfersOf(order).map(({ creditorAccount }) => creditorAccount),
    ...bulksOf(order).flatMap(({ positions }) => positions.map(({ creditorAccount }) => creditorAccount)),
  ];
  return accounts[0]?.id;
}

/** Returns the mark of the accounts of several creditors. A bulk alone has the hash of its accounts already. */
function markOf(order: Order, sha256Hex: Sha256Hex): string {
  const hashes = bulksOf(order).map(({ accountsHash }) => accountsHash);
  const [only] = hashes;
  const transfers = transfersOf(order);
  if (only !== undefined && hashes.length === 1 && transfers.length === 0) return only.slice(0, markDigits);
  const accounts = transfers.map(({ creditorAccount }) => creditorAccount.id);
  // A line feed occurs in no account.
  return sha256Hex([...accounts, ...hashes].toSorted(byCodeUnits).join('\n')).slice(0, markDigits);
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

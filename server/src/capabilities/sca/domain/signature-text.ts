import { formatMoney, largestOf, type Money } from '#platform/kernel/money.ts';
import { payeeText } from '#platform/kernel/payee.ts';
import {
  bulksOf,
  canonicalOrder,
  type Order,
  repeatsOf,
  type Transfer,
  totalsOf,
  transferCountOf,
  transfersOf,
} from './order.ts';

/** SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal. The domain computes no hashes. */
export type Sha256Hex = (text: string) => string;

const markDigits = 16;

/** Returns the hash under which an order is signed. */
export function orderDigest(order: Order, sha256Hex: Sha256Hex): string {
  return `sha-256:${sha256Hex(canonicalOrder(order))}`;
}

/**
 * Returns the text that a message or a device must show, in no language: amount, currency and the payee; of several
 * transfers the total, their number, a mark of their payees, and the largest. RTS art. 5, ADR-0171
 */
export function signatureText(order: Order, sha256Hex: Sha256Hex): string {
  const text = textOf(order, sha256Hex);
  // A payment in a basket must not look like the payment alone: a consent may be approved with it.
  return order.kind === 'signing-basket' ? `BASKET ${order.members.length} ${text}` : text;
}

function textOf(order: Order, sha256Hex: Sha256Hex): string {
  const count = transferCountOf(order);
  if (count === 0) return ofConsent(order, sha256Hex);
  const payees = count === 1 ? onlyPayeeOf(order) : `${count} ${markOf(order, sha256Hex)}`;
  const text = [sumText(totalsOf(order)), payees, largestText(order), repeatText(order)]
    .filter((part) => part !== undefined)
    .join(' ');
  // A cancellation has the same transfers, and must not look like a payment.
  return order.kind === 'payment-cancellation' ? `CANCEL ${text}` : text;
}

/** A message has a length limit. Largest amounts of more currencies, and sums of more rhythms, do not fit into it. */
const [largestMax, repeatsMax] = [2, 2];

/** Returns the largest transfer of a bulk in each currency: a total does not tell that one payee gets nearly all. */
function largestText(order: Order): string | undefined {
  const payment = order.kind === 'payment-cancellation' ? order.payment : order;
  if (payment.kind !== 'bulk-payment' || payment.count === 1) return undefined;
  const byCurrency = Map.groupBy(payment.positions, ({ largest }): string => largest.currency);
  if (byCurrency.size > largestMax) return undefined;
  return `MAX ${sumText([...byCurrency.values()].map((of) => largestOf(of.map(({ largest }) => largest))))}`;
}

/** Returns how often money moves again: of a standing order alone with its first day, in a basket with what it moves. */
function repeatText(order: Order): string | undefined {
  if (order.kind === 'periodic-payment') return `${order.schedule.startDate} ${order.schedule.frequency}`;
  if (order.kind !== 'signing-basket') return undefined;
  const repeats = repeatsOf(order);
  if (repeats.length === 0) return undefined;
  const texts = repeats.map(({ frequency, totals }) => `${frequency} ${sumText(totals)}`);
  const isShort = repeats.reduce((count, { totals }) => count + totals.length, 0) <= repeatsMax;
  return `REPEAT ${isShort ? texts.join(' + ') : repeats.map(({ frequency }) => frequency).join(' + ')}`;
}

/** Returns the payee of an order with one transfer. */
function onlyPayeeOf(order: Order): string | undefined {
  const [only] = [...transfersOf(order), ...bulksOf(order).flatMap(({ positions }) => positions)];
  return only && payeeTextOf(only);
}

function payeeTextOf({
  creditorAccount,
  creditorAgent,
}: Pick<Transfer, 'creditorAccount' | 'creditorAgent'>): string {
  return payeeText({ account: creditorAccount, agent: creditorAgent });
}

/** Returns the mark of several payees. A bulk alone has the hash of its payees already. */
function markOf(order: Order, sha256Hex: Sha256Hex): string {
  const hashes = bulksOf(order).map(({ accountsHash }) => accountsHash);
  const [only] = hashes;
  const transfers = transfersOf(order);
  if (only !== undefined && hashes.length === 1 && transfers.length === 0) return only.slice(0, markDigits);
  // A line feed occurs in no account.
  const payees = [...transfers.map(payeeTextOf), ...hashes].toSorted(byCodeUnits);
  return sha256Hex(payees.join('\n')).slice(0, markDigits);
}

/** A consent moves nothing; its mark tells it from every other one. */
function ofConsent(order: Order, sha256Hex: Sha256Hex): string {
  const mark = sha256Hex(canonicalOrder(order)).slice(0, markDigits);
  return order.kind === 'consent' ? `${order.validUntil} ${mark}` : mark;
}

function sumText(amounts: readonly Money[]): string {
  return amounts.map((amount) => `${amount.currency} ${formatMoney(amount)}`).join(' + ');
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

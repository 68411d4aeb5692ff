import { hash } from 'node:crypto';
import { canonicalOrder, type Order } from '../domain/order.ts';
import { orderDigest, signatureText } from '../domain/signature-text.ts';
import { actionOf } from '../domain/subject.ts';
import type { Subject } from '../ports/subjects.ts';
import { problems } from '../problems.ts';

const sha256Hex = (text: string): string => hash('sha256', text, 'hex');

/** An order with all that is made from it: what is hashed, its hash, and the text that shows it. */
export interface OrderToSign {
  readonly order: Order;
  readonly payload: string;
  readonly digest: string;
  readonly text: string;
  /** The action that a code is sent with: a code for a consent never moves money. */
  readonly action: 'payment' | 'consent';
}

/** Returns the order of a subject for its signature; an order that is not complete cannot be approved. */
export function orderToSign({ order }: Pick<Subject, 'order'>): OrderToSign {
  if (order === undefined) throw problems['accounts-open']();
  return {
    order,
    payload: canonicalOrder(order),
    digest: orderDigest(order, sha256Hex),
    text: signatureText(order, sha256Hex),
    action: actionIn(order),
  };
}

/** A basket without a payment moves no money either. */
function actionIn(order: Order): OrderToSign['action'] {
  const orders = order.kind === 'signing-basket' ? order.members : [order];
  return orders.every((one) => actionOf(one) === 'consent') ? 'consent' : 'payment';
}

/** Returns whether a digest is that of the same order before its payees were checked: nothing else has changed since. */
export function isCheckedSince({ order }: Pick<OrderToSign, 'order'>, digest: string): boolean {
  if (order.kind === 'bulk-payment')
    return orderDigest({ ...order, payees: { kind: 'running' } }, sha256Hex) === digest;
  if (!('transfer' in order)) return false;
  const transfer = { ...order.transfer, payeeCheck: { outcome: 'not-possible' } } as const;
  return orderDigest({ ...order, transfer }, sha256Hex) === digest;
}

import { randomUUID } from 'node:crypto';
import { outcomeOf } from './outcomes.ts';
import { notFound, outcomePage, shopPage, toShop } from './pages.ts';
import type { PaymentClient } from './payment-client.ts';
import { customerOf, type Reply, remember, type ShopRequest } from './requests.ts';

const amount = '12.50';

/** Returns what the pages of the shop answer; undefined for an address that is not theirs. */
export function createShop(
  bank: PaymentClient,
  url: string,
): (request: ShopRequest) => Promise<Reply | undefined> {
  /** Path of the payment at the bank, by the id of the order. */
  const payments = new Map<string, string>();

  const pay = async (request: ShopRequest): Promise<Reply> => {
    const orderId = randomUUID();
    const { approvalUrl, path } = await bank.initiate({
      amount,
      reference: `Order ${orderId.slice(0, 8)}`,
      returnUrl: `${url}/orders/${orderId}`,
      customer: customerOf(request),
    });
    remember(payments, orderId, path);
    return { location: approvalUrl };
  };

  const showOrder = async (orderId: string, error: string | null): Promise<Reply> => {
    const path = payments.get(orderId);
    if (path === undefined) return notFound();
    const paymentId = path.split('/').at(-1) ?? '';
    return outcomePage(outcomeOf(await bank.statusOf(path), error), { ...toShop, paymentId });
  };

  return async (request) => {
    const { error, method, path } = request;
    const [, orderId] = /^\/orders\/([\da-f-]{36})\/(?:not-)?approved$/.exec(path) ?? [];
    if (method === 'POST' && path === '/pay') return pay(request);
    if (orderId !== undefined) return showOrder(orderId, error);
    return path === '/' ? shopPage(amount) : undefined;
  };
}

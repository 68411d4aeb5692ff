import { randomUUID } from 'node:crypto';
import { outcomeOf } from './outcomes.ts';
import { notFound, outcomePage, payeePage, shopPage, toShop, waitingPage } from './pages.ts';
import type { PaymentClient } from './payment-client.ts';
import { customerOf, fieldIn, type Reply, remember, type ShopRequest } from './requests.ts';

const amount = '12.50';
const payeeMax = 70;

/** Returns what the pages of the shop answer; undefined for an address that is not theirs. */
export function createShop(
  bank: PaymentClient,
  { payeeName, url }: { readonly url: string; readonly payeeName: string },
): (request: ShopRequest) => Promise<Reply | undefined> {
  /** Path of the payment at the bank, by the id of the order. */
  const payments = new Map<string, string>();
  const returnUrlOf = (orderId: string): string => `${url}/orders/${orderId}`;

  /** `payee`: the customer wants to know first whether this name belongs to the account. */
  const pay = async (request: ShopRequest, payee?: string): Promise<Reply> => {
    const orderId = randomUUID();
    const order = {
      amount,
      reference: `Order ${orderId.slice(0, 8)}`,
      returnUrl: returnUrlOf(orderId),
      customer: customerOf(request),
    };
    const { approvalUrl, path } = await (payee === undefined
      ? bank.initiate(order)
      : bank.initiateVerified(order, payee));
    remember(payments, orderId, path);
    return { location: approvalUrl === '' ? `/orders/${orderId}/payee` : approvalUrl };
  };

  const approve = async (request: ShopRequest, orderId: string, path: string): Promise<Reply> => ({
    location: await bank.startApproval(path, {
      customer: customerOf(request),
      returnUrl: returnUrlOf(orderId),
    }),
  });

  /** The bank says how the name compares with the holder of the account; the customer decides. */
  const decide = async (request: ShopRequest, orderId: string): Promise<Reply> => {
    const path = payments.get(orderId);
    if (path === undefined) return notFound();
    if (request.method === 'POST') {
      if ((await fieldIn(request, 'do')) !== 'pay') {
        await bank.cancel(path);
        return { location: '/' };
      }
      await bank.confirmPayee(path);
      return approve(request, orderId, path);
    }
    const { status } = await bank.statusOf(path);
    if (status === 'RVNC') return waitingPage();
    if (status === 'RCVC') return approve(request, orderId, path);
    const payee = await bank.payeeOf(path);
    return payee === undefined ? showOrder(orderId, null) : payeePage(payee, amount);
  };

  const showOrder = async (orderId: string, error: string | null): Promise<Reply> => {
    const path = payments.get(orderId);
    if (path === undefined) return notFound();
    const paymentId = path.split('/').at(-1) ?? '';
    return outcomePage(outcomeOf(await bank.statusOf(path), error), { ...toShop, paymentId });
  };

  const forms: Readonly<Record<string, (request: ShopRequest) => Promise<Reply>>> = {
    '/pay': (request) => pay(request),
    '/pay-verified': async (request) =>
      pay(request, (await fieldIn(request, 'payee')).slice(0, payeeMax) || payeeName),
  };

  return async (request) => {
    const { error, method, path } = request;
    const [, orderId = '', step] =
      /^\/orders\/([\da-f-]{36})\/(approved|not-approved|payee)$/.exec(path) ?? [];
    const form = method === 'POST' ? forms[path] : undefined;
    if (form !== undefined) return form(request);
    if (step === 'payee') return decide(request, orderId);
    if (step !== undefined) return showOrder(orderId, error);
    return path === '/' ? shopPage(amount, payeeName) : undefined;
  };
}

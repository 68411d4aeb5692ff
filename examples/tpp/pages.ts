import { escaped, type Page, page, row } from './html.ts';

/** What a customer reads about a payment or a connection; `reasons` are the bank's own words. */
export interface Outcome {
  readonly mark: 'done' | 'waiting' | 'failed';
  readonly title: string;
  readonly text: string;
  readonly reasons?: readonly string[];
  readonly status?: string;
}

/** Where an outcome leads, and what it is about. */
export interface Ending {
  readonly back: string;
  readonly href: '/' | '/accounts';
  readonly paymentId?: string;
}

export const toShop: Ending = { back: 'Back to the shop', href: '/' };

export function shopPage(amount: string): Page {
  const items =
    row('Coffee beans, 500 g', '€10.50') + row('Delivery', '€2.00') + row('Total', `€${amount}`, 'sum');
  const content = `<h1>Pay Acme ${amount}</h1><p class="soft">Your order is ready. Pay it from your bank account.</p><dl>${items}</dl>
<form method="post" action="/pay"><button>Pay €${amount}</button></form>
<p class="soft">You approve the payment on the page of your bank. Acme never sees your password. Acme can also <a href="/accounts">show your balances</a>.</p>`;
  return { html: page(`Pay Acme ${amount}`, content) };
}

export function outcomePage(
  { mark, reasons = [], status, text, title }: Outcome,
  { back, href, paymentId }: Ending = toShop,
): Page {
  const sign = { done: '✓', waiting: '…', failed: '✕' }[mark];
  const words = reasons.map((reason) => `<p class="bank">Your bank says: ${escaped(reason)}</p>`).join('');
  const content = `<div class="mark ${mark}" aria-hidden="true">${sign}</div><h1>${escaped(title)}</h1>
<p class="soft">${escaped(text)}</p>${words}<dl>${row('Status', status)}${row('Payment', paymentId)}</dl>
<a href="${href}">${mark === 'failed' ? 'Try again' : escaped(back)}</a>`;
  return { html: page(title, content), ...(mark === 'waiting' ? { refreshSeconds: 2 } : {}) };
}

/** What is shown for an address that leads nowhere. */
export function notFound(): Page {
  const text = 'The shop has no such page or order.';
  return { ...outcomePage({ mark: 'failed', title: 'Not found', text }), status: 404 };
}

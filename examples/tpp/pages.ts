import { escaped, type Page, page, row } from './html.ts';
import type { DoubtfulPayee } from './payment-client.ts';

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

export function shopPage(amount: string, payeeName: string): Page {
  const items =
    row('Coffee beans, 500 g', '€10.50') + row('Delivery', '€2.00') + row('Total', `€${amount}`, 'sum');
  const content = `<h1>Pay Acme ${amount}</h1><p class="soft">Your order is ready. Pay it from your bank account.</p><dl>${items}</dl>
<form method="post" action="/pay"><button>Pay €${amount}</button></form>
<p class="soft">You approve the payment on the page of your bank. Acme never sees your password. Acme can also <a href="/accounts">show your balances</a>.</p>
<form method="post" action="/pay-verified"><label for="payee">Or verify the payee first. Change a letter to see what your bank says:</label>
<input id="payee" name="payee" value="${escaped(payeeName)}" maxlength="70" autocomplete="off"><button class="quiet">Verify the payee, then pay</button></form>`;
  return { html: page(`Pay Acme ${amount}`, content) };
}

const doubts: Readonly<Record<string, readonly [title: string, text: string]>> = {
  CMTC: ['The name is almost right', 'Compare the names with your invoice before you pay.'],
  NMTC: ['The name does not match the account', 'Compare name and account with your invoice before you pay.'],
  NOAP: ['The name could not be verified', 'The bank of the payee did not say whether the name is right.'],
};

/** Shows a payee that did not match: the names side by side where they are close, and two ways that look alike. */
export function payeePage({ code, given, holder }: DoubtfulPayee, amount: string): Page {
  const [title, text] = doubts[code] ?? ['The name could not be verified', ''];
  const meaning =
    'If you pay, the money may reach an account that is not the payee’s, and you may not get it back.';
  const content = `<h1>${title}</h1><p class="soft">${text} ${meaning}</p>
<dl>${row('Name that you pay', given)}${row('Name on the account', holder)}</dl>
<form method="post"><button name="do" value="pay">Pay €${amount}</button><button name="do" value="stop">Do not pay</button></form>`;
  return { html: page(title, content) };
}

/** What is shown while the bank verifies the payee. */
export function waitingPage(): Page {
  const text = 'Your bank asks the bank of the payee. Nothing is paid.';
  return { ...outcomePage({ mark: 'waiting', title: 'Verifying the payee', text }), refreshSeconds: 1 };
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

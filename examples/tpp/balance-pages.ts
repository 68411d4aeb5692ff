import type { Account, Amount } from './account-client.ts';
import { type DayBalance, dailyBalances } from './balance-history.ts';
import { escaped, type Page, page } from './html.ts';

/** Asks whether the customer wants to connect the bank. */
export function connectPage(): Page {
  const content = `<h1>Your balances</h1><p class="soft">Acme shows what is on your accounts, and how it changed.</p>
<dl><div><dt>Acme reads</dt><dd>balances and entries</dd></div><div><dt>Acme cannot</dt><dd>move money</dd></div>
<div><dt>Ends</dt><dd>after 90 days, or when you say so</dd></div></dl>
<form method="post" action="/connect"><button>Connect your bank</button></form>
<p class="soft">You choose the accounts on the page of your bank. Acme never sees your password. <a href="/">Back to the shop</a></p>`;
  return { html: page('Your balances', content) };
}

/** Shows the accounts: for each its balance, as a bar beside the others or, where the bank gives the entries, over time. */
export function balancePage(accounts: readonly Account[], today: string): Page {
  const list = accounts.map((account) => accountPart(account, accounts, today)).join('');
  const content = `<h1>Your balances</h1>
<p class="soft">${accounts.length === 0 ? 'You share no account with Acme.' : 'What is booked on the accounts that you share.'}</p>
${list}
<form method="post" action="/disconnect"><button class="quiet">Disconnect your bank</button></form>
<p class="soft">Acme reads your accounts only while you look at this page. <a href="/">Back to the shop</a></p>`;
  return { html: page('Your balances', content) };
}

function accountPart(account: Account, all: readonly Account[], today: string): string {
  const { balance, name, number } = account;
  const days = dailyBalances(account, today);
  return `<section class="account"><div><h2>${escaped(name)}</h2><p class="sum">${money(balance)}</p></div>
<p class="soft small">${escaped(number.replaceAll(/(.{4})(?=.)/g, '$1 '))}</p>
${days.length < daysMin ? bar(balance, all) : curve(days, balance.currency)}</section>`;
}

/** Fewer days are no curve. */
const daysMin = 2;

/** Draws a balance beside those of the other accounts in the same currency. The amount is written above it. */
function bar({ amount, currency }: Amount, all: readonly Account[]): string {
  const sizes = all.map(({ balance }) =>
    balance.currency === currency ? Math.abs(Number(balance.amount)) : 0,
  );
  const width = (Math.abs(Number(amount)) / (Math.max(...sizes) || 1)) * 100;
  return `<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4" rx="1"/>
<rect class="${amount.startsWith('-') ? 'owed' : 'held'}" width="${width.toFixed(1)}" height="4" rx="1"/></svg>`;
}

const [curveWidth, curveHeight, margin] = [320, 96, 6];

/** Draws the balance of each day, in steps: it stays until the next entry. */
function curve(days: readonly DayBalance[], currency: string): string {
  const balances = days.map(({ balance }) => balance);
  const [low, high] = [Math.min(0, ...balances), Math.max(0, ...balances)];
  const y = (balance: number): string =>
    (curveHeight - margin - ((balance - low) / (high - low || 1)) * (curveHeight - 2 * margin)).toFixed(1);
  // Each day is as wide as the others, so that the balance of today is seen.
  const x = (index: number): string => ((index / days.length) * curveWidth).toFixed(1);
  const [first = 0, ...later] = balances;
  const steps = later.map((balance, index) => `H${x(index + 1)}V${y(balance)}`).join('');
  const line = `M0 ${y(first)}${steps}H${curveWidth}`;
  const said = (amount: number): string => money({ amount: amount.toFixed(2), currency });
  const [from, to] = [dayText(days[0]?.day ?? ''), dayText(days.at(-1)?.day ?? '')];
  const range = `lowest ${said(Math.min(...balances))}, highest ${said(Math.max(...balances))}`;
  return `<svg class="curve" viewBox="0 0 ${curveWidth} ${curveHeight}" preserveAspectRatio="none" role="img" aria-label="Balance from ${from} to ${to}: ${range}">
<path class="area" d="${line}V${y(0)}H0Z"/><path class="zero" d="M0 ${y(0)}H${curveWidth}"/><path d="${line}"/></svg>
<div class="soft small" aria-hidden="true"><span>${from}</span><span>${to}</span></div>
<p class="soft small" aria-hidden="true">${range}</p>`;
}

function dayText(day: string): string {
  const written = new Date(day).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return escaped(written);
}

/** Writes an amount with its digits in groups; exact, because it stays a text. */
function money({ amount, currency }: Amount): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(amount) ?? [];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const unit = currency === 'EUR' ? '€' : `${currency} `;
  return escaped(`${sign === '' ? '' : '−'}${unit}${grouped}${rest}`);
}

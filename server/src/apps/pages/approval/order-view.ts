import {
  isDoubtful,
  type Order,
  repeatsOf,
  totalsOf,
  transferCountOf,
  transfersOf,
} from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill, fillText } from '../customer/fill.ts';
import { noticeBox } from '../customer/parts.ts';
import type { ApprovalContext } from './approval-context.ts';
import { consentFacts, fundsFacts } from './consent-facts.ts';
import type { Known } from './facts.ts';
import { paymentFacts, rhythmValue } from './payment-facts.ts';
import { dateValue, moneyValue, nameValue, partyValue, pluralText, sumText, sumValue } from './values.ts';

type Basket = Extract<Order, { readonly kind: 'signing-basket' }>;

/** Renders the main heading: who asks for what, and the amount. */
export function orderHeading(order: Order, context: ApprovalContext): Html {
  const { asks, orders, payments } = context.words;
  const ask = fill(asks[order.kind], {
    party: html`<strong>${partyValue(context)}</strong>`,
    payments: pluralText(payments, transferCountOf(order), context),
    orders: pluralText(orders, order.kind === 'signing-basket' ? order.members.length : 1, context),
  });
  const totals = totalsOf(order);
  if (totals.length === 0) return html`<h1>${ask}</h1>\n`;
  const sums = totals.map((total) => html` <span class="sum">${moneyValue(total, context)}</span>`);
  return html`<h1><span class="ask">${ask}</span>${sums}</h1>\n`;
}

/** Returns the text of the button; it repeats the amount. */
export function confirmText(order: Order, context: ApprovalContext): string {
  const totals = totalsOf(order);
  return fillText(confirmSentence(order, context), { amount: sumText(totals, context) });
}

/** Like `confirmText`, with isolated amounts. */
export function confirmLabel(order: Order, context: ApprovalContext): Html {
  const totals = totalsOf(order);
  return fill(confirmSentence(order, context), { amount: sumValue(totals, context) });
}

function confirmSentence(order: Order, { words }: ApprovalContext): string {
  const isWithoutAmount = order.kind === 'signing-basket' && totalsOf(order).length === 0;
  return isWithoutAmount ? words.confirm.all : words.confirm[order.kind];
}

/** Renders everything that is approved, besides the heading. */
export function orderFacts(order: Order, known: Known, context: ApprovalContext): Html {
  switch (order.kind) {
    case 'payment':
    case 'bulk-payment':
    case 'periodic-payment':
      return paymentFacts(order, known, context);
    case 'payment-cancellation':
      return html`${noticeBox(context.words.facts.stoppedHint)}${paymentFacts(order.payment, known, context)}`;
    case 'consent':
      return consentFacts(order, known, context);
    case 'funds-confirmation-consent':
      return fundsFacts(order, known, context);
    case 'signing-basket':
      return basketFacts(order, known, context);
  }
}

/** Orders of a basket that are listed; the others are counted. */
const listMax = 100;

function basketFacts(basket: Basket, known: Known, context: ApprovalContext): Html {
  const { facts, orders } = context.words;
  const rest = basket.members.length - listMax;
  const items = basket.members.slice(0, listMax).map((member, index) => {
    const own = knownOf(basket, index, known);
    return html`<li><details${isDoubtfulIn(member) || isLookedAt(own) ? html` open` : ''}><summary>${index + 1}. ${memberLine(member, context)}</summary>
${orderFacts(member, own, context)}</details></li>
`;
  });
  const more =
    rest > 0
      ? html`<p>${fill(facts.more, { payments: pluralText(orders, rest, context) })}</p>\n`
      : undefined;
  return html`${repeatsNotice(basket, context)}<ol class="items">\n${items}</ol>\n${more}`;
}

/** Standing orders look like payments where they are folded: what repeats is said above them, with its sums. */
function repeatsNotice(basket: Basket, context: ApprovalContext): Html | undefined {
  const lines = repeatsOf(basket).map(
    ({ frequency, totals }) =>
      html`<br><strong>${rhythmValue(frequency, context)}: ${sumValue(totals, context)}</strong>`,
  );
  return lines.length === 0 ? undefined : noticeBox(html`${context.words.facts.repeatsAmong}${lines}`);
}

/** What is known of one member: the list is that of one bulk, and the pages of the others come before or after it. */
function knownOf(basket: Basket, index: number, { listed, ...known }: Known): Known {
  if (listed === undefined || basket.members[index]?.kind !== 'bulk-payment') return known;
  const before = basket.members
    .slice(0, index)
    .flatMap((member) => (member.kind === 'bulk-payment' ? Math.ceil(member.count / listed.pageSize) : []));
  const pagesBefore = before.reduce((sum, pages) => sum + pages, 0);
  return { ...known, pagesBefore, ...(listed.member === index ? { listed } : {}) };
}

/** A later page, or the list of a later bulk, is what the customer asked for. */
function isLookedAt({ listed, pagesBefore = 0 }: Known): boolean {
  return listed !== undefined && (listed.from > 1 || pagesBefore > 0);
}

/** A payee that did not match must be seen, so that its order is never folded. */
function isDoubtfulIn(member: Basket['members'][number]): boolean {
  return transfersOf(member).some(({ payeeCheck }) => isDoubtful(payeeCheck));
}

function memberLine(member: Basket['members'][number], context: ApprovalContext): Html {
  const { facts, payments } = context.words;
  if (member.kind === 'consent')
    return fill(facts.accessUntil, { date: dateValue(member.validUntil, context) });
  const sum = sumValue(totalsOf(member), context);
  const to =
    member.kind === 'bulk-payment'
      ? html`${pluralText(payments, member.count, context)}`
      : nameValue(member.transfer.creditorName, context);
  const often =
    member.kind === 'periodic-payment'
      ? html` · <strong>${rhythmValue(member.schedule.frequency, context)}</strong>`
      : undefined;
  return html`${sum} · ${to}${often}`;
}

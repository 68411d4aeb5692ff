import { Temporal } from 'temporal-polyfill';
import type { CustomerStandingOrder } from '#capabilities/payments/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { approvalTexts } from '../approval/approval-texts.ts';
import { plainName } from '../approval/plain-name.ts';
import { accountValue, moneyValue } from '../approval/values.ts';
import { fill, fillText, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { defaultContent, type PageContent } from '../customer/page-context.ts';
import { heading, noticeBox, paragraph, stepButton } from '../customer/parts.ts';
import { type AccessContext, accessFact, dateValue } from './access-parts.ts';
import type { AccessViewOf } from './access-view.ts';

/** Where a standing order is shown. */
function standingOrderPath(bankId: string, orderId: string): string {
  return `/account/${bankId}/standing-orders/${orderId}`;
}

/** Renders the standing orders below the list of who has access; nothing where there are none. */
export function orderList(
  orders: readonly CustomerStandingOrder[],
  context: AccessContext,
): Html | undefined {
  if (orders.length === 0) return undefined;
  const { endedIntro, intro, title } = context.words.orders;
  const isLive = orders.every(({ endedAt }) => endedAt === undefined);
  return html`<h2>${title}</h2>
${paragraph(isLive ? intro : endedIntro)}<ul class="things">\n${orders.map((order) => item(order, context))}</ul>\n`;
}

function item(order: CustomerStandingOrder, context: AccessContext): Html {
  const address = standingOrderPath(context.frame.bankId, order.orderId);
  const rhythm = approvalTexts(context.language.tag).rhythms[order.schedule.frequency];
  const line = html`${money(order, context)} · ${rhythm}<br>${stateText(order, context)}`;
  return html`<li><div><a href="${address}"><strong>${payee(order, context)}</strong></a><p>${line}</p></div></li>\n`;
}

function money({ amount }: CustomerStandingOrder, context: AccessContext): Html {
  return moneyValue(amount, { ...context, words: approvalTexts(context.language.tag) });
}

function payee({ creditorName }: CustomerStandingOrder, { words }: AccessContext): Html {
  return name(plainName(creditorName) || words.noName);
}

const statesByStatus: Readonly<Record<string, 'cancelled' | 'rejected' | 'ended'>> = {
  CANC: 'cancelled',
  RJCT: 'rejected',
};

function stateText(
  { endedAt, isSuspended, status }: CustomerStandingOrder,
  { words: { orders } }: AccessContext,
): string {
  if (endedAt !== undefined) return orders.states[statesByStatus[status] ?? 'ended'];
  return isSuspended ? orders.states.suspended : orders.states.running;
}

/** Shows a standing order. */
export function orderDetail({ notice, order }: AccessViewOf<'order'>, context: AccessContext): PageContent {
  const { orders } = context.words;
  return {
    ...defaultContent,
    title: orders.detailTitle,
    styles: ['things', 'access'],
    body: [
      heading(orders.detailTitle),
      noticeBox(notice && orders.notices[notice]),
      orderFacts(order, context),
      order.endedAt === undefined
        ? stepButton(context, { step: 'end', label: orders.end, style: 'action wide' })
        : undefined,
      backToList(context),
    ],
  };
}

/** Asks before a standing order is ended. Both ways look the same: nothing steers the customer. */
export function orderEnding({ order }: AccessViewOf<'end-order'>, context: AccessContext): PageContent {
  const { confirm, keep, title, what } = context.words.orders.ending;
  return {
    ...defaultContent,
    title: fillText(title, { payee: plainName(order.creditorName) }),
    body: [
      heading(fill(title, { payee: payee(order, context) })),
      paragraph(what),
      stepButton(context, { step: 'confirm-end', label: confirm, style: 'second wide' }),
      stepButton(context, { step: 'detail', label: keep, style: 'second wide' }),
    ],
  };
}

function orderFacts(order: CustomerStandingOrder, context: AccessContext): Html {
  const { facts, untilEnded } = context.words.orders;
  const { creditorAccount, debtorAccount, endedAt, nextDay, remittance, schedule, thirdPartyName } = order;
  const { noName } = context.words;
  const day = (text: string): Html => dateValue(Temporal.PlainDate.from(text), context);
  const reference = remittance === undefined ? '' : plainName(remittance);
  return html`<dl class="facts">
${[
  accessFact(facts.state, html`<strong>${stateText(order, context)}</strong>`),
  accessFact(facts.amount, money(order, context)),
  accessFact(
    facts.payee,
    html`<span>${payee(order, context)}</span><span>${accountValue(creditorAccount)}</span>`,
  ),
  accessFact(facts.from, accountValue(debtorAccount)),
  accessFact(facts.rhythm, approvalTexts(context.language.tag).rhythms[schedule.frequency]),
  accessFact(facts.first, day(schedule.startDate)),
  accessFact(facts.last, schedule.endDate === undefined ? untilEnded : day(schedule.endDate)),
  endedAt === undefined && nextDay !== undefined
    ? accessFact(facts.next, dateValue(nextDay, context))
    : undefined,
  reference === '' ? undefined : accessFact(facts.reference, name(reference)),
  accessFact(facts.provider, name(plainName(thirdPartyName) || noName)),
  endedAt && accessFact(facts.ended, formatTime(endedAt, context.timeZone, context)),
].filter((one) => one !== undefined)}</dl>
`;
}

function backToList({ frame, words }: AccessContext): Html {
  return html`<p class="quiet"><a href="/account/${frame.bankId}/access">${words.toList}</a></p>\n`;
}

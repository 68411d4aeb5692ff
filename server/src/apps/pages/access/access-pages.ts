import { type Html, html } from '#platform/html/html.ts';
import { fill, fillText } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { defaultContent, type PageContent, type PageContext } from '../customer/page-context.ts';
import { emphasised, errorBox, heading, noticeBox, paragraph, stepButton } from '../customer/parts.ts';
import {
  type AccessContext,
  accessDays,
  consentFacts,
  dateValue,
  partyName,
  partyText,
  stateText,
} from './access-parts.ts';
import { accessTexts } from './access-texts.ts';
import { type AccessView, type AccessViewOf, failedNotices } from './access-view.ts';
import { askerList } from './asker-list.ts';
import { fundsContent, fundsList } from './funds-pages.ts';
import { orderDetail, orderEnding, orderList } from './order-pages.ts';

/** Renders a view; a kind without a renderer does not compile. */
export function accessContent(view: AccessView, page: PageContext): PageContent {
  const words = accessTexts(page.language.tag);
  const context = { ...page, words, timeZone: 'timeZone' in view ? view.timeZone : 'UTC' };
  switch (view.kind) {
    case 'list':
      return list(view, context);
    case 'detail':
      return detail(view, context);
    case 'withdraw':
      return withdraw(view, context);
    case 're-establish':
      return reestablish(view, context);
    case 'unknown':
      return unknown(context);
    case 'funds':
      return fundsContent(view, context);
    case 'order':
      return orderDetail(view, context);
    case 'end-order':
      return orderEnding(view, context);
  }
}

/** Where the list of a bank is. */
export function accessPath(bankId: string): string {
  return `/account/${bankId}/access`;
}

function list(view: AccessViewOf<'list'>, context: AccessContext): PageContent {
  const { askers, ended, endedIntro, intro, live, none, noneEnded, title, views } = context.words;
  const isLive = view.which === 'live';
  const base = accessPath(context.frame.bankId);
  const link = (label: string, address: string, isHere: boolean): Html =>
    html`<li><a href="${address}"${isHere ? html` aria-current="page"` : undefined}>${label}</a></li>`;
  return {
    ...defaultContent,
    title,
    styles: ['things', 'access'],
    body: [
      heading(title),
      noticeBox(view.askerNotice && askers.notices[view.askerNotice]),
      html`<div role="navigation" aria-label="${views}"><ul class="tabs">${link(live, base, isLive)}${link(ended, `${base}?show=ended`, !isLive)}</ul></div>\n`,
      paragraph(isLive ? intro : endedIntro),
      view.consents.length === 0
        ? paragraph(html`<strong>${isLive ? none : noneEnded}</strong>`)
        : html`<ul class="things">\n${view.consents.map((consent) => item(consent, context))}</ul>\n`,
      fundsList(view, context),
      pageLinks(view, context),
      orderList(view.orders, context),
      askerList(view, context),
      html`<p class="quiet"><a href="/account/${context.frame.bankId}">${context.texts.account.back}</a></p>\n`,
    ],
  };
}

function item(consent: AccessViewOf<'list'>['consents'][number], context: AccessContext): Html {
  const { endedAt, untilDate } = context.words;
  const address = `${accessPath(context.frame.bankId)}/${consent.consentId}`;
  const state = stateText(consent, context);
  const about =
    consent.endedAt === undefined
      ? html`${state}<br>${fill(untilDate, { date: dateValue(consent.validUntil, context) })}`
      : fill(endedAt, { state, time: formatTime(consent.endedAt, context.timeZone, context) });
  return html`<li><div><a href="${address}"><strong>${partyName(consent, context)}</strong></a><p>${about}</p></div></li>\n`;
}

function pageLinks({ hasMore, page, which }: AccessViewOf<'list'>, context: AccessContext): Html | undefined {
  const { newer, older } = context.words;
  const base = accessPath(context.frame.bankId);
  const address = (to: number): string => `${base}?${which === 'live' ? '' : 'show=ended&'}page=${to}`;
  const links = [
    page > 1 ? html`<a rel="prev" href="${address(page - 1)}">${newer}</a>` : undefined,
    hasMore ? html`<a rel="next" href="${address(page + 1)}">${older}</a>` : undefined,
  ].filter((one) => one !== undefined);
  return links.length === 0 ? undefined : html`<p class="pages">${links}</p>\n`;
}

function detail({ consent, notice }: AccessViewOf<'detail'>, context: AccessContext): PageContent {
  const { detailTitle, notices, withdraw: withdrawLabel } = context.words;
  const hasFailed = notice !== undefined && failedNotices.has(notice);
  const isLive = consent.endedAt === undefined;
  return {
    ...defaultContent,
    title: fillText(detailTitle, { party: partyText(consent, context.words) }),
    state: hasFailed ? 'faulty' : 'good',
    styles: ['things', 'access'],
    body: [
      heading(fill(detailTitle, { party: partyName(consent, context) })),
      hasFailed ? errorBox(context, emphasised(notices[notice])) : undefined,
      noticeBox(notice === undefined || hasFailed ? undefined : notices[notice]),
      consentFacts(consent, context),
      isLive
        ? stepButton(context, { step: 'withdraw', label: withdrawLabel, style: 'action wide' })
        : reestablishOffer(consent, context),
      accessDays(consent, context),
      backToList(context),
    ],
  };
}

function reestablishOffer(
  { reestablishableUntil: until }: AccessViewOf<'detail'>['consent'],
  context: AccessContext,
): Html | undefined {
  if (until === undefined) return undefined;
  const { reestablish: label, reestablishing } = context.words;
  const time = formatTime(until, context.timeZone, context);
  return html`${paragraph(fill(reestablishing.possible, { time }))}${stepButton(context, {
    step: 're-establish',
    label,
    style: 'second wide',
  })}`;
}

/** Both ways look the same: nothing steers the customer. SPEC xs2a-2026 4 */
function withdraw({ consent, hours }: AccessViewOf<'withdraw'>, context: AccessContext): PageContent {
  const { again, confirm, keep, title, what } = context.words.withdrawing;
  const party = partyName(consent, context);
  return {
    ...defaultContent,
    title: fillText(title, { party: partyText(consent, context.words) }),
    body: [
      heading(fill(title, { party })),
      paragraph(fill(what, { party })),
      hours === 0 ? undefined : paragraph(fill(again, { hours })),
      stepButton(context, { step: 'confirm-withdraw', label: confirm, style: 'second wide' }),
      stepButton(context, { step: 'detail', label: keep, style: 'second wide' }),
    ],
  };
}

function reestablish({ consent }: AccessViewOf<'re-establish'>, context: AccessContext): PageContent {
  const { confirm, leave, title, what } = context.words.reestablishing;
  const party = partyName(consent, context);
  return {
    ...defaultContent,
    title: fillText(title, { party: partyText(consent, context.words) }),
    styles: ['access'],
    body: [
      heading(fill(title, { party })),
      paragraph(fill(what, { party })),
      consentFacts(consent, context),
      stepButton(context, { step: 'confirm-re-establish', label: confirm, style: 'second wide' }),
      stepButton(context, { step: 'detail', label: leave, style: 'second wide' }),
    ],
  };
}

function unknown(context: AccessContext): PageContent {
  const { title, what } = context.words.unknown;
  return { ...defaultContent, title, body: [heading(title), paragraph(what), backToList(context)] };
}

function backToList({ frame, words }: AccessContext): Html {
  return html`<p class="quiet"><a href="${accessPath(frame.bankId)}">${words.toList}</a></p>\n`;
}

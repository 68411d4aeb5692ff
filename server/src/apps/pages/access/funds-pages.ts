import type { CustomerFundsConsent } from '#capabilities/funds-confirmations/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { accountValue } from '../approval/values.ts';
import { fill, fillText, leftToRight } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { defaultContent, type PageContent } from '../customer/page-context.ts';
import { emphasised, errorBox, heading, noticeBox, paragraph, stepButton } from '../customer/parts.ts';
import { type AccessContext, accessFact, dateValue, partyName, partyText, statesOf } from './access-parts.ts';
import { type AccessNotice, type AccessViewOf, failedNotices } from './access-view.ts';

/** Where a consent to the confirmation of funds is shown. */
export function fundsPath(bankId: string, consentId: string): string {
  return `/account/${bankId}/funds/${consentId}`;
}

/** Says what a second factor confirms. */
export function fundsConfirmingText(
  consent: CustomerFundsConsent,
  context: Pick<AccessContext, 'words'>,
): Html {
  return fill(context.words.funds.reestablishing.confirming, { party: partyName(consent, context) });
}

/** Renders who may ask about funds below the list of who has access; nothing where there is none. */
export function fundsList({ funds, which }: AccessViewOf<'list'>, context: AccessContext): Html | undefined {
  if (funds.length === 0) return undefined;
  const { endedIntro, intro, title } = context.words.funds;
  return html`<h2>${title}</h2>
${paragraph(which === 'live' ? intro : endedIntro)}<ul class="things">\n${funds.map((one) => item(one, context))}</ul>\n`;
}

function item(consent: CustomerFundsConsent, context: AccessContext): Html {
  const { endedAt } = consent;
  const state = stateText(consent, context);
  const time = endedAt && formatTime(endedAt, context.timeZone, context);
  const about = time === undefined ? state : fill(context.words.endedAt, { state, time });
  const address = fundsPath(context.frame.bankId, consent.consentId);
  return html`<li><div><a href="${address}"><strong>${partyName(consent, context)}</strong></a><p>${about}</p></div></li>\n`;
}

function stateText({ status }: CustomerFundsConsent, { words }: AccessContext): string {
  return status === 'valid' ? words.funds.valid : words.states[statesOf[status]];
}

type FundsView = AccessViewOf<'funds'>;
type FundsViewOf<Step extends FundsView['step']> = Extract<FundsView, { readonly step: Step }>;

/** Renders a view of a consent to the confirmation of funds. */
export function fundsContent(view: FundsView, context: AccessContext): PageContent {
  switch (view.step) {
    case 'detail':
      return detail(view, context);
    case 'withdraw':
      return withdrawal(view, context);
    case 're-establish':
      return reestablishment(view, context);
  }
}

function detail({ consent, notice }: FundsViewOf<'detail'>, context: AccessContext): PageContent {
  const { funds } = context.words;
  const hasFailed = notice !== undefined && failedNotices.has(notice);
  const party = partyName(consent, context);
  return {
    ...defaultContent,
    title: fillText(funds.detailTitle, { party: partyText(consent, context.words) }),
    state: hasFailed ? 'faulty' : 'good',
    styles: ['things', 'access'],
    body: [
      heading(fill(funds.detailTitle, { party })),
      hasFailed ? errorBox(context, emphasised(noticeText(notice, context))) : undefined,
      noticeBox(notice === undefined || hasFailed ? undefined : noticeText(notice, context)),
      consent.endedAt === undefined ? paragraph(fill(funds.what, { party })) : undefined,
      fundsFacts(consent, context),
      consent.endedAt === undefined
        ? stepButton(context, { step: 'withdraw', label: funds.withdraw, style: 'action wide' })
        : reestablishOffer(consent, context),
      askedDays(consent, context),
      backToList(context),
    ],
  };
}

function noticeText(notice: AccessNotice, { words }: AccessContext): string {
  const own: Readonly<Partial<Record<AccessNotice, string>>> = words.funds.notices;
  return own[notice] ?? words.notices[notice];
}

function fundsFacts(consent: CustomerFundsConsent, context: AccessContext): Html {
  const { facts, funds, givenBy } = context.words;
  const { account, cardEnding, endedAt, givenBy: giver, grantedAt } = consent;
  return html`<dl class="facts">
${[
  accessFact(facts.state, html`<strong>${stateText(consent, context)}</strong>`),
  accessFact(funds.facts.account, accountValue(account)),
  cardEnding === undefined
    ? undefined
    : accessFact(
        funds.facts.card,
        html`<span>${fill(funds.cardEnding, { digits: leftToRight(cardEnding) })}</span>`,
      ),
  grantedAt && accessFact(facts.granted, formatTime(grantedAt, context.timeZone, context)),
  endedAt === undefined
    ? accessFact(facts.until, funds.untilEnded)
    : accessFact(facts.ended, formatTime(endedAt, context.timeZone, context)),
  giver === 'customer' ? undefined : accessFact(facts.given, givenBy[giver]),
].filter((one) => one !== undefined)}</dl>
`;
}

function reestablishOffer(
  { reestablishableUntil: until }: CustomerFundsConsent,
  context: AccessContext,
): Html | undefined {
  if (until === undefined) return undefined;
  const { funds, reestablishing } = context.words;
  const time = formatTime(until, context.timeZone, context);
  return html`${paragraph(fill(reestablishing.possible, { time }))}${stepButton(context, {
    step: 're-establish',
    label: funds.reestablish,
    style: 'second wide',
  })}`;
}

/** As many days as fit on a page; the others are folded. */
const daysShown = 14;

function askedDays({ askedDays: days }: FundsView['consent'], context: AccessContext): Html {
  const { none, title } = context.words.funds.days;
  if (days.length === 0) return html`<h2>${title}</h2>\n${paragraph(none)}`;
  const rows = days.map((day) => html`<li>${dateValue(day, context)}</li>`);
  const folded = rows.slice(daysShown);
  return html`<h2>${title}</h2>
<ul class="days">${rows.slice(0, daysShown)}</ul>
${folded.length === 0 ? undefined : html`<details><summary>${context.words.days.earlier}</summary><ul class="days">${folded}</ul></details>\n`}`;
}

/** Both ways look the same: nothing steers the customer. SPEC xs2a-2026 4 */
function withdrawal({ consent, hours }: FundsViewOf<'withdraw'>, context: AccessContext): PageContent {
  const { confirm, keep, title, what } = context.words.funds.withdrawing;
  const party = partyName(consent, context);
  return {
    ...defaultContent,
    title: fillText(title, { party: partyText(consent, context.words) }),
    body: [
      heading(fill(title, { party })),
      paragraph(fill(what, { party })),
      hours === 0 ? undefined : paragraph(fill(context.words.withdrawing.again, { hours })),
      stepButton(context, { step: 'confirm-withdraw', label: confirm, style: 'second wide' }),
      stepButton(context, { step: 'detail', label: keep, style: 'second wide' }),
    ],
  };
}

/** Asks before a consent is given again. */
function reestablishment({ consent }: FundsViewOf<'re-establish'>, context: AccessContext): PageContent {
  const { confirm, leave, title, what } = context.words.funds.reestablishing;
  const party = partyName(consent, context);
  return {
    ...defaultContent,
    title: fillText(title, { party: partyText(consent, context.words) }),
    styles: ['access'],
    body: [
      heading(fill(title, { party })),
      paragraph(fill(what, { party })),
      fundsFacts(consent, context),
      stepButton(context, { step: 'confirm-re-establish', label: confirm, style: 'second wide' }),
      stepButton(context, { step: 'detail', label: leave, style: 'second wide' }),
    ],
  };
}

function backToList({ frame, words }: AccessContext): Html {
  return html`<p class="quiet"><a href="/account/${frame.bankId}/access">${words.toList}</a></p>\n`;
}

import { areDoubtful, type Order, type Payment, type Transfer, totalsOf } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { groupedByFour } from '#platform/kernel/iban.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import { noticeBox } from '../customer/parts.ts';
import type { ApprovalContext } from './approval-context.ts';
import {
  dateFact,
  debtorFact,
  fact,
  factList,
  type Known,
  listedCheck,
  payeeFact,
  payeeLines,
  payeeNotice,
  payeesNotice,
  remittanceFact,
} from './facts.ts';
import { plainName } from './plain-name.ts';
import {
  accountValue,
  dateValue,
  moneyValue,
  monthText,
  nameValue,
  pluralText,
  sumValue,
  weekdayText,
} from './values.ts';

type PaymentOf<Kind extends Payment['kind']> = Extract<Order, { readonly kind: Kind }>;

/** Renders what is paid, to whom, from where and when. */
export function paymentFacts(payment: Payment, known: Known, context: ApprovalContext): Html {
  switch (payment.kind) {
    case 'payment':
      return singleFacts(payment, known, context);
    case 'bulk-payment':
      return bulkFacts(payment, known, context);
    case 'periodic-payment':
      return periodicFacts(payment, known, context);
  }
}

function singleFacts(payment: PaymentOf<'payment'>, known: Known, context: ApprovalContext): Html {
  const { debtorAccount, requestedExecutionDate, transfer } = payment;
  return html`${payeeNotice(transfer, context)}${factList([
    payeeFact(transfer, context),
    debtorFact(debtorAccount, known, context),
    dateFact(requestedExecutionDate, context),
    remittanceFact(transfer, context),
  ])}`;
}

function periodicFacts(payment: PaymentOf<'periodic-payment'>, known: Known, context: ApprovalContext): Html {
  const { debtorAccount, schedule, transfer } = payment;
  const { facts } = context.words;
  return html`${payeeNotice(transfer, context)}${noticeBox(facts.repeats)}${factList([
    payeeFact(transfer, context),
    debtorFact(debtorAccount, known, context),
    fact(facts.first, dateValue(schedule.startDate, context)),
    fact(facts.rhythm, rhythm(schedule, context)),
    dayFact(schedule, context),
    monthsFact(schedule, context),
    fact(facts.end, schedule.endDate === undefined ? facts.untilEnded : dateValue(schedule.endDate, context)),
    remittanceFact(transfer, context),
  ])}`;
}

function rhythm({ executionRule, frequency }: KeptSchedule, context: ApprovalContext): Html {
  const rule =
    executionRule === 'following' || executionRule === 'preceding'
      ? context.words.facts[executionRule]
      : undefined;
  return html`${rhythmValue(frequency, context)}${rule === undefined ? undefined : html`<span>${rule}</span>`}`;
}

/** Returns how often something repeats. A rhythm without a text is shown as it was sent: it is part of what is approved. */
export function rhythmValue(frequency: string, { words }: ApprovalContext): Html {
  const rhythms: Readonly<Record<string, string>> = words.rhythms;
  const known = Object.hasOwn(rhythms, frequency) ? rhythms[frequency] : undefined;
  return known === undefined ? leftToRight(plainName(frequency)) : html`<span>${known}</span>`;
}

/** In a standing order the 31st means the last day of every month. */
const lastDay = '31';

const weekly: ReadonlySet<string> = new Set(['Weekly', 'EveryTwoWeeks']);

function dayFact({ dayOfExecution, frequency }: KeptSchedule, context: ApprovalContext): Html | undefined {
  const { words } = context;
  if (dayOfExecution === undefined) return undefined;
  if (weekly.has(frequency) && /^[1-7]$/.test(dayOfExecution))
    return fact(words.facts.weekday, weekdayText(Number(dayOfExecution), context));
  const isLast = dayOfExecution === lastDay;
  return fact(words.facts.day, isLast ? words.facts.lastDay : leftToRight(plainName(dayOfExecution)));
}

function monthsFact({ monthsOfExecution }: KeptSchedule, context: ApprovalContext): Html | undefined {
  if (monthsOfExecution === undefined || monthsOfExecution.length === 0) return undefined;
  const names = monthsOfExecution.map((month) =>
    /^(?:[1-9]|1[0-2])$/.test(month) ? monthText(Number(month), context) : month,
  );
  return fact(context.words.facts.months, names.join(context.language.tag === 'ar' ? '، ' : ', '));
}

function bulkFacts(payment: PaymentOf<'bulk-payment'>, known: Known, context: ApprovalContext): Html {
  const { count, debtorAccount, documentHash, payees, requestedExecutionDate } = payment;
  const { facts, payments } = context.words;
  return html`${payeesNotice(payees, context)}${factList([
    fact(
      facts.payments,
      html`<span>${pluralText(payments, count, context)}</span><span>${sumValue(totalsOf(payment), context)}</span>`,
    ),
    debtorFact(debtorAccount, known, context),
    dateFact(requestedExecutionDate, context),
  ])}<details${isOpen(payment, known)}><summary>${facts.showPayments}</summary>
${bulkList(known, count, context)}<p><strong>${facts.file}</strong><br><bdi class="hash" dir="ltr">${groupedByFour(documentHash)}</bdi></p>
<p class="hint">${facts.fileHint}</p>
</details>
`;
}

/** A later page of the list is what the customer asked for; the first one has the payees that did not match. */
function isOpen({ payees }: PaymentOf<'bulk-payment'>, { listed, pagesBefore = 0 }: Known): Html | undefined {
  const hasDoubts = payees?.kind === 'checked' && areDoubtful(payees);
  const isLater = listed !== undefined && (listed.from > 1 || pagesBefore > 0);
  return listed !== undefined && (isLater || hasDoubts) ? html` open` : undefined;
}

/** The list of a bulk in a basket that is not the one on this page has a link to it. */
function bulkList({ listed, pagesBefore }: Known, count: number, context: ApprovalContext): Html | undefined {
  if (listed !== undefined) return transferList(listed, { count, pagesBefore: pagesBefore ?? 0 }, context);
  if (pagesBefore === undefined) return undefined;
  return html`<p><a href="${context.frame.action}?page=${pagesBefore + 1}#payments">${context.words.facts.showPayments}</a></p>\n`;
}

/** Lists one page of the payments, with links to the others. Nothing is sent: the page is the same but for its list. */
function transferList(
  { from, pageSize, transfers }: NonNullable<Known['listed']>,
  { count, pagesBefore }: { readonly count: number; readonly pagesBefore: number },
  context: ApprovalContext,
): Html {
  const { facts } = context.words;
  const page = (from - 1) / pageSize + 1;
  const link = (to: number, text: string): Html =>
    html`<a href="${context.frame.action}?page=${pagesBefore + to}#payments">${text}</a> `;
  const earlier = page > 1 ? link(page - 1, facts.earlier) : undefined;
  const later = from + transfers.length <= count ? link(page + 1, facts.later) : undefined;
  const links =
    earlier === undefined && later === undefined ? undefined : html`<p class="turn">${earlier}${later}</p>\n`;
  const range =
    links === undefined
      ? undefined
      : html`<p class="hint">${fill(facts.range, { from, to: from + transfers.length - 1, count })}</p>\n`;
  return html`${range}<ol class="items" id="payments" start="${from}">\n${transfers.map((one) => transferItem(one, context))}</ol>\n${links}`;
}

function transferItem(transfer: Transfer, context: ApprovalContext): Html {
  const { amount, creditorAccount, creditorName, remittance } = transfer;
  const reference =
    remittance === undefined ? undefined : html`<p class="hint"><bdi>${plainName(remittance)}</bdi></p>`;
  const more = payeeLines(transfer, context).map((text) => html`<p>${text}</p>`);
  return html`<li><p class="row">${nameValue(creditorName, context)} ${moneyValue(amount, context)}</p><p>${accountValue(creditorAccount)}</p>${more}${listedCheck(transfer, context)}${reference}</li>
`;
}

import { type Order, type Payment, type Schedule, type Transfer, totalsOf } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { groupedByFour } from '#platform/kernel/iban.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import { noticeBox } from '../customer/parts.ts';
import type { ApprovalContext } from './approval-context.ts';
import { dateFact, debtorFact, fact, factList, type Known, payeeFact, remittanceFact } from './facts.ts';
import { plainName } from './plain-name.ts';
import { accountValue, dateValue, moneyValue, monthText, nameValue, pluralText, sumValue } from './values.ts';

/** Payments of a bulk that are listed; the others are counted. */
const listMax = 100;

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
  return factList([
    payeeFact(transfer, known, context),
    debtorFact(debtorAccount, known, context),
    dateFact(requestedExecutionDate, context),
    remittanceFact(transfer, context),
  ]);
}

function periodicFacts(payment: PaymentOf<'periodic-payment'>, known: Known, context: ApprovalContext): Html {
  const { debtorAccount, schedule, transfer } = payment;
  const { facts } = context.words;
  return html`${noticeBox(facts.repeats)}${factList([
    payeeFact(transfer, known, context),
    debtorFact(debtorAccount, known, context),
    fact(facts.first, dateValue(schedule.startDate, context)),
    fact(facts.rhythm, rhythm(schedule, context)),
    dayFact(schedule, context),
    monthsFact(schedule, context),
    fact(facts.end, schedule.endDate === undefined ? facts.untilEnded : dateValue(schedule.endDate, context)),
    remittanceFact(transfer, context),
  ])}`;
}

/** A rhythm without a text is shown as it was sent: it is part of what is approved. */
function rhythm({ executionRule, frequency }: Schedule, { words }: ApprovalContext): Html {
  const rhythms: Readonly<Record<string, string>> = words.rhythms;
  const known = Object.hasOwn(rhythms, frequency) ? rhythms[frequency] : undefined;
  const rule =
    executionRule === 'following' || executionRule === 'preceding' ? words.facts[executionRule] : undefined;
  const text = known === undefined ? leftToRight(plainName(frequency)) : html`<span>${known}</span>`;
  return html`${text}${rule === undefined ? undefined : html`<span>${rule}</span>`}`;
}

/** In a standing order the 31st means the last day of every month. */
const lastDay = '31';

function dayFact({ dayOfExecution }: Schedule, { words }: ApprovalContext): Html | undefined {
  if (dayOfExecution === undefined) return undefined;
  const isLast = dayOfExecution === lastDay;
  return fact(words.facts.day, isLast ? words.facts.lastDay : leftToRight(plainName(dayOfExecution)));
}

function monthsFact({ monthsOfExecution }: Schedule, context: ApprovalContext): Html | undefined {
  if (monthsOfExecution === undefined || monthsOfExecution.length === 0) return undefined;
  const names = monthsOfExecution.map((month) =>
    /^(?:[1-9]|1[0-2])$/.test(month) ? monthText(Number(month), context) : month,
  );
  return fact(context.words.facts.months, names.join(context.language.tag === 'ar' ? '، ' : ', '));
}

function bulkFacts(payment: PaymentOf<'bulk-payment'>, known: Known, context: ApprovalContext): Html {
  const { debtorAccount, documentHash, requestedExecutionDate, transfers } = payment;
  const { facts, payments } = context.words;
  return html`${factList([
    fact(
      facts.payments,
      html`<span>${pluralText(payments, transfers.length, context)}</span><span>${sumValue(totalsOf(payment), context)}</span>`,
    ),
    debtorFact(debtorAccount, known, context),
    dateFact(requestedExecutionDate, context),
  ])}<details><summary>${facts.showPayments}</summary>
${transferList(transfers, context)}<p><strong>${facts.file}</strong><br><bdi class="hash" dir="ltr">${groupedByFour(documentHash)}</bdi></p>
<p class="hint">${facts.fileHint}</p>
</details>
`;
}

function transferList(transfers: readonly Transfer[], context: ApprovalContext): Html {
  const { facts, payments } = context.words;
  const rest = transfers.length - listMax;
  const more =
    rest > 0
      ? html`<p>${fill(facts.more, { payments: pluralText(payments, rest, context) })}</p>\n`
      : undefined;
  return html`<ol class="items">\n${transfers.slice(0, listMax).map((one) => transferItem(one, context))}</ol>\n${more}`;
}

function transferItem(transfer: Transfer, context: ApprovalContext): Html {
  const { amount, creditorAccount, creditorName, remittance } = transfer;
  const reference =
    remittance === undefined ? undefined : html`<p class="hint"><bdi>${plainName(remittance)}</bdi></p>`;
  return html`<li><p class="row">${nameValue(creditorName, context)} ${moneyValue(amount, context)}</p><p>${accountValue(creditorAccount)}</p>${reference}</li>
`;
}

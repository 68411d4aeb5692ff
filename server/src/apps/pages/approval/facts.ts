import {
  type AccountReference,
  areDoubtful,
  type BulkPayees,
  isDoubtful,
  type PayeeCheck,
  type Transfer,
} from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import type { ApprovalContext, ApprovalViewOf } from './approval-context.ts';
import { plainName } from './plain-name.ts';
import { accountValue, dateValue, nameValue } from './values.ts';

/** Names of own accounts and a part of a long list, if the bank knows them. */
export type Known = Pick<ApprovalViewOf<'review'>, 'accountNames' | 'listed'> & {
  /** Of a bulk in a basket: pages of the bulks before it. */
  readonly pagesBefore?: number;
};

/** Renders a list of facts; those without a value are left out. */
export function factList(facts: readonly (Html | undefined)[]): Html {
  return html`<dl class="facts">\n${facts.filter((one) => one !== undefined)}</dl>\n`;
}

export function fact(label: string, value: Html | string): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

/** Renders who is paid: the name, the result of its check, the full account, its kind and its bank. */
export function payeeFact(transfer: Transfer, context: ApprovalContext): Html {
  const { creditorAccount, creditorName, payeeCheck } = transfer;
  const line = payeeCheck?.outcome === 'match' ? checkLine(payeeCheck, context) : undefined;
  const more = payeeLines(transfer, context).map((text) => html`<span>${text}</span>`);
  return fact(
    context.words.facts.to,
    html`<strong>${nameValue(creditorName, context)}</strong>${line}<span>${accountValue(creditorAccount)}</span>${more}`,
  );
}

/** Returns what belongs to the payee beside the number: without an IBAN its kind, and the bank if the order names it. */
export function payeeLines(
  { creditorAccount: { scheme }, creditorAgent }: Transfer,
  { words }: ApprovalContext,
): readonly Html[] {
  const kind = scheme === 'bban' || scheme === 'other' ? words.facts.numbers[scheme] : undefined;
  return [
    ...(kind === undefined ? [] : [html`${kind}`]),
    ...(creditorAgent === undefined
      ? []
      : [fill(words.facts.bank, { bic: leftToRight(plainName(creditorAgent)) })]),
  ];
}

const checkMarks = { match: '✓', 'close-match': '≈', 'no-match': '✗', 'not-possible': '?' } as const;

/** The mark repeats what the words say. */
function checkLine({ outcome }: PayeeCheck, { words }: ApprovalContext): Html {
  return html`<span><span aria-hidden="true">${checkMarks[outcome]} </span>${words.payeeCheck[outcome]}</span>`;
}

/**
 * Renders what the payer must know of a payee that did not match, above all else: the names side by side where they are
 * close, and what it means for the money. SPEC xs2a-2026 2.4
 */
export function payeeNotice(
  { creditorName, payeeCheck }: Transfer,
  context: ApprovalContext,
): Html | undefined {
  if (!isDoubtful(payeeCheck)) return undefined;
  const { given, holder, meaning } = context.words.payeeCheck;
  const names =
    payeeCheck.outcome === 'close-match'
      ? html`<dl><div><dt>${given}</dt><dd>${nameValue(creditorName, context)}</dd></div><div><dt>${holder}</dt><dd>${nameValue(payeeCheck.holderName, context)}</dd></div></dl>\n`
      : undefined;
  return html`<section class="payee">
<h2>${checkLine(payeeCheck, context)}</h2>
${names}<p>${meaning[payeeCheck.outcome]}</p>
</section>
`;
}

const listedOutcomes = ['no-match', 'close-match', 'not-possible', 'match'] as const;

/** Renders how many payees of a bulk have each result, unless all match, and what that means for the money. */
export function payeesNotice(payees: BulkPayees | undefined, { words }: ApprovalContext): Html | undefined {
  if (!areDoubtful(payees)) return undefined;
  const { meaning, running, title, ...labels } = words.payeeCheck.bulk;
  if (payees.kind === 'running')
    return html`<section class="payee">\n<h2>${title}</h2>\n<p>${running}</p>\n</section>\n`;
  const { counts } = payees;
  const lines = listedOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        html`<div><dt><span aria-hidden="true">${checkMarks[outcome]} </span>${labels[outcome]}</dt><dd>${counts[outcome]}</dd></div>`,
    );
  return html`<section class="payee">\n<h2>${title}</h2>\n<dl>${lines}</dl>\n<p>${meaning}</p>\n</section>\n`;
}

/** Renders the result for a payee in a list: with the name on the account where that is close. */
export function listedCheck({ payeeCheck }: Transfer, context: ApprovalContext): Html | undefined {
  if (payeeCheck === undefined) return undefined;
  const holder =
    payeeCheck.outcome === 'close-match'
      ? html`<br>${context.words.payeeCheck.holder}: ${nameValue(payeeCheck.holderName, context)}`
      : undefined;
  return html`<p>${checkLine(payeeCheck, context)}${holder}</p>`;
}

/** Renders one of the customer's own accounts. */
export function ownAccount(
  account: AccountReference,
  { accountNames = [] }: Known,
  context: ApprovalContext,
): Html {
  const known = accountNames.find(({ id }) => id === account.id)?.name;
  const name = known === undefined ? undefined : html`<span>${nameValue(known, context)}</span>`;
  return html`${name}<span>${accountValue(account)}</span>`;
}

export function debtorFact(account: AccountReference, known: Known, context: ApprovalContext): Html {
  return fact(context.words.facts.from, ownAccount(account, known, context));
}

export function remittanceFact({ remittance }: Transfer, context: ApprovalContext): Html | undefined {
  const text = remittance === undefined ? '' : plainName(remittance);
  return text === '' ? undefined : fact(context.words.facts.reference, html`<bdi>${text}</bdi>`);
}

export function dateFact(day: string | undefined, context: ApprovalContext): Html {
  const { asSoonAsPossible, today, when } = context.words.facts;
  if (day === undefined) return fact(when, asSoonAsPossible);
  const date = dateValue(day, context);
  return fact(when, day === context.setting.today ? html`<span>${fill(today, { date })}</span>` : date);
}

import type { AccountReference, PayeeCheck, Transfer } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill } from '../customer/fill.ts';
import type { ApprovalContext, ApprovalViewOf } from './approval-context.ts';
import { plainName } from './plain-name.ts';
import { accountValue, dateValue, nameValue } from './values.ts';

/** Names of own accounts, the check of the payee and a part of a long list, if the bank knows them. */
export type Known = Pick<ApprovalViewOf<'review'>, 'accountNames' | 'listed' | 'payeeCheck'>;

/** Renders a list of facts; those without a value are left out. */
export function factList(facts: readonly (Html | undefined)[]): Html {
  return html`<dl class="facts">\n${facts.filter((one) => one !== undefined)}</dl>\n`;
}

export function fact(label: string, value: Html | string): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

/** Renders who is paid: the name, the result of its check, the full account. */
export function payeeFact(transfer: Transfer, { payeeCheck }: Known, context: ApprovalContext): Html {
  return fact(
    context.words.facts.to,
    html`<strong>${nameValue(transfer.creditorName, context)}</strong>${payeeCheck && checkLine(payeeCheck, context)}<span>${accountValue(transfer.creditorAccount)}</span>`,
  );
}

const checkMarks = { match: '✓', 'close-match': '≈', 'no-match': '✗', 'not-possible': '–' } as const;

/** The mark repeats what the words say. */
function checkLine(check: PayeeCheck, context: ApprovalContext): Html {
  const holder = check.outcome === 'close-match' ? nameValue(check.holderName, context) : undefined;
  return html`<span><span aria-hidden="true">${checkMarks[check.outcome]} </span>${fill(context.words.payeeCheck[check.outcome], { holder })}</span>`;
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

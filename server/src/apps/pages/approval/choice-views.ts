import type { Method, OfferedAccount } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import { errorBox, heading, paragraph } from '../customer/parts.ts';
import {
  type ApprovalContent,
  type ApprovalContext,
  type ApprovalViewOf,
  defaultContent,
} from './approval-context.ts';
import { errorText } from './page-errors.ts';
import { cancelButton, requestForm } from './parts.ts';
import { accountValue, moneyValue, nameValue, partyValue } from './values.ts';

/** From this number on, one button chooses all accounts or none. */
const toggleFrom = 3;

/** Asks for accounts: one list and one button. */
export function accounts(view: ApprovalViewOf<'accounts'>, context: ApprovalContext): ApprovalContent {
  const texts = context.words.accounts;
  const isOne = view.choice === 'one';
  const title = isOne ? texts.titleOne : texts.titleSeveral;
  const party = partyValue(context);
  return {
    ...defaultContent,
    title,
    state: view.error === undefined ? 'good' : 'faulty',
    scripts: isOne ? [] : ['account-count'],
    styles: ['choices', 'options'],
    body: [
      heading(title),
      paragraph(fill(isOne ? texts.introOne : texts.introSeveral, { party })),
      errorBox(context, errorText(view.error, context)),
      requestForm(context, {
        request: 'accounts',
        body: accountList(view, context),
        label: isOne ? texts.continue : texts.share,
        ...(isOne
          ? {}
          : {
              attributes: html` data-counts="${JSON.stringify({ zero: texts.share, ...texts.shareCount })}"`,
            }),
      }),
      cancelButton(context),
    ],
  };
}

function accountList(
  { accounts: offered, choice, error }: ApprovalViewOf<'accounts'>,
  context: ApprovalContext,
): Html {
  const { texts, words } = context;
  const { allOrNone, legendOne, legendSeveral } = words.accounts;
  const described = error === undefined ? undefined : html` aria-describedby="fault"`;
  const toggle =
    choice === 'several' && offered.length >= toggleFrom
      ? html`<button type="button" class="plain" data-all hidden>${allOrNone}</button>\n`
      : undefined;
  return html`<fieldset${described}><legend>${choice === 'one' ? legendOne : legendSeveral} <span class="needed">${texts.needed}</span></legend>
${offered.map((account) => accountChoice(account, choice, context))}${toggle}</fieldset>
`;
}

function accountChoice(account: OfferedAccount, choice: 'one' | 'several', context: ApprovalContext): Html {
  const { id, iban, isPreselected, name, obstacle } = account;
  const isOff = obstacle !== undefined;
  const input =
    choice === 'one'
      ? html`type="radio" name="account" value="${id}" required`
      : html`type="checkbox" name="account" value="${id}"`;
  const state = isOff ? html` disabled` : html`${isPreselected ? html` checked` : undefined}`;
  return html`<label class="${isOff ? 'choice off' : 'choice'}"><input ${input}${state}><span>${nameValue(name, context)}<small>${accountValue({ scheme: 'iban', id: iban })} ${leftToRight(account.currency)}</small>${accountRemark(account, context)}</span></label>
`;
}

/** Returns why an account cannot be chosen, or what is available on it. */
function accountRemark(
  { available, currency, obstacle }: OfferedAccount,
  context: ApprovalContext,
): Html | undefined {
  const texts = context.words.accounts;
  if (obstacle !== undefined)
    return html`<small>${fill(texts.obstacles[obstacle], { currency: leftToRight(currency) })}</small>`;
  if (available === undefined) return undefined;
  return html`<small>${fill(texts.available, { amount: moneyValue(available, context) })}</small>`;
}

/** Asks how the customer wants to confirm. */
export function method(
  { chosenId, error, methods }: ApprovalViewOf<'method'>,
  context: ApprovalContext,
): ApprovalContent {
  const { texts, words } = context;
  const { legend, title } = texts.method;
  const radios = methods.map((one) => methodChoice(one, one.methodId === chosenId, context));
  return {
    ...defaultContent,
    title,
    state: error === undefined ? 'good' : 'faulty',
    styles: ['choices', 'options'],
    body: [
      heading(title),
      paragraph(words.method.intro),
      errorBox(context, errorText(error, context)),
      requestForm(context, {
        request: 'method',
        body: html`<fieldset><legend>${legend} <span class="needed">${texts.needed}</span></legend>\n${radios}</fieldset>\n`,
        label: texts.continue,
      }),
      cancelButton(context),
    ],
  };
}

function methodChoice(one: Method, isChosen: boolean, context: ApprovalContext): Html {
  const needs = context.words.method[`${one.kind}Needs`];
  return html`<label class="choice"><input type="radio" name="method" value="${one.methodId}" required${
    isChosen ? html` checked` : undefined
  }><span>${methodName(one, context)}<small>${needs}</small></span></label>
`;
}

function methodName({ ending, kind, name }: Method, context: ApprovalContext): Html {
  const texts = context.words.method;
  if (kind === 'sms' && ending !== undefined)
    return fill(texts.smsTo, { ending: leftToRight(`•••${ending}`) });
  if ((kind === 'device' || kind === 'passkey') && name !== undefined)
    return fill(texts[`${kind}Named`], { device: nameValue(name, context) });
  return html`${texts[kind]}`;
}

import {
  areDoubtful,
  bulksOf,
  type Confirmation,
  isDoubtful,
  transferCountOf,
  transfersOf,
} from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { groupedByFour } from '#platform/kernel/iban.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import { errorBox, inputField, paragraph } from '../customer/parts.ts';
import { passkeyBroke, withoutPasskey } from '../customer/passkey-form.ts';
import {
  type ApprovalContent,
  type ApprovalContext,
  type ApprovalViewOf,
  defaultContent,
} from './approval-context.ts';
import { confirmLabel, confirmText, orderFacts, orderHeading } from './order-view.ts';
import { errorText, readerErrorText } from './page-errors.ts';
import { actionButton, cancelButton, requestForm, token } from './parts.ts';
import { nameValue, partyValue } from './values.ts';

type Review = ApprovalViewOf<'review'>;
type ConfirmationOf<Kind extends Confirmation['kind']> = Extract<Confirmation, { readonly kind: Kind }>;

/** No pattern: customers type spaces and digits of their own script, and the server normalizes them. */
const codeFilling = html` class="code" inputmode="numeric" autocomplete="one-time-code" dir="ltr" maxlength="24"`;
/** A number from a reader is in no text message and in no password manager. */
const answerFilling = html` class="code" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="24"`;

/** Shows what is approved, and asks to confirm it, on one page. */
export function review(view: Review, context: ApprovalContext): ApprovalContent {
  const { confirmation, order } = view;
  return {
    ...defaultContent,
    title: confirmText(order, context),
    state: view.error === undefined ? 'good' : 'faulty',
    scripts: scriptsOf[confirmation.kind],
    styles: stylesOf(view),
    body: [
      orderHeading(order, context),
      orderFacts(order, view, context),
      otherAccount(view, context),
      html`<div class="confirm">\n${confirmationParts(view, context)}${leaveButton(view, context)}</div>\n`,
    ],
  };
}

/** A payee that did not match leaves two ways that look alike: to change the payee at the third party, or to pay. */
function leaveButton({ order }: Review, context: ApprovalContext): Html {
  if (order.kind === 'payment-cancellation' || !hasDoubt(order)) return cancelButton(context);
  const { bulk, change } = context.words.payeeCheck;
  const label = fill(hasSeveralDoubts(order) ? bulk.change : change, { party: partyValue(context) });
  return actionButton('cancel', label, 'action wide');
}

function hasDoubt(order: Review['order']): boolean {
  return doubtfulTransfersOf(order) > 0 || hasDoubtfulBulk(order);
}

/** Whether more than one payee may have to be changed. */
function hasSeveralDoubts(order: Review['order']): boolean {
  return doubtfulTransfersOf(order) > 1 || hasDoubtfulBulk(order);
}

function doubtfulTransfersOf(order: Review['order']): number {
  return transfersOf(order).filter(({ payeeCheck }) => isDoubtful(payeeCheck)).length;
}

function hasDoubtfulBulk(order: Review['order']): boolean {
  return bulksOf(order).some(({ payees }) => areDoubtful(payees));
}

function stylesOf({ confirmation, order }: Review): ApprovalContent['styles'] {
  const isList = order.kind === 'signing-basket' || transferCountOf(order) > 1;
  return [
    'fields',
    'order',
    ...(hasDoubt(order) ? (['payee'] as const) : []),
    ...(isList ? (['items'] as const) : []),
    ...(confirmation.kind === 'code' ? [] : (['number'] as const)),
  ];
}

const scriptsOf = {
  code: ['text-message-code'],
  challenge: [],
  passkey: ['passkey'],
  device: ['live-status'],
} as const;

function confirmationParts(view: Review, context: ApprovalContext): Html {
  const { confirmation } = view;
  switch (confirmation.kind) {
    case 'code':
      return byCode(view, confirmation, context);
    case 'challenge':
      return byReader(view, confirmation, context);
    case 'passkey':
      return byPasskey(view, confirmation, context);
    case 'device':
      return byDevice(view, confirmation, context);
  }
}

function byCode(view: Review, { ending, resend }: ConfirmationOf<'code'>, context: ApprovalContext): Html {
  const { texts, words } = context;
  const error = errorText(view.error, context);
  const { codeHint, notReceived } = texts.code;
  const sent =
    ending === undefined ? words.code.sent : fill(words.code.sentTo, { ending: leftToRight(`•••${ending}`) });
  const field = inputField(context, {
    field: 'code',
    label: texts.code.code,
    hint: codeHint,
    attributes: codeFilling,
    state: isAboutCode(view) ? 'faulty' : 'good',
  });
  const ways = [resendPart(resend, context), otherMethod(view, context, 'second')].filter(
    (one) => one !== undefined,
  );
  const help =
    ways.length === 0 ? undefined : html`<details><summary>${notReceived}</summary>\n${ways}</details>\n`;
  return html`${errorBox(context, error)}<p role="status">${sent}</p>
${requestForm(context, { request: 'code', body: html`${field}`, label: confirmLabel(view.order, context) })}${help}`;
}

/** A message that was not sent is no error of the field. */
function isAboutCode({ error }: Review): boolean {
  return error !== undefined && error.kind !== 'too-many-messages';
}

function resendPart(resend: ConfirmationOf<'code'>['resend'], context: ApprovalContext): Html | undefined {
  if (resend === undefined || resend.left === 0) return undefined;
  const { resendIn, resendsLeft } = context.words.code;
  const wait = resend.inSeconds > 0 ? html`${fill(resendIn, { seconds: resend.inSeconds })} ` : undefined;
  return html`<p class="hint">${wait}${fill(resendsLeft, { count: resend.left })}</p>\n${actionButton('resend', context.texts.code.resend, 'second')}`;
}

function otherMethod(
  { hasOtherMethods }: Review,
  { words }: ApprovalContext,
  style: 'second' | 'second wide' = 'second wide',
): Html | undefined {
  return hasOtherMethods ? actionButton('other-method', words.code.otherMethod, style) : undefined;
}

/** Leads back to the choice of accounts, where the request left them open. */
function otherAccount({ hasOtherAccounts }: Review, { frame, words }: ApprovalContext): Html | undefined {
  if (hasOtherAccounts !== true) return undefined;
  const { otherOne, otherSeveral } = words.accounts;
  return actionButton('other-account', frame.purpose === 'consent' ? otherSeveral : otherOne, 'second');
}

/** The challenge is made from what is approved. */
function byReader(
  view: Review,
  { challengeCode }: ConfirmationOf<'challenge'>,
  context: ApprovalContext,
): Html {
  const { answer, enter, insert, title, type } = context.words.reader;
  const field = inputField(context, {
    field: 'code',
    label: answer,
    attributes: answerFilling,
    state: view.error === undefined ? 'good' : 'faulty',
  });
  return html`<h2>${title}</h2>
${errorBox(context, readerErrorText(view.error, context))}<ol class="steps"><li>${insert}</li><li>${enter}<span class="number" dir="ltr">${groupedByFour(challengeCode)}</span></li><li>${type}</li></ol>
${requestForm(context, { request: 'code', body: field, label: confirmLabel(view.order, context) })}${otherMethod(view, context)}`;
}

/** The script asks the browser for the passkey; the field `do` is sent with its response. */
function byPasskey(view: Review, { options }: ConfirmationOf<'passkey'>, context: ApprovalContext): Html {
  const { frame, texts } = context;
  return html`<h2>${texts.passkey.title}</h2>
${errorBox(context, errorText(view.error, context))}${withoutPasskey(texts.noPasskeyHere)}${passkeyBroke(texts.passkeyBroke)}<form method="post" action="${frame.action}" hidden data-passkey="get" data-options="${options}">${token(frame.csrf)}<input type="hidden" name="do" value="passkey"><input type="hidden" name="passkey">
${paragraph(texts.passkey.intro)}<button class="action wide">${confirmLabel(view.order, context)}</button>
</form>
${otherMethod(view, context)}`;
}

/** The customer confirms on a device; without script a button asks whether it has happened. */
function byDevice(
  view: Review,
  { canResend, deviceName, number }: ConfirmationOf<'device'>,
  context: ApprovalContext,
): Html {
  const { frame, words } = context;
  const { continue: label, noPhone, open, resend, title, titleAny, waiting } = words.device;
  const heading =
    deviceName === undefined ? titleAny : fill(title, { device: nameValue(deviceName, context) });
  return html`<h2>${heading}</h2>
${errorBox(context, errorText(view.error, context))}<p>${open}</p>
<p class="number" dir="ltr">${number}</p>
<p class="wait" role="status" data-live="${frame.action}/status" hidden>${waiting}</p>
${actionButton('refresh', label, 'action wide')}${canResend === true ? actionButton('resend', resend, 'second wide') : undefined}${view.hasOtherMethods ? actionButton('other-method', noPhone, 'second wide') : undefined}`;
}

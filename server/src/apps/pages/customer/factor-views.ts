import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight } from './fill.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  emphasised,
  errorBox,
  heading,
  inputField,
  leaveAction,
  noticeBox,
  paragraph,
  secondaryActions,
  stepButton,
  stepForm,
  submit,
} from './parts.ts';
import { passkeyBroke, passkeyForm, withoutPasskey } from './passkey-form.ts';
import { signInErrorText } from './sign-in-errors.ts';
import type { FactorChoice, SignInViewOf } from './views.ts';
import { waitText } from './wait-text.ts';

/** No pattern: users type spaces and digits of their own script, and the server normalizes them. */
const codeFilling = html` class="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="24"`;

/** Asks which second factor to use. */
export function method({ choices, chosen }: SignInViewOf<'method'>, context: PageContext): PageContent {
  const { texts } = context;
  const { intro } = texts.method;
  const [only] = choices;
  const title = choices.length === 1 ? texts.password.titleKnown : texts.method.title;
  return {
    ...defaultContent,
    title,
    styles: ['fields', 'choices'],
    body: [
      heading(title),
      paragraph(context.confirming ?? intro),
      choices.length === 1 && only !== undefined
        ? stepButton(context, {
            step: 'method',
            label: factorText(only, context),
            style: 'action wide',
            fields: { factor: only.factor },
          })
        : choiceForm({ choices, chosen }, context),
      secondaryActions([leaveAction(context)]),
    ],
  };
}

function choiceForm(
  { choices, chosen }: Pick<SignInViewOf<'method'>, 'choices' | 'chosen'>,
  context: PageContext,
): Html {
  const { texts } = context;
  const { legend } = texts.method;
  const radios = choices.map(
    (choice) =>
      html`<label class="choice"><input type="radio" name="factor" value="${choice.factor}" required${
        choice.factor === chosen ? html` checked` : undefined
      }><span>${factorText(choice, context)}</span></label>\n`,
  );
  return stepForm(context, {
    step: 'method',
    body: html`<fieldset><legend>${legend} <span class="needed">${texts.needed}</span></legend>\n${radios}</fieldset>${submit(texts.continue)}`,
  });
}

function factorText({ ending, factor }: FactorChoice, { texts }: PageContext): Html {
  const { passkey: passkeyText, sms, smsTo, totp } = texts.method;
  if (factor === 'passkey') return html`${passkeyText}`;
  if (factor === 'totp') return html`${totp}`;
  return ending === undefined ? html`${sms}` : fill(smsTo, { ending: masked(ending) });
}

function masked(ending: string): Html {
  return leftToRight(`•••${ending}`);
}

function confirmingLine({ confirming }: PageContext): Html | undefined {
  return confirming === undefined ? undefined : paragraph(confirming);
}

/** One field for the whole code, of any length. */
export function code(view: SignInViewOf<'code'>, context: PageContext): PageContent {
  const { texts } = context;
  const title = view.factor === 'sms' ? texts.code.titleSms : texts.code.titleTotp;
  const error = signInErrorText(texts, view);
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'code',
    label: texts.code.code,
    hint: texts.code.codeHint,
    attributes: codeFilling,
    state,
    focus: 'first',
    isOnly: true,
  });
  return {
    ...defaultContent,
    title,
    state,
    scripts: view.factor === 'sms' ? ['text-message-code'] : [],
    styles: ['fields'],
    body: [
      heading(title),
      confirmingLine(context),
      paragraph(codeIntro(view, context)),
      errorBox(context, error),
      noticeBox(codeNotice(view, context)),
      stepForm(context, { step: 'code', body: html`${field}${submit(texts.code.confirm)}` }),
      secondaryActions([notReceived(view, context), leaveAction(context)]),
    ],
  };
}

/** Returns the result of requesting a new code. */
function codeNotice({ limit, notice }: SignInViewOf<'code'>, context: PageContext): Html | undefined {
  const { limits, notices } = context.texts;
  if (limit !== undefined) return html`${emphasised(limits.notSent)} ${waitText(limit, context)}`;
  return notice === undefined ? undefined : html`${notices[notice]}`;
}

function codeIntro({ ending, factor }: SignInViewOf<'code'>, { texts }: PageContext): Html {
  if (factor === 'totp') return html`${texts.code.openApp}`;
  return ending === undefined
    ? html`${texts.code.sent}`
    : fill(texts.code.sentTo, { ending: masked(ending) });
}

function notReceived(
  { canResend, choices, factor }: SignInViewOf<'code'>,
  context: PageContext,
): Html | undefined {
  const { notReceived: question, resend } = context.texts.code;
  if (!canResend && choices.length === 0) return undefined;
  return html`<details><summary>${factor === 'sms' ? question : context.texts.method.others}</summary>
${canResend ? stepButton(context, { step: 'resend', label: resend }) : undefined}${otherFactorActions(choices, context)}</details>
`;
}

function otherFactorActions(choices: readonly FactorChoice[], context: PageContext): readonly Html[] {
  return choices.map((choice) =>
    stepButton(context, {
      step: 'method',
      label: factorText(choice, context),
      fields: { factor: choice.factor },
    }),
  );
}

/** Opens the browser's own dialog with a button. */
export function passkey(view: SignInViewOf<'passkey'>, context: PageContext): PageContent {
  const { texts } = context;
  const { intro, title, use } = texts.passkey;
  const error = signInErrorText(texts, view);
  return {
    ...defaultContent,
    title,
    state: error === undefined ? 'good' : 'faulty',
    scripts: ['passkey'],
    body: [
      heading(title),
      confirmingLine(context),
      errorBox(context, error),
      withoutPasskey(texts.noPasskeyHere),
      passkeyBroke(texts.passkeyBroke),
      passkeyForm(context, {
        step: 'passkey',
        options: view.options,
        use: 'get',
        body: html`<p>${intro}</p>${submit(use)}`,
      }),
      secondaryActions([...otherFactorActions(view.choices, context), leaveAction(context)]),
    ],
  };
}

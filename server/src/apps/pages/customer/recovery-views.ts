import { type Html, html } from '#platform/html/html.ts';
import { usernameForManagers } from './entry-views.ts';
import { fill, fillText } from './fill.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  cancelAction,
  errorBox,
  heading,
  inputField,
  leaveAction,
  paragraph,
  reference,
  secondaryActions,
  stepButton,
  stepForm,
  submit,
} from './parts.ts';
import { signInErrorText } from './sign-in-errors.ts';
import type { SignInViewOf } from './views.ts';

const usernameFilling = html` autocomplete="username" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="200"`;
const contactFilling = html` autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254"`;
const temporaryFilling = html` autocomplete="one-time-code" dir="ltr"`;
const newFilling = html` autocomplete="new-password" dir="ltr"`;

export function forgotPassword(view: SignInViewOf<'forgot-password'>, context: PageContext): PageContent {
  const { texts } = context;
  return question(context, {
    pageTexts: texts.forgotPassword,
    error: signInErrorText(texts, view),
    step: 'send-reset',
    field: {
      field: 'username',
      label: texts.identify.username,
      attributes: usernameFilling,
      value: view.username,
    },
    button: texts.forgotPassword.send,
  });
}

export function forgotUsername(view: SignInViewOf<'forgot-username'>, context: PageContext): PageContent {
  const { texts } = context;
  return question(context, {
    pageTexts: texts.forgotUsername,
    error: signInErrorText(texts, view),
    step: 'send-username',
    field: { field: 'contact', label: texts.forgotUsername.contact, attributes: contactFilling },
    button: texts.forgotUsername.send,
  });
}

export function temporaryPassword(
  view: SignInViewOf<'temporary-password'>,
  context: PageContext,
): PageContent {
  const { texts } = context;
  return question(context, {
    pageTexts: texts.temporaryPassword,
    error: signInErrorText(texts, view),
    step: 'temporary-password',
    before: view.asksName
      ? inputField(context, {
          field: 'username',
          label: texts.identify.username,
          attributes: usernameFilling,
          state: 'good',
          focus: 'first',
        })
      : undefined,
    field: {
      field: 'temporary-password',
      label: texts.temporaryPassword.password,
      type: 'password',
      attributes: temporaryFilling,
    },
    button: texts.continue,
  });
}

interface Question {
  readonly pageTexts: { readonly title: string; readonly intro: string };
  readonly error: Html | undefined;
  readonly step: string;
  /** A field before the main one. */
  readonly before?: Html | undefined;
  readonly field: Omit<Parameters<typeof inputField>[1], 'state'>;
  readonly button: string;
}

/** Renders one sentence, one field and one button. */
function question(
  context: PageContext,
  { before, button, error, field, step, pageTexts }: Question,
): PageContent {
  const state = error === undefined ? 'good' : 'faulty';
  return {
    ...defaultContent,
    title: pageTexts.title,
    state,
    scripts: field.type === 'password' ? ['show-password'] : [],
    styles: field.type === 'password' ? ['fields', 'passwords'] : ['fields'],
    body: [
      heading(pageTexts.title),
      paragraph(pageTexts.intro),
      errorBox(context, error),
      stepForm(context, {
        step,
        body: html`${before ?? ''}${inputField(context, {
          ...field,
          state,
          ...(before === undefined ? { focus: 'first', isOnly: true } : {}),
        })}${submit(button)}`,
      }),
      secondaryActions([
        stepButton(context, { step: 'other-user', label: context.texts.forgotPassword.back }),
        cancelAction(context),
      ]),
    ],
  };
}

export function newPassword(view: SignInViewOf<'new-password'>, context: PageContext): PageContent {
  const { password, repeat, rule, save, title } = context.texts.newPassword;
  const state = view.errors.length === 0 ? 'good' : 'faulty';
  const shared = { type: 'password', attributes: newFilling, state } as const;
  const hint = fillText(rule, { count: String(view.lengthMin) });
  const fields = html`${usernameForManagers(view.username)}${inputField(context, { ...shared, field: 'new-password', label: password, hint, focus: 'first' })}${inputField(
    context,
    { ...shared, field: 'repeat-password', label: repeat, focus: 'never' },
  )}`;
  return {
    ...defaultContent,
    title,
    state,
    scripts: ['show-password'],
    styles: ['fields', 'passwords', 'lists'],
    body: [
      heading(title),
      passwordErrors(view, context),
      stepForm(context, { step: 'new-password', body: html`${fields}${submit(save)}` }),
      secondaryActions([leaveAction(context)]),
    ],
  };
}

function passwordErrors(
  { errors, lengthMin }: SignInViewOf<'new-password'>,
  context: PageContext,
): Html | undefined {
  if (errors.length === 0) return undefined;
  const { intro, ...pageTexts } = context.texts.passwordErrors;
  const items = errors.map((error) => html`<li>${fill(pageTexts[error], { count: lengthMin })}</li>`);
  return html`<div class="fault" role="alert" id="fault"><p><strong>${intro}</strong></p><ul class="points">${items}</ul><p>${reference(context)}</p></div>\n`;
}

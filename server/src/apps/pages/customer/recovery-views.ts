import { type Html, html } from '#platform/html/html.ts';
import { usernameForManagers } from './entry-views.ts';
import { fill, fillText } from './fill.ts';
import { type Matter, type PageContext, plainMatter } from './page-context.ts';
import {
  cancelWay,
  faultBox,
  heading,
  inputField,
  paragraph,
  quietWays,
  reference,
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

export function forgotPassword(view: SignInViewOf<'forgot-password'>, context: PageContext): Matter {
  const { texts } = context;
  return question(context, {
    words: texts.forgotPassword,
    fault: signInErrorText(texts, view),
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

export function forgotUsername(view: SignInViewOf<'forgot-username'>, context: PageContext): Matter {
  const { texts } = context;
  return question(context, {
    words: texts.forgotUsername,
    fault: signInErrorText(texts, view),
    step: 'send-username',
    field: { field: 'contact', label: texts.forgotUsername.contact, attributes: contactFilling },
    button: texts.forgotUsername.send,
  });
}

export function temporaryPassword(view: SignInViewOf<'temporary-password'>, context: PageContext): Matter {
  const { texts } = context;
  return question(context, {
    words: texts.temporaryPassword,
    fault: signInErrorText(texts, view),
    step: 'temporary-password',
    before: view.asksName
      ? inputField(context, {
          field: 'username',
          label: texts.identify.username,
          attributes: usernameFilling,
          state: 'good',
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
  readonly words: { readonly title: string; readonly intro: string };
  readonly fault: Html | undefined;
  readonly step: string;
  /** A field before the one that is asked for. */
  readonly before?: Html | undefined;
  readonly field: Omit<Parameters<typeof inputField>[1], 'state'>;
  readonly button: string;
}

/** One sentence, one field, one button. */
function question(context: PageContext, { before, button, fault, field, step, words }: Question): Matter {
  const state = fault === undefined ? 'good' : 'faulty';
  return {
    ...plainMatter,
    title: words.title,
    state,
    scripts: field.type === 'password' ? ['show-password'] : [],
    styles: field.type === 'password' ? ['fields', 'passwords'] : ['fields'],
    body: [
      heading(words.title),
      paragraph(words.intro),
      faultBox(context, fault),
      stepForm(context, {
        step,
        body: html`${before ?? ''}${inputField(context, { ...field, state })}${submit(button)}`,
      }),
      quietWays([
        stepButton(context, { step: 'other-user', label: context.texts.forgotPassword.back }),
        cancelWay(context),
      ]),
    ],
  };
}

export function newPassword(view: SignInViewOf<'new-password'>, context: PageContext): Matter {
  const { password, repeat, rule, save, title } = context.texts.newPassword;
  const state = view.faults.length === 0 ? 'good' : 'faulty';
  const shared = { type: 'password', attributes: newFilling, state } as const;
  const hint = fillText(rule, { count: String(view.lengthMin) });
  const fields = html`${usernameForManagers(view.username)}${inputField(context, { ...shared, field: 'new-password', label: password, hint })}${inputField(
    context,
    { ...shared, field: 'repeat-password', label: repeat, focus: 'never' },
  )}`;
  return {
    ...plainMatter,
    title,
    state,
    scripts: ['show-password'],
    styles: ['fields', 'passwords', 'lists'],
    body: [
      heading(title),
      passwordFaults(view, context),
      stepForm(context, { step: 'new-password', body: html`${fields}${submit(save)}` }),
      quietWays([cancelWay(context)]),
    ],
  };
}

function passwordFaults(
  { faults, lengthMin }: SignInViewOf<'new-password'>,
  context: PageContext,
): Html | undefined {
  if (faults.length === 0) return undefined;
  const { intro, ...words } = context.texts.passwordFaults;
  const items = faults.map((fault) => html`<li>${fill(words[fault], { count: lengthMin })}</li>`);
  return html`<div class="fault" role="alert" id="fault"><p><strong>${intro}</strong></p><ul class="points">${items}</ul><p>${reference(context)}</p></div>\n`;
}

import { html } from '#platform/html/html.ts';
import { usernameForManagers } from '../customer/entry-views.ts';
import { fill, leftToRight } from '../customer/fill.ts';
import { errorBox, heading, inputField, paragraph, secondaryActions } from '../customer/parts.ts';
import {
  type ApprovalContent,
  type ApprovalContext,
  type ApprovalViewOf,
  defaultContent,
} from './approval-context.ts';
import { errorText } from './page-errors.ts';
import { actionButton, cancelButton, requestForm } from './parts.ts';
import { plainName } from './plain-name.ts';
import { partyValue } from './values.ts';

const nameFilling = html` autocomplete="username" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="200"`;
const passwordFilling = html` autocomplete="current-password" dir="ltr"`;

/** Asks who the customer is. */
export function identify({ error }: ApprovalViewOf<'identify'>, context: ApprovalContext): ApprovalContent {
  const { frame, texts, words } = context;
  const { title } = texts.identify;
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'name',
    label: words.name,
    attributes: nameFilling,
    state,
  });
  return {
    ...defaultContent,
    title,
    state,
    styles: ['fields'],
    body: [
      heading(title),
      paragraph(fill(words.intro[frame.purpose], { party: partyValue(context) })),
      errorBox(context, errorText(error, context)),
      requestForm(context, { request: 'identify', body: field, label: texts.continue }),
      cancelButton(context),
    ],
  };
}

/** Asks for the password. */
export function password(view: ApprovalViewOf<'password'>, context: ApprovalContext): ApprovalContent {
  const { frame, texts, words } = context;
  const { otherUser, password: label, signedInAs, signIn, title } = texts.password;
  const state = view.error === undefined ? 'good' : 'faulty';
  const name = plainName(view.name);
  const field = inputField(context, {
    field: 'password',
    label,
    type: 'password',
    attributes: passwordFilling,
    state,
  });
  return {
    ...defaultContent,
    title,
    state,
    scripts: ['show-password'],
    styles: ['fields', 'passwords'],
    body: [
      heading(title),
      paragraph(fill(words.intro[frame.purpose], { party: partyValue(context) })),
      errorBox(context, errorText(view.error, context)),
      paragraph(fill(signedInAs, { username: leftToRight(name) })),
      requestForm(context, {
        request: 'password',
        body: html`${usernameForManagers(name)}${field}`,
        label: signIn,
      }),
      cancelButton(context),
      view.canChangeName ? secondaryActions([actionButton('other-name', otherUser)]) : undefined,
    ],
  };
}

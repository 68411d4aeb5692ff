import { type Html, html } from '#platform/html/html.ts';
import { usernameForManagers } from '../customer/entry-views.ts';
import { fill, fillText, leftToRight, name } from '../customer/fill.ts';
import { defaultContent, type PageContent, type PageContext } from '../customer/page-context.ts';
import {
  emphasised,
  errorBox,
  heading,
  inputField,
  paragraph,
  reference,
  secondaryActions,
  stepButton,
  stepForm,
  submit,
} from '../customer/parts.ts';
import type { AccountViewOf } from '../customer/views.ts';
import { browserFacts } from './overview-parts.ts';
import { settingsTexts } from './settings-texts.ts';

const currentFilling = html` autocomplete="current-password" dir="ltr"`;
const newFilling = html` autocomplete="new-password" dir="ltr"`;
const emailFilling = html` autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254"`;
const phoneFilling = html` autocomplete="tel" inputmode="tel" dir="ltr" maxlength="40"`;
const codeFilling = html` class="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="24"`;

/** Every form of the settings can be left without a change. */
function leave(context: PageContext): Html | undefined {
  const { cancel } = settingsTexts(context.language.tag);
  return secondaryActions([stepButton(context, { step: 'overview', label: cancel })]);
}

/** Asks for the password that is used now, and twice for the new one. */
export function changePassword(view: AccountViewOf<'change-password'>, context: PageContext): PageContent {
  const { after, title } = settingsTexts(context.language.tag).password;
  return {
    ...defaultContent,
    title,
    state: view.errors.length === 0 ? 'good' : 'faulty',
    query: 'show=change-password',
    scripts: ['show-password'],
    styles: ['fields', 'passwords', 'lists'],
    body: [
      heading(title),
      paragraph(after),
      passwordErrors(view, context),
      stepForm(context, {
        step: 'save-password',
        body: html`${usernameForManagers(view.username)}${passwordFields(view, context)}${submit(context.texts.newPassword.save)}`,
      }),
      leave(context),
    ],
  };
}

function passwordFields(
  { errors, lengthMin }: AccountViewOf<'change-password'>,
  context: PageContext,
): readonly Html[] {
  const { password, repeat, rule } = context.texts.newPassword;
  const isCurrentWrong = errors.some((error) => error.startsWith('current-'));
  const current = isCurrentWrong ? 'faulty' : 'good';
  const wanted = errors.length > 0 && !isCurrentWrong ? 'faulty' : 'good';
  const shared = { type: 'password', attributes: newFilling, state: wanted } as const;
  return [
    inputField(context, {
      field: 'current-password',
      label: settingsTexts(context.language.tag).password.current,
      type: 'password',
      attributes: currentFilling,
      state: current,
      ...(wanted === 'good' ? { focus: 'first' } : {}),
    }),
    inputField(context, {
      ...shared,
      field: 'new-password',
      label: password,
      hint: fillText(rule, { count: String(lengthMin) }),
    }),
    inputField(context, { ...shared, field: 'repeat-password', label: repeat, focus: 'never' }),
  ];
}

function passwordErrors(
  { errors, lengthMin }: AccountViewOf<'change-password'>,
  context: PageContext,
): Html | undefined {
  if (errors.length === 0) return undefined;
  const { intro, ...common } = context.texts.passwordErrors;
  const words = { ...common, ...settingsTexts(context.language.tag).password.errors };
  const items = errors.map((error) => html`<li>${fill(words[error], { count: lengthMin })}</li>`);
  return html`<div class="fault" role="alert" id="fault"><p><strong>${intro}</strong></p><ul class="points">${items}</ul><p>${reference(context)}</p></div>\n`;
}

/** Asks for a new e-mail address or phone number. */
export function changeContact(
  { contact, error, value }: AccountViewOf<'change-contact'>,
  context: PageContext,
): PageContent {
  const { errors, fields, hints, send, titles } = settingsTexts(context.language.tag).contacts;
  const title = titles[contact];
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'value',
    label: fields[contact],
    hint: hints[contact],
    value,
    attributes: contact === 'email' ? emailFilling : phoneFilling,
    state,
    isOnly: true,
    focus: 'first',
  });
  return {
    ...defaultContent,
    title,
    state,
    query: `show=change-contact&contact=${contact}`,
    styles: ['fields'],
    body: [
      heading(title),
      errorBox(context, error && emphasised(errors[error])),
      stepForm(context, {
        step: 'send-contact-code',
        body: html`${hiddenContact(contact)}${field}${submit(send)}`,
      }),
      leave(context),
    ],
  };
}

function hiddenContact(contact: 'email' | 'phone'): Html {
  return html`<input type="hidden" name="contact" value="${contact}">`;
}

/** Asks for the code that was sent to the new contact. */
export function confirmContact(
  { contact, error, value }: AccountViewOf<'confirm-contact'>,
  context: PageContext,
): PageContent {
  const { code, errors, hint, other, save, sent, title } = settingsTexts(context.language.tag).code;
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'code',
    label: code,
    hint,
    attributes: codeFilling,
    state,
    isOnly: true,
    focus: 'first',
  });
  const again = `${context.frame.action}?show=change-contact&contact=${contact}`;
  return {
    ...defaultContent,
    title,
    state,
    query: `show=confirm-contact&contact=${contact}`,
    styles: ['fields'],
    body: [
      heading(title),
      paragraph(fill(sent, { value: leftToRight(value) })),
      errorBox(context, error && emphasised(errors[error])),
      stepForm(context, {
        step: 'confirm-contact',
        body: html`${hiddenContact(contact)}${field}${submit(save)}`,
      }),
      secondaryActions([
        html`<p><a href="${again}">${other}</a></p>\n`,
        stepButton(context, { step: 'overview', label: settingsTexts(context.language.tag).cancel }),
      ]),
    ],
  };
}

/** Offers pictures by which the customer recognizes the sign-in page. */
export function choosePicture(
  { pictures }: AccountViewOf<'choose-picture'>,
  context: PageContext,
): PageContent {
  const { about, choice: label, legend, save, title } = settingsTexts(context.language.tag).picture;
  const radios = pictures.map(
    ({ choice, image }) =>
      html`<label class="choice"><input type="radio" name="picture" value="${choice}" required><img src="${image}" alt="${fillText(label, { number: String(choice + 1) })}" width="72" height="72"></label>\n`,
  );
  return {
    ...defaultContent,
    title,
    query: 'show=choose-picture',
    styles: ['fields', 'choices', 'pictures'],
    imageSources: ['data:'],
    body: [
      heading(title),
      paragraph(about),
      stepForm(context, {
        step: 'save-picture',
        body: html`<fieldset><legend>${legend}</legend><div class="pictures">\n${radios}</div></fieldset>${submit(save)}`,
      }),
      leave(context),
    ],
  };
}

/** Asks before a browser is removed, because it is signed out at once. */
export function removeBrowser(
  { browser, timeZone }: AccountViewOf<'remove-browser'>,
  context: PageContext,
): PageContent {
  const { clients, confirm, here, keep, title, what } = settingsTexts(context.language.tag).removeBrowser;
  const hasClients = browser.sessions.some(({ clientName }) => clientName !== undefined);
  return {
    ...defaultContent,
    title,
    query: `show=remove-browser&browser=${browser.browserId}`,
    body: [
      heading(title),
      paragraph(fill(what, { name: name(browser.name) })),
      html`<p class="hint">${browserFacts(browser, { ...context, timeZone })}</p>\n`,
      browser.isThis ? paragraph(here) : undefined,
      hasClients ? paragraph(clients) : undefined,
      stepButton(context, {
        step: 'confirm-remove-browser',
        label: confirm,
        style: 'action wide',
        fields: { 'browser-id': browser.browserId },
      }),
      secondaryActions([stepButton(context, { step: 'overview', label: keep })]),
    ],
  };
}

/** Asks for a new sign-in: the session is too old for what the customer wants to change. */
export function signInAgain(context: PageContext): PageContent {
  const { button, title, what } = settingsTexts(context.language.tag).again;
  return {
    ...defaultContent,
    title,
    body: [
      heading(title),
      paragraph(what),
      stepButton(context, { step: 'sign-in-again', label: button, style: 'action wide' }),
      leave(context),
    ],
  };
}

import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from './fill.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  cancelAction,
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
import { passkeyBroke, passkeyForm } from './passkey-form.ts';
import { signInErrorText } from './sign-in-errors.ts';
import type { SignInViewOf } from './views.ts';

/** Browsers offer a passkey beside the username. */
const usernameFilling = html` autocomplete="username webauthn" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="200"`;
const passwordFilling = html` autocomplete="current-password" dir="ltr"`;

/** Asks for the username. */
export function identify(view: SignInViewOf<'identify'>, context: PageContext): PageContent {
  const { frame, texts } = context;
  const { forClient, forgotUsername, title, username, usernameHint } = texts.identify;
  const error = signInErrorText(texts, view);
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'username',
    label: username,
    hint: usernameHint,
    value: view.username,
    attributes: usernameFilling,
    state,
    focus: 'first',
    isOnly: true,
  });
  return {
    ...defaultContent,
    title,
    state,
    scripts: ['passkey'],
    styles: ['fields'],
    body: [
      heading(title),
      forClientLine(frame, forClient),
      errorBox(context, error),
      noticeBox(view.notice === undefined ? undefined : texts.notices[view.notice]),
      stepForm(context, { step: 'identify', body: html`${field}${submit(texts.continue)}` }),
      passkeyBroke(texts.passkeyBroke),
      passkeyForm(context, {
        step: 'passkey',
        options: view.passkeyOptions,
        use: 'get-beside',
        body: submit(texts.identify.passkey, 'second wide'),
      }),
      ...view.providers.map(({ name: providerName, provider }) =>
        stepButton(context, {
          step: 'linked-login',
          label: fill(texts.identify.provider, { provider: name(providerName) }),
          style: 'second wide',
          fields: { provider },
        }),
      ),
      secondaryActions([
        stepButton(context, { step: 'forgot-password', label: texts.password.forgotPassword }),
        stepButton(context, { step: 'forgot-username', label: forgotUsername }),
        cancelAction(context),
      ]),
    ],
  };
}

function forClientLine({ bankName, clientName }: PageContext['frame'], sentence: string): Html | undefined {
  if (clientName === undefined) return undefined;
  return paragraph(fill(sentence, { client: name(clientName), bank: name(bankName) }));
}

/** Shows the way to another provider. A link, because browsers refuse a form that redirects to another site. */
export function linkedLogin(
  { address, providerName }: SignInViewOf<'linked-login'>,
  context: PageContext,
): PageContent {
  const { texts } = context;
  const { back, go, intro, title } = texts.linkedLogin;
  const provider = name(providerName);
  return {
    ...defaultContent,
    title: title.replace('{provider}', providerName),
    body: [
      heading(fill(title, { provider })),
      paragraph(fill(intro, { provider, bank: name(context.frame.bankName) })),
      html`<p><a class="action wide" href="${address}">${fill(go, { provider })}</a></p>\n`,
      secondaryActions([stepButton(context, { step: 'other-user', label: back }), leaveAction(context)]),
    ],
  };
}

/** Asks for the password. */
export function password(view: SignInViewOf<'password'>, context: PageContext): PageContent {
  const { texts } = context;
  const passwordTexts = texts.password;
  const error = passwordError(view, context);
  const state = error === undefined ? 'good' : 'faulty';
  const field = inputField(context, {
    field: 'password',
    label: passwordTexts.password,
    type: 'password',
    attributes: passwordFilling,
    state,
    focus: 'first',
    isOnly: true,
  });
  return {
    ...defaultContent,
    title: passwordTexts.title,
    state,
    scripts: ['show-password'],
    styles: ['fields', 'passwords', 'picture'],
    imageSources: view.hintPictureUrl === undefined ? [] : ["'self'"],
    body: [
      heading(passwordTexts.title),
      errorBox(context, error),
      usernameLine(view, context),
      stepForm(context, {
        step: 'password',
        body: html`${usernameForManagers(view.username)}${field}${submit(passwordTexts.signIn)}`,
      }),
      secondaryActions([
        stepButton(context, { step: 'other-user', label: passwordTexts.otherUser }),
        stepButton(context, { step: 'forgot-password', label: passwordTexts.forgotPassword }),
        leaveAction(context),
      ]),
    ],
  };
}

function passwordError(view: SignInViewOf<'password'>, { texts }: PageContext): Html | undefined {
  const error = signInErrorText(texts, view);
  if (error === undefined) return undefined;
  if (view.attemptsLeft === undefined) return error;
  return html`${error} ${fill(texts.password.attemptsLeft, { count: view.attemptsLeft })}`;
}

function usernameLine({ hintPictureUrl, username }: SignInViewOf<'password'>, { texts }: PageContext): Html {
  const who = fill(texts.password.signedInAs, { username: leftToRight(username) });
  if (hintPictureUrl === undefined) return paragraph(who);
  return html`<div class="who"><img src="${hintPictureUrl}" alt="${texts.password.hintPicture}" width="64" height="64"><span>${who}</span></div>
<p class="hint">${texts.password.hintPictureText}</p>
`;
}

/** Invisible to users: password managers need the username. */
export function usernameForManagers(username: string): Html {
  return html`<input class="unseen" type="text" autocomplete="username" value="${username}" readonly tabindex="-1" aria-hidden="true">`;
}

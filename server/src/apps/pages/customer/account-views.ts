import { type Html, html } from '#platform/html/html.ts';
import { plainName } from '../approval/plain-name.ts';
import { addressIn } from '../mailbox/mailbox-parts.ts';
import { mailboxTexts } from '../mailbox/mailbox-texts.ts';
import { loginList } from '../settings/login-views.ts';
import { browserList, ownData } from '../settings/overview-parts.ts';
import { settingsTexts } from '../settings/settings-texts.ts';
import { fill, leftToRight, name } from './fill.ts';
import { formatTime } from './format-time.ts';
import { labelFor, listItem, listOf } from './list-parts.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  emphasised,
  errorBox,
  focusedNotice,
  heading,
  inputField,
  paragraph,
  secondaryActions,
  stepButton,
  submit,
} from './parts.ts';
import { passkeyBroke, passkeyForm, withoutPasskey } from './passkey-form.ts';
import type { AccountViewOf, ListedPasskey } from './views.ts';

const passkeyNameFilling = html` autocomplete="off" maxlength="60"`;

const failures = [
  'passkey-failed',
  'login-in-use',
  'login-not-proven',
  'login-provider-away',
  'logins-full',
] as const;

/** Lists the customer's own data, passkeys, browsers and sessions, each with its actions. */
export function overview(view: AccountViewOf<'overview'>, context: PageContext): PageContent {
  const { account, accountNotices } = context.texts;
  const notices = { ...accountNotices, ...settingsTexts(context.language.tag).notices };
  const { notice } = view;
  const failure = failures.find((known) => known === notice);
  const elsewhere = [...view.sessions, ...view.browsers.flatMap(({ sessions }) => sessions)].some(
    ({ isThis }) => !isThis,
  );
  return {
    ...defaultContent,
    title: account.title,
    state: failure === undefined ? 'good' : 'faulty',
    styles: ['things', 'picture'],
    imageSources: ["'self'"],
    body: [
      heading(account.title),
      errorBox(context, failure && emphasised(notices[failure])),
      focusedNotice(notice === undefined || notice === failure ? undefined : notices[notice]),
      paragraph(fill(account.signedInAs, { username: leftToRight(view.username) })),
      ...mailboxPart(context),
      html`<h2>${account.access}</h2>\n`,
      paragraph(account.accessIntro),
      html`<p><a href="${context.frame.action}/access">${account.showAccess}</a></p>\n`,
      ...ownData(view, context),
      html`<h2>${account.passkeys}</h2>\n`,
      paragraph(account.passkeysIntro),
      listOf(
        view.passkeys.map((passkey) => passkeyItem(passkey, view.timeZone, context)),
        account.noPasskeys,
      ),
      stepButton(context, { step: 'add-passkey', label: account.addPasskey, style: 'second wide' }),
      ...loginList(view, context),
      ...browserList(view, context),
      elsewhere
        ? stepButton(context, {
            step: 'sign-out-elsewhere',
            label: account.signOutElsewhere,
            style: 'second wide',
          })
        : undefined,
      stepButton(context, { step: 'sign-out', label: account.signOut, style: 'second wide' }),
    ],
  };
}

/** Leads to the messages, for customers who have a mailbox. */
function mailboxPart({ frame, language, unread }: PageContext): readonly Html[] {
  if (unread === undefined) return [];
  const { notifications, overview: words, title } = mailboxTexts(language.tag);
  const stateOf = (count: number): Html =>
    count === 0 ? html`${words.noneUnread}` : html`<strong>${fill(words.unread, { count })}</strong>`;
  const organizations = unread.organizations.map((one) => {
    const address = addressIn({ organizations: [], chosen: one }, `${frame.action}/messages`);
    return html`<p><a href="${address}">${name(plainName(one.name))}</a><br>${stateOf(one.count)}</p>\n`;
  });
  return [
    html`<h2>${title}</h2>\n`,
    paragraph(stateOf(unread.own)),
    ...organizations,
    html`<p><a href="${frame.action}/messages">${words.show}</a><br>\n<a href="${frame.action}/notifications">${notifications.show}</a></p>\n`,
  ];
}

function passkeyItem(passkey: ListedPasskey, timeZone: string, context: PageContext): Html {
  const { account } = context.texts;
  const button = stepButton(context, {
    step: 'remove-passkey',
    label: labelFor(account.remove, passkey.name),
    fields: { 'passkey-id': passkey.passkeyId },
    style: 'second',
  });
  return listItem(passkey.name, passkeyTimes(passkey, timeZone, context), button);
}

function passkeyTimes(
  { createdAt, lastUsedAt }: ListedPasskey,
  timeZone: string,
  context: PageContext,
): Html {
  const { added, lastUsed, neverUsed } = context.texts.account;
  const used =
    lastUsedAt === undefined
      ? html`${neverUsed}`
      : fill(lastUsed, { time: formatTime(lastUsedAt, timeZone, context) });
  return html`${fill(added, { time: formatTime(createdAt, timeZone, context) })}<br>${used}`;
}

/** Asks for a name; the browser's own dialog does the rest. */
export function addPasskey({ options }: AccountViewOf<'add-passkey'>, context: PageContext): PageContent {
  const { cannot, failed, intro, name: label, nameHint: hint, save, title } = context.texts.addPasskey;
  const field = inputField(context, {
    field: 'name',
    label,
    hint,
    attributes: passkeyNameFilling,
    state: 'good',
    focus: 'first',
    isOnly: true,
  });
  return {
    ...defaultContent,
    title,
    query: 'show=add-passkey',
    scripts: ['passkey'],
    styles: ['fields'],
    body: [
      heading(title),
      withoutPasskey(cannot),
      passkeyBroke(failed),
      passkeyForm(context, {
        step: 'save-passkey',
        options,
        use: 'create',
        body: html`<p>${intro}</p>${field}${submit(save)}`,
      }),
      secondaryActions([backToOverview(context)]),
    ],
  };
}

/** Asks for confirmation, because removal cannot be undone. */
export function removePasskey(
  { passkey, timeZone }: AccountViewOf<'remove-passkey'>,
  context: PageContext,
): PageContent {
  const { also, confirm, keep, title, what } = context.texts.removePasskey;
  return {
    ...defaultContent,
    title,
    query: `show=remove-passkey&passkey=${passkey.passkeyId}`,
    body: [
      heading(title),
      paragraph(fill(what, { name: name(passkey.name) })),
      html`<p class="hint">${passkeyTimes(passkey, timeZone, context)}</p>\n`,
      paragraph(also),
      stepButton(context, {
        step: 'confirm-remove-passkey',
        label: confirm,
        style: 'action wide',
        fields: { 'passkey-id': passkey.passkeyId },
      }),
      secondaryActions([stepButton(context, { step: 'overview', label: keep })]),
    ],
  };
}

function backToOverview(context: PageContext): Html {
  return stepButton(context, { step: 'overview', label: context.texts.account.back });
}

/** Uses a link instead of a form, because there is no session for a form. */
export function signedOut(context: PageContext): PageContent {
  const { again, title, what } = context.texts.signedOut;
  return {
    ...defaultContent,
    title,
    ends: 'never',
    body: [
      heading(title),
      paragraph(what),
      html`<p><a class="action wide" href="${context.frame.action}">${again}</a></p>\n`,
    ],
  };
}

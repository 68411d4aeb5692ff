import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from './fill.ts';
import { formatTime } from './format-time.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  emphasised,
  errorBox,
  heading,
  inputField,
  noticeBox,
  paragraph,
  secondaryActions,
  stepButton,
  submit,
} from './parts.ts';
import { passkeyBroke, passkeyForm, withoutPasskey } from './passkey-form.ts';
import type { AccountViewOf, ListedBrowser, ListedPasskey, ListedSession } from './views.ts';

const passkeyNameFilling = html` autocomplete="off" maxlength="60"`;

/** Lists passkeys, browsers and sessions, each with its actions. */
export function overview(view: AccountViewOf<'overview'>, context: PageContext): PageContent {
  const { account, accountNotices } = context.texts;
  const hasFailed = view.notice === 'passkey-failed';
  const elsewhere = view.sessions.some(({ isThis }) => !isThis);
  return {
    ...defaultContent,
    title: account.title,
    state: hasFailed ? 'faulty' : 'good',
    styles: ['things'],
    body: [
      heading(account.title),
      hasFailed ? errorBox(context, emphasised(accountNotices['passkey-failed'])) : undefined,
      noticeBox(view.notice === undefined || hasFailed ? undefined : accountNotices[view.notice]),
      paragraph(fill(account.signedInAs, { username: leftToRight(view.username) })),
      html`<h2>${account.access}</h2>\n`,
      paragraph(account.accessIntro),
      html`<p><a href="${context.frame.action}/access">${account.showAccess}</a></p>\n`,
      html`<h2>${account.passkeys}</h2>\n`,
      paragraph(account.passkeysIntro),
      listOf(
        view.passkeys.map((passkey) => passkeyItem(passkey, view.timeZone, context)),
        account.noPasskeys,
      ),
      stepButton(context, { step: 'add-passkey', label: account.addPasskey, style: 'second wide' }),
      html`<h2>${account.browsers}</h2>\n`,
      paragraph(account.browsersIntro),
      listOf(
        view.browsers.map((browser) => browserItem(browser, view.timeZone, context)),
        account.noBrowsers,
      ),
      html`<h2>${account.sessions}</h2>\n`,
      listOf(
        view.sessions.map((session) => sessionItem(session, view.timeZone, context)),
        account.noSessions,
      ),
      elsewhere
        ? stepButton(context, {
            step: 'sign-out-elsewhere',
            label: account.signOutElsewhere,
            style: 'second wide',
          })
        : undefined,
      html`<div class="quiet">${stepButton(context, { step: 'sign-out', label: account.signOut })}</div>\n`,
    ],
  };
}

function listOf(items: readonly Html[], none: string): Html {
  return items.length === 0 ? paragraph(none) : html`<ul class="things">\n${items}</ul>\n`;
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

function browserItem(browser: ListedBrowser, timeZone: string, context: PageContext): Html {
  const { account } = context.texts;
  const times = fill(account.seen, {
    first: formatTime(browser.firstSeenAt, timeZone, context),
    last: formatTime(browser.lastSeenAt, timeZone, context),
  });
  const button = stepButton(context, {
    step: 'forget-browser',
    label: labelFor(account.forget, browser.name),
    fields: { 'browser-id': browser.browserId },
    style: 'second',
  });
  return listItem(browser.name, html`${thisOne(browser, context)}${times}`, button);
}

function sessionItem(session: ListedSession, timeZone: string, context: PageContext): Html {
  const { account } = context.texts;
  const since = fill(account.since, {
    time: formatTime(session.startedAt, timeZone, context),
    browser: name(session.browserName),
  });
  return listItem(session.clientName ?? account.ownPages, html`${thisOne(session, context)}${since}`);
}

function thisOne({ isThis }: { readonly isThis: boolean }, { texts }: PageContext): Html | undefined {
  return isThis ? html`<strong>${texts.account.thisBrowser}</strong><br>` : undefined;
}

function listItem(title: string, about: Html, button?: Html): Html {
  return html`<li><div><strong>${name(title)}</strong><p>${about}</p></div>${button}</li>\n`;
}

/** Adds the name for screen readers, which may read the button alone. */
function labelFor(label: string, what: string): Html {
  return html`${label}<span class="unseen"> ${name(what)}</span>`;
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
  });
  return {
    ...defaultContent,
    title,
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

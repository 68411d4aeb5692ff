import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from './fill.ts';
import { type Matter, type PageContext, plainMatter } from './page-context.ts';
import {
  emphasised,
  faultBox,
  heading,
  inputField,
  noticeBox,
  paragraph,
  quietWays,
  stepButton,
  submit,
} from './parts.ts';
import { passkeyBroke, passkeyForm, withoutPasskey } from './passkey-form.ts';
import type { AccountViewOf, ListedBrowser, ListedPasskey, ListedSession } from './views.ts';
import { momentOf } from './written-time.ts';

const passkeyNameFilling = html` autocomplete="off" maxlength="60"`;

/** Passkeys, browsers and sign-ins, each with what can be done about it. */
export function overview(view: AccountViewOf<'overview'>, context: PageContext): Matter {
  const { account, accountNotices } = context.texts;
  const hasFailed = view.notice === 'passkey-failed';
  const elsewhere = view.sessions.some(({ isThis }) => !isThis);
  return {
    ...plainMatter,
    title: account.title,
    state: hasFailed ? 'faulty' : 'good',
    styles: ['things'],
    body: [
      heading(account.title),
      hasFailed ? faultBox(context, emphasised(accountNotices['passkey-failed'])) : undefined,
      noticeBox(view.notice === undefined || hasFailed ? undefined : accountNotices[view.notice]),
      paragraph(fill(account.signedInAs, { username: leftToRight(view.username) })),
      html`<h2>${account.passkeys}</h2>\n`,
      paragraph(account.passkeysIntro),
      listOf(
        view.passkeys.map((passkey) => passkeyItem(passkey, view.timeZone, context)),
        account.noPasskeys,
      ),
      stepButton(context, { step: 'add-passkey', label: account.addPasskey, look: 'second wide' }),
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
            look: 'second wide',
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
    look: 'second',
  });
  return thing(passkey.name, passkeyTimes(passkey, timeZone, context), button);
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
      : fill(lastUsed, { time: momentOf(lastUsedAt, timeZone, context) });
  return html`${fill(added, { time: momentOf(createdAt, timeZone, context) })}<br>${used}`;
}

function browserItem(browser: ListedBrowser, timeZone: string, context: PageContext): Html {
  const { account } = context.texts;
  const times = fill(account.seen, {
    first: momentOf(browser.firstSeenAt, timeZone, context),
    last: momentOf(browser.lastSeenAt, timeZone, context),
  });
  const button = stepButton(context, {
    step: 'forget-browser',
    label: labelFor(account.forget, browser.name),
    fields: { 'browser-id': browser.browserId },
    look: 'second',
  });
  return thing(browser.name, html`${thisOne(browser, context)}${times}`, button);
}

function sessionItem(session: ListedSession, timeZone: string, context: PageContext): Html {
  const { account } = context.texts;
  const since = fill(account.since, {
    time: momentOf(session.startedAt, timeZone, context),
    browser: name(session.browserName),
  });
  return thing(session.clientName ?? account.ownPages, html`${thisOne(session, context)}${since}`);
}

function thisOne({ isThis }: { readonly isThis: boolean }, { texts }: PageContext): Html | undefined {
  return isThis ? html`<strong>${texts.account.thisBrowser}</strong><br>` : undefined;
}

function thing(title: string, about: Html, button?: Html): Html {
  return html`<li><div><strong>${name(title)}</strong><p>${about}</p></div>${button}</li>\n`;
}

/** Who hears the button alone hears what it is for. */
function labelFor(label: string, what: string): Html {
  return html`${label}<span class="unseen"> ${name(what)}</span>`;
}

/** Asks for a name; the browser does the rest. */
export function addPasskey({ options }: AccountViewOf<'add-passkey'>, context: PageContext): Matter {
  const { cannot, failed, intro, name: label, nameHint: hint, save, title } = context.texts.addPasskey;
  const field = inputField(context, {
    field: 'name',
    label,
    hint,
    attributes: passkeyNameFilling,
    state: 'good',
  });
  return {
    ...plainMatter,
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
      quietWays([backToOverview(context)]),
    ],
  };
}

/** Asked first, because it cannot be taken back. */
export function removePasskey(
  { passkey, timeZone }: AccountViewOf<'remove-passkey'>,
  context: PageContext,
): Matter {
  const { also, confirm, keep, title, what } = context.texts.removePasskey;
  return {
    ...plainMatter,
    title,
    body: [
      heading(title),
      paragraph(fill(what, { name: name(passkey.name) })),
      html`<p class="hint">${passkeyTimes(passkey, timeZone, context)}</p>\n`,
      paragraph(also),
      stepButton(context, {
        step: 'confirm-remove-passkey',
        label: confirm,
        look: 'action wide',
        fields: { 'passkey-id': passkey.passkeyId },
      }),
      quietWays([stepButton(context, { step: 'overview', label: keep })]),
    ],
  };
}

function backToOverview(context: PageContext): Html {
  return stepButton(context, { step: 'overview', label: context.texts.account.back });
}

/** A link, not a form: there is nothing left that a form could belong to. */
export function signedOut(context: PageContext): Matter {
  const { again, title, what } = context.texts.signedOut;
  return {
    ...plainMatter,
    title,
    ends: 'never',
    body: [
      heading(title),
      paragraph(what),
      html`<p><a class="action wide" href="${context.frame.action}">${again}</a></p>\n`,
    ],
  };
}

import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { labelFor, listItem, listOf } from '../customer/list-parts.ts';
import type { PageContext } from '../customer/page-context.ts';
import { paragraph, stepButton } from '../customer/parts.ts';
import type { AccountViewOf, ListedBrowser, ListedContact, ListedSession } from '../customer/views.ts';
import { settingsTexts } from './settings-texts.ts';

/** A page with the time zone of its bank. */
type TimedContext = PageContext & { readonly timeZone: string };

/** A link in the form of a button: it opens a form and changes nothing. */
function opens({ frame }: PageContext, query: string, label: Html | string): Html {
  return html`<a class="second" href="${frame.action}?${query}">${label}</a>`;
}

/** Shows contacts, password and picture, each with the way to change it. */
export function ownData(view: AccountViewOf<'overview'>, context: PageContext): readonly Html[] {
  const { contacts, password, picture } = settingsTexts(context.language.tag);
  return [
    html`<h2>${contacts.heading}</h2>\n`,
    html`<ul class="things">\n${contactItem('email', view.email, context)}${contactItem('phone', view.phone, context)}</ul>\n`,
    html`<h2>${password.heading}</h2>\n`,
    paragraph(password.about),
    paragraph(opens(context, 'show=change-password', password.change)),
    html`<h2>${picture.heading}</h2>\n`,
    html`<div class="who"><img src="${view.hintPictureUrl}" alt="${picture.alt}" width="64" height="64"><span>${picture.about}</span></div>\n`,
    paragraph(opens(context, 'show=choose-picture', picture.change)),
  ];
}

function contactItem(contact: 'email' | 'phone', { open, value }: ListedContact, context: PageContext): Html {
  const { change, enter, none, open: waits, ...words } = settingsTexts(context.language.tag).contacts;
  const title = words[contact];
  const shown = value === undefined ? html`${none}` : leftToRight(value);
  const address = `${context.frame.action}?show=confirm-contact&contact=${contact}`;
  const waiting =
    open === undefined
      ? undefined
      : html`<br>${fill(waits, { value: leftToRight(open) })} <a href="${address}">${enter}</a>`;
  return listItem(
    title,
    html`${shown}${waiting}`,
    opens(context, `show=change-contact&contact=${contact}`, labelFor(change, title)),
  );
}

/** Lists browsers with the sessions in them, and then sessions of browsers that are not known. */
export function browserList(view: AccountViewOf<'overview'>, page: PageContext): readonly Html[] {
  const context = { ...page, timeZone: view.timeZone };
  const { heading, intro, none } = settingsTexts(context.language.tag).browsers;
  const items = [
    ...view.browsers.map((browser) => browserItem(browser, context)),
    ...view.sessions.map((session) =>
      listItem(session.browserName, html`${hereMark(session, context)}${sessionLine(session, context)}`),
    ),
  ];
  return [html`<h2>${heading}</h2>\n`, paragraph(intro), listOf(items, none)];
}

function browserItem(browser: ListedBrowser, context: TimedContext): Html {
  const { remove } = settingsTexts(context.language.tag).browsers;
  const button = stepButton(context, {
    step: 'remove-browser',
    label: labelFor(remove, browser.name),
    fields: { 'browser-id': browser.browserId },
    style: 'second',
  });
  return listItem(browser.name, browserFacts(browser, context), button);
}

/** Says when a browser was used, and what is signed in there. */
export function browserFacts(browser: ListedBrowser, context: TimedContext): Html {
  const { timeZone } = context;
  const seen = fill(settingsTexts(context.language.tag).browsers.seen, {
    first: formatTime(browser.firstSeenAt, timeZone, context),
    last: formatTime(browser.lastSeenAt, timeZone, context),
  });
  const lines = browser.sessions.map((session) => html`<br>${sessionLine(session, context)}`);
  return html`${hereMark(browser, context)}${seen}${lines}`;
}

function hereMark({ isThis }: { readonly isThis: boolean }, { language }: PageContext): Html | undefined {
  return isThis ? html`<strong>${settingsTexts(language.tag).browsers.here}</strong><br>` : undefined;
}

function sessionLine({ clientName, startedAt }: ListedSession, context: TimedContext): Html {
  const { client, ownPages } = settingsTexts(context.language.tag).browsers;
  const time = formatTime(startedAt, context.timeZone, context);
  return fill(client, { client: name(clientName ?? ownPages), time });
}

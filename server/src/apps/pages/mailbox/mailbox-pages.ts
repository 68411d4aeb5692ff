import type { Temporal } from 'temporal-polyfill';
import { type Html, html, trustedHtml } from '#platform/html/html.ts';
import { plainName } from '../approval/plain-name.ts';
import { fill, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { defaultContent, type PageContent, type PageContext } from '../customer/page-context.ts';
import { focusedNotice, heading, paragraph, stepButton } from '../customer/parts.ts';
import {
  addressIn,
  type MailboxContext,
  mailboxChoice,
  messagesPath,
  notificationsPath,
  organizationFields,
  organizationLine,
  queryIn,
} from './mailbox-parts.ts';
import { mailboxTexts } from './mailbox-texts.ts';
import type { ListedMessage, MailboxView, MailboxViewOf, ShownMessage, Whose } from './mailbox-view.ts';
import { notificationList, preferenceForm } from './notification-pages.ts';

/** Renders a view; a kind without a renderer does not compile. */
export function mailboxContent(view: MailboxView, page: PageContext, whose: Whose): PageContent {
  const context = { ...page, whose, words: mailboxTexts(page.language.tag) };
  switch (view.kind) {
    case 'messages':
      return messageList(view, context);
    case 'message':
      return message(view, context);
    case 'unknown-message':
      return unknown(context);
    case 'notifications':
      return notificationList(view, context);
    case 'preference':
      return preferenceForm(view, context);
  }
}

/** Returns the address of a list. */
function listAddress(
  { frame: { bankId }, whose }: MailboxContext,
  { before, page = 1, which }: Partial<MailboxViewOf<'messages'>>,
): string {
  return addressIn(whose, messagesPath(bankId), {
    ...(which === 'archive' ? { show: 'archive' } : {}),
    ...(before === undefined ? {} : { before: before.toString() }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

function messageList(view: MailboxViewOf<'messages'>, context: MailboxContext): PageContent {
  const { archive, inbox, moved, none, notifications, title, views } = context.words;
  const { bankId } = context.frame;
  const tab = (label: string, which: 'inbox' | 'archive'): Html =>
    html`<li><a href="${listAddress(context, { which })}"${view.which === which ? html` aria-current="page"` : undefined}>${label}</a></li>`;
  return {
    ...defaultContent,
    title,
    styles: ['things', 'access', 'messages'],
    query: queryIn(context.whose, view.which === 'archive' ? { show: 'archive' } : {}),
    body: [
      heading(title),
      focusedNotice(view.isMoved ? moved : undefined),
      mailboxChoice(context, messagesPath(bankId)),
      html`<div role="navigation" aria-label="${views}"><ul class="tabs">${tab(inbox, 'inbox')}${tab(archive, 'archive')}</ul></div>\n`,
      view.messages.length === 0
        ? paragraph(html`<strong>${none}</strong>`)
        : html`<ul class="things messages">\n${view.messages.map((one) => listedMessage(one, view.timeZone, context))}</ul>\n`,
      pageLinks(view, context),
      html`<p class="quiet"><a href="${addressIn(context.whose, notificationsPath(bankId))}">${notifications.show}</a><br>
<a href="/account/${bankId}">${context.texts.account.back}</a></p>\n`,
    ],
  };
}

function listedMessage(
  { content, hasAttachments, isRead, messageId, receivedAt }: ListedMessage,
  timeZone: string,
  context: MailboxContext,
): Html {
  const { unread, withFiles } = context.words;
  const title = titleOf(content);
  const address = addressIn(context.whose, `${messagesPath(context.frame.bankId)}/${messageId}`);
  return html`<li><div><a href="${address}">${isRead ? title : html`<strong>${title}</strong>`}</a><p>${
    isRead ? undefined : html`<strong class="new">${unread}</strong> `
  }${formatTime(receivedAt, timeZone, context)}${hasAttachments ? html` · ${withFiles}` : undefined}</p></div></li>\n`;
}

/** The language of a message may be another one than that of the page. */
function titleOf({ language, title }: ListedMessage['content']): Html {
  return html`<bdi lang="${language}">${plainName(title)}</bdi>`;
}

function pageLinks(view: MailboxViewOf<'messages'>, context: MailboxContext): Html | undefined {
  const { before, newer, older } = context.words;
  const { earlier, hasMore, page, which } = view;
  const address = (to: Partial<MailboxViewOf<'messages'>>): string =>
    listAddress(context, { ...view, ...to });
  const links = [
    page > 1 ? html`<a rel="prev" href="${address({ page: page - 1 })}">${newer}</a>` : undefined,
    hasMore ? html`<a rel="next" href="${address({ page: page + 1 })}">${older}</a>` : undefined,
    earlier === undefined
      ? undefined
      : html`<a rel="next" href="${listAddress(context, { which, before: earlier })}">${fill(before, { date: dayValue(earlier, context) })}</a>`,
  ].filter((one) => one !== undefined);
  return links.length === 0 ? undefined : html`<p class="pages">${links}</p>\n`;
}

function dayValue(day: Temporal.PlainDate, { language }: MailboxContext): Html {
  const written = day.toLocaleString(language.locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return html`<time datetime="${day.toString()}">${written}</time>`;
}

function message(view: MailboxViewOf<'message'>, context: MailboxContext): PageContent {
  const { isArchived, move, received, toList } = context.words;
  const { content, receivedAt, status } = view.message;
  const which = status === 'archived' ? 'archive' : 'inbox';
  return {
    ...defaultContent,
    title: plainName(content.title),
    styles: ['things', 'access', 'messages'],
    query: queryIn(context.whose),
    body: [
      heading(titleOf(content)),
      organizationLine(context),
      html`<p class="hint">${fill(received, { time: formatTime(receivedAt, view.timeZone, context) })}${
        status === 'archived' ? html`<br>${isArchived}` : undefined
      }</p>\n`,
      html`<div class="message" lang="${content.language}" dir="auto">${bodyOf(content)}</div>\n`,
      files(view, context),
      status === 'archived'
        ? undefined
        : stepButton(context, {
            step: 'archive',
            label: move,
            style: 'second wide',
            fields: organizationFields(context.whose),
          }),
      html`<p class="quiet"><a href="${listAddress(context, { which })}">${toList}</a></p>\n`,
    ],
  };
}

/**
 * Returns the HTML of a message, which was rebuilt from a list of tags before it was stored (ADR 0035), with headings below
 * that of the page; or its text in paragraphs.
 */
function bodyOf({ html: rebuilt, text }: ShownMessage['content']): Html {
  if (rebuilt !== undefined)
    return trustedHtml(
      rebuilt.replaceAll(/<(\/?)h([1-3])(?=[ >])/g, (_, end: string, level: string) => {
        return `<${end}h${Number(level) + 1}`;
      }),
    );
  const paragraphs = text.split(/(?:\r?\n){2,}/).filter((one) => one.trim() !== '');
  const lines = (one: string): Html =>
    html`${one.split(/\r?\n/).map((line, index) => html`${index === 0 ? undefined : html`<br>`}${line}`)}`;
  return html`${paragraphs.map((one) => html`<p>${lines(one)}</p>`)}`;
}

const bytesPerKilobyte = 1_000;

function files({ files: all, message: { messageId } }: MailboxViewOf<'message'>, context: MailboxContext) {
  if (all.length === 0) return undefined;
  const base = `${messagesPath(context.frame.bankId)}/${messageId}/attachments`;
  const items = all.map(({ attachmentId, name: fileName, sizeBytes }) => {
    const size = Math.max(1, Math.round(sizeBytes / bytesPerKilobyte)).toLocaleString(
      context.language.locale,
      { style: 'unit', unit: 'kilobyte' },
    );
    return html`<li><div><a href="${addressIn(context.whose, `${base}/${attachmentId}`)}" download>${name(plainName(fileName))}</a><p>${size}</p></div></li>\n`;
  });
  return html`<h2>${context.words.files}</h2>\n<ul class="things">\n${items}</ul>\n`;
}

function unknown(context: MailboxContext): PageContent {
  const { toList, unknown: words } = context.words;
  return {
    ...defaultContent,
    title: words.title,
    body: [
      heading(words.title),
      paragraph(words.what),
      html`<p class="quiet"><a href="${messagesPath(context.frame.bankId)}">${toList}</a></p>\n`,
    ],
  };
}

import { type Html, html } from '#platform/html/html.ts';
import { plainName } from '../approval/plain-name.ts';
import { name } from '../customer/fill.ts';
import type { PageContext } from '../customer/page-context.ts';
import type { Whose } from './mailbox-view.ts';
import type { MailboxTexts } from './texts/english.ts';

/** What the parts of these pages need. */
export interface MailboxContext extends PageContext {
  readonly words: MailboxTexts;
  readonly whose: Whose;
}

/** Of a customer who acts for no organization. */
export const ownOnly: Whose = { organizations: [], chosen: undefined };

/** The parameter and the field that name the organization whose mailbox a page is about. */
export const organizationField = 'for';

/** Where the messages of a bank are. */
export function messagesPath(bankId: string): string {
  return `/account/${bankId}/messages`;
}

/** Where the preferences of a bank are. */
export function notificationsPath(bankId: string): string {
  return `/account/${bankId}/notifications`;
}

type Query = Readonly<Record<string, string>>;

/** Returns the fields that keep a form in the mailbox of its organization. */
export function organizationFields({ chosen }: Whose): Query {
  return chosen === undefined ? {} : { [organizationField]: chosen.customerNumber };
}

/** Returns the query of a page in the same mailbox. */
export function queryIn(whose: Whose, query: Query = {}): string {
  return new URLSearchParams({ ...organizationFields(whose), ...query }).toString();
}

/** Returns an address in the same mailbox. */
export function addressIn(whose: Whose, path: string, query: Query = {}): string {
  const text = queryIn(whose, query);
  return text === '' ? path : `${path}?${text}`;
}

/** Names the organization whose mailbox this is. */
export function organizationLine({ whose: { chosen }, words }: MailboxContext): Html | undefined {
  if (chosen === undefined) return undefined;
  return html`<p class="hint">${words.whose.acting} <strong>${name(plainName(chosen.name))}</strong></p>\n`;
}

/** More organizations than this are folded. */
const shownMax = 5;

/** Offers the own mailbox and those of organizations. */
export function mailboxChoice(
  { whose: { chosen, organizations }, words }: MailboxContext,
  path: string,
): Html | undefined {
  if (organizations.length === 0) return undefined;
  const { label, own } = words.whose;
  const item = (to: Whose['chosen'], title: Html | string): Html =>
    html`<li><a href="${addressIn({ organizations, chosen: to }, path)}"${
      to?.customerNumber === chosen?.customerNumber ? html` aria-current="page"` : undefined
    }>${title}</a></li>`;
  const list = html`<ul class="whose">${item(undefined, own)}${organizations.map((one) => item(one, name(plainName(one.name))))}</ul>`;
  const folded = html`<details><summary>${chosen === undefined ? own : name(plainName(chosen.name))}</summary>${list}</details>`;
  return html`<div role="navigation" aria-label="${label}">${organizations.length > shownMax ? folded : list}</div>\n`;
}

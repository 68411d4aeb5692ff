import type { PageContext } from '../customer/page-context.ts';
import type { MailboxTexts } from './texts/english.ts';

/** What the parts of these pages need. */
export interface MailboxContext extends PageContext {
  readonly words: MailboxTexts;
}

/** Where the messages of a bank are. */
export function messagesPath(bankId: string): string {
  return `/account/${bankId}/messages`;
}

/** Where the preferences of a bank are. */
export function notificationsPath(bankId: string): string {
  return `/account/${bankId}/notifications`;
}

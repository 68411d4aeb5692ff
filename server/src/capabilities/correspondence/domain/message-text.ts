import type { Content } from './content.ts';
import type { ContactMedium } from './literals.ts';
import { maskAccounts } from './masking.ts';

/** What a message says by one medium. */
export interface MessageText {
  readonly title: string;
  readonly text: string;
  readonly html: string | undefined;
}

/** Short where there is little room, and without whole account numbers wherever others may read along. */
export function textFor(medium: ContactMedium, { html, short, text, title }: Content): MessageText {
  switch (medium) {
    case 'mailbox':
    case 'letter':
      return { title, text, html };
    case 'email':
      return {
        title: maskAccounts(title),
        text: maskAccounts(text),
        html: html === undefined ? undefined : maskAccounts(html),
      };
    case 'sms':
    case 'push':
      return { title: maskAccounts(title), text: maskAccounts(short ?? text), html: undefined };
  }
}

import type { Content } from './content.ts';
import type { ContactMedium } from './literals.ts';
import { maskAccounts } from './masking.ts';

/** Content of a message for one medium. */
export interface MessageText {
  readonly title: string;
  readonly text: string;
  readonly html: string | undefined;
}

/** Returns the short form for SMS and push, with masked account numbers for media outside the bank. */
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

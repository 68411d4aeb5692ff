import type { Content } from './content.ts';
import type { ContactMedium } from './literals.ts';
import { maskAccounts } from './masking.ts';

/** Content of a message for one medium. */
export interface MessageText {
  readonly title: string;
  readonly text: string;
  readonly html: string | undefined;
}

/**
 * Returns the short form for SMS and push, with masked account numbers for media outside the bank. Only an SMS with a
 * code that is linked to a payment keeps them.
 */
export function textFor(medium: ContactMedium, content: Content): MessageText {
  const { html, text, title } = content;
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
    case 'push': {
      const short = shortTextOf(content);
      if (medium === 'sms' && content.showsAccounts === true) return short;
      return { ...short, title: maskAccounts(short.title), text: maskAccounts(short.text) };
    }
  }
}

function shortTextOf({ short, text, title }: Content): MessageText {
  return { title, text: short ?? text, html: undefined };
}

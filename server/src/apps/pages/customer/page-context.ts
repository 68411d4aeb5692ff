import type { SignInFrame } from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import type { UnreadMessages } from '../mailbox/mailbox-view.ts';
import type { Brand } from './brands.ts';
import type { PageLanguage } from './languages.ts';
import type { ScriptPart } from './page-script.ts';
import type { StylePart } from './page-style.ts';
import type { CustomerTexts } from './texts/english.ts';

/** What the parts of all pages for customers need: sign-in, account and approval. */
export interface PartContext {
  readonly frame: Pick<SignInFrame, 'action' | 'bankName' | 'csrf' | 'formOrigins' | 'requestId'>;
  readonly brand: Brand;
  readonly language: PageLanguage;
  readonly texts: CustomerTexts;
}

/** Context that every part of a sign-in or account page may use. */
export interface PageContext extends PartContext {
  readonly frame: SignInFrame;
  /** What a signed-in customer confirms with a second factor; absent while signing in. */
  readonly confirming?: Html | undefined;
  /** How many messages are unread; absent without a mailbox. */
  readonly unread?: UnreadMessages | undefined;
}

/** Content of a view for its page. */
export interface PageContent {
  /** Title text; the heading is the same. */
  readonly title: string;
  readonly body: readonly (Html | undefined)[];
  /** Repeated in the title, because screen readers read it first. */
  readonly state: 'good' | 'faulty';
  /** Whether the page times out. */
  readonly ends: 'in-time' | 'never';
  readonly scripts: readonly ScriptPart[];
  readonly styles: readonly StylePart[];
  readonly imageSources: readonly string[];
  /** Query that opens this page again, in another language or for more time. */
  readonly query?: string;
}

/** Default content of a page. */
export const defaultContent: Omit<PageContent, 'body' | 'title'> = {
  state: 'good',
  ends: 'in-time',
  scripts: [],
  styles: [],
  imageSources: [],
};

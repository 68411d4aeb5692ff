import type { AccountView, SignInFrame, SignInView } from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { accessContent } from '../access/access-pages.ts';
import type { AccessView } from '../access/access-view.ts';
import { mailboxContent } from '../mailbox/mailbox-pages.ts';
import { ownOnly } from '../mailbox/mailbox-parts.ts';
import type { MailboxView, UnreadMessages, Whose } from '../mailbox/mailbox-view.ts';
import { linkLogin, unlinkLogin } from '../settings/login-views.ts';
import {
  changeContact,
  changePassword,
  choosePicture,
  confirmContact,
  removeBrowser,
  signInAgain,
} from '../settings/settings-views.ts';
import { addPasskey, overview, removePasskey, signedOut } from './account-views.ts';
import type { Brands } from './brands.ts';
import { busy, consent, locked, noFactor, throttled } from './ending-views.ts';
import { identify, linkedLogin, password } from './entry-views.ts';
import { code, method, passkey } from './factor-views.ts';
import { pageLanguage } from './languages.ts';
import type { PageContent, PageContext } from './page-context.ts';
import { framedPage } from './page-frame.ts';
import { forgotPassword, forgotUsername, newPassword, temporaryPassword } from './recovery-views.ts';

/** Renders the pages for customers. */
export interface CustomerPageRenderer {
  /** `confirming`: what the customer confirms, if it is not a sign-in. */
  signIn(view: SignInView, frame: SignInFrame, confirming?: Html): RenderedPage;
  /** `unread`: how many messages are unread, if the customer has a mailbox. */
  account(view: AccountView, frame: SignInFrame, unread?: UnreadMessages): RenderedPage;
  access(view: AccessView, frame: SignInFrame): RenderedPage;
  mailbox(view: MailboxView, frame: SignInFrame, whose?: Whose): RenderedPage;
}

/** Creates the pages of all banks, each with its own appearance. */
export function customerPages(brands: Brands): CustomerPageRenderer {
  const contextOf = (frame: SignInFrame): PageContext => {
    const language = pageLanguage(frame.language);
    return { frame, brand: brands.of(frame.bankId), language, texts: language.texts };
  };
  return {
    signIn: (view, frame, confirming) => {
      const context = { ...contextOf(frame), confirming };
      return framedPage(context, signInContent(view.kind, view, context));
    },
    account: (view, frame, unread) => {
      const context = { ...contextOf(frame), unread };
      return framedPage(context, accountContent(view.kind, view, context));
    },
    access: (view, frame) => {
      const context = contextOf(frame);
      return framedPage(context, accessContent(view, context));
    },
    mailbox: (view, frame, whose = ownOnly) => {
      const context = contextOf(frame);
      return framedPage(context, mailboxContent(view, context, whose));
    },
  };
}

/** Renderers by kind of view; a kind without a renderer does not compile. */
type Renderers<View extends { readonly kind: string }> = {
  readonly [Kind in View['kind']]: (
    view: Extract<View, { readonly kind: Kind }>,
    context: PageContext,
  ) => PageContent;
};

const signInRenderers: Renderers<SignInView> = {
  identify,
  'linked-login': linkedLogin,
  password,
  method,
  code,
  passkey,
  consent,
  locked,
  'no-factor': (_, context) => noFactor(context),
  busy: (_, context) => busy(context),
  throttled,
  'forgot-password': forgotPassword,
  'forgot-username': forgotUsername,
  'temporary-password': temporaryPassword,
  'new-password': newPassword,
};

const accountRenderers: Renderers<AccountView> = {
  overview,
  'add-passkey': addPasskey,
  'remove-passkey': removePasskey,
  'link-login': linkLogin,
  'unlink-login': unlinkLogin,
  'remove-browser': removeBrowser,
  'change-password': changePassword,
  'change-contact': changeContact,
  'confirm-contact': confirmContact,
  'choose-picture': choosePicture,
  'sign-in-again': (_, context) => signInAgain(context),
  'signed-out': (_, context) => signedOut(context),
};

function signInContent<Kind extends SignInView['kind']>(
  kind: Kind,
  view: Extract<SignInView, { readonly kind: Kind }>,
  context: PageContext,
): PageContent {
  return signInRenderers[kind](view, context);
}

function accountContent<Kind extends AccountView['kind']>(
  kind: Kind,
  view: Extract<AccountView, { readonly kind: Kind }>,
  context: PageContext,
): PageContent {
  return accountRenderers[kind](view, context);
}

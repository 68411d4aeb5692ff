import type { AccountView, SignInFrame, SignInView } from '#capabilities/identity/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { addPasskey, overview, removePasskey, signedOut } from './account-views.ts';
import type { Brands } from './brands.ts';
import { busy, consent, locked, noFactor, throttled } from './ending-views.ts';
import { identify, password } from './entry-views.ts';
import { code, method, passkey } from './factor-views.ts';
import { pageLanguage } from './languages.ts';
import type { Matter, PageContext } from './page-context.ts';
import { framedPage } from './page-frame.ts';
import { forgotPassword, forgotUsername, newPassword, temporaryPassword } from './recovery-views.ts';

/** What customers see of us. */
export interface CustomerPages {
  signIn(view: SignInView, frame: SignInFrame): RenderedPage;
  account(view: AccountView, frame: SignInFrame): RenderedPage;
}

/** The pages of all banks, each in its own look. */
export function customerPages(brands: Brands): CustomerPages {
  const contextOf = (frame: SignInFrame): PageContext => {
    const language = pageLanguage(frame.language);
    return { frame, brand: brands.of(frame.bankId), language, texts: language.texts };
  };
  return {
    signIn: (view, frame) => {
      const context = contextOf(frame);
      return framedPage(context, signInMatter(view.kind, view, context));
    },
    account: (view, frame) => {
      const context = contextOf(frame);
      return framedPage(context, accountMatter(view.kind, view, context));
    },
  };
}

/** What there is to show for each kind of view; a kind without an entry does not compile. */
type Matters<View extends { readonly kind: string }> = {
  readonly [Kind in View['kind']]: (
    view: Extract<View, { readonly kind: Kind }>,
    context: PageContext,
  ) => Matter;
};

const signInMatters: Matters<SignInView> = {
  identify,
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

const accountMatters: Matters<AccountView> = {
  overview,
  'add-passkey': addPasskey,
  'remove-passkey': removePasskey,
  'signed-out': (_, context) => signedOut(context),
};

function signInMatter<Kind extends SignInView['kind']>(
  kind: Kind,
  view: Extract<SignInView, { readonly kind: Kind }>,
  context: PageContext,
): Matter {
  return signInMatters[kind](view, context);
}

function accountMatter<Kind extends AccountView['kind']>(
  kind: Kind,
  view: Extract<AccountView, { readonly kind: Kind }>,
  context: PageContext,
): Matter {
  return accountMatters[kind](view, context);
}

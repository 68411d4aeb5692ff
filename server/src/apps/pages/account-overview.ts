import type { ConsentsPorts } from '#capabilities/consents/index.ts';
import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import type { FundsPorts } from '#capabilities/funds-confirmations/index.ts';
import {
  type AccountNotice,
  type AccountView,
  beginPasskey,
  browserName,
  removeOwnBrowser,
  removePasskey,
  savePasskey,
  signOut,
  viewAccount,
} from '#capabilities/identity/index.ts';
import type { PartyPorts } from '#capabilities/party/index.ts';
import type { PaymentsPorts } from '#capabilities/payments/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import type { CookieKind } from '#platform/http/browser-cookie.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { loginForms, loginPageIn, unlinkingIn } from './account-logins.ts';
import { settingForms, settingIn } from './account-settings.ts';
import type { UnreadMessages } from './mailbox/mailbox-view.ts';
import {
  accountCookie,
  browserInfoOf,
  type PageRequest,
  type PageStatus,
  type SignedInRequest,
  setCookieValues,
  signedInFrameOf,
} from './page-request.ts';
import type { SignInPagesDeps } from './sign-in-pages.ts';

export interface AccountDeps extends SignInPagesDeps {
  readonly banks: readonly string[];
  readonly consents: ConsentsPorts;
  readonly funds: FundsPorts;
  readonly payments: PaymentsPorts;
  readonly correspondence: CorrespondencePorts;
  readonly party: Pick<PartyPorts, 'bankFacts' | 'partyVault'>;
  /** Renders the page for a failed request. */
  readonly failurePage: (facts: {
    readonly requestId: string;
    readonly tryAgainAt: string;
    readonly languages: readonly string[];
  }) => RenderedPage;
}

export type AccountResponse = { readonly cookies: readonly string[] } & (
  | ({ readonly kind: 'page'; readonly page: RenderedPage } & Partial<PageStatus>)
  /** Redirects by GET, with the notice or view to show, so that a reload does not post the form again. */
  | { readonly kind: 'reload'; readonly query?: Readonly<Record<string, string>> }
);

export type SubmittedRequest = PageRequest & { readonly fields: ReadonlyMap<string, string> };

/** Cookie with the id of this browser's sign-in on these pages. */
export function entryCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-entry`, lifeSeconds: 900 };
}

/** Notices after a change, from the query of the redirect. */
const notices = [
  'passkey-added',
  'passkey-removed',
  'passkey-failed',
  'browser-removed',
  'signed-out-elsewhere',
  'password-changed',
  'email-changed',
  'phone-changed',
  'picture-changed',
  'login-linked',
  'login-unlinked',
  'login-in-use',
  'login-not-proven',
  'login-provider-away',
  'logins-full',
] as const satisfies readonly AccountNotice[];

/** Shows the sign-in methods of a customer, and how many messages are unread. */
export async function showAccount(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest & { readonly unread: UnreadMessages | undefined },
): Promise<AccountResponse> {
  const { ctx, own, secret, unread } = signed;
  const { query } = pageRequest;
  if (query.get('show') === 'add-passkey')
    return pageOf(deps, pageRequest, {
      secret,
      view: { kind: 'add-passkey', options: await beginPasskey(ctx, own) },
    });
  const login = await loginPageIn(signed, query);
  if (login !== undefined)
    return 'view' in login
      ? pageOf(deps, pageRequest, { secret, view: login.view })
      : { kind: 'reload', cookies: [], ...(login.notice && { query: { said: login.notice } }) };
  const setting = settingIn(signed, query);
  if (setting !== undefined) return pageOf(deps, pageRequest, { secret, view: setting });
  const { browserSecret } = browserInfoOf(pageRequest, deps);
  const notice = notices.find((known) => known === query.get('said'));
  const view = await viewAccount(ctx, own, { browserSecret, notice });
  return pageOf(deps, pageRequest, { view: removalIn(signed, view, query) ?? view, secret, unread });
}

/** Returns the view that asks for confirmation before a passkey, a login or a browser is removed. */
function removalIn(
  signed: SignedInRequest,
  view: AccountView,
  query: URLSearchParams,
): AccountView | undefined {
  if (view.kind !== 'overview') return undefined;
  if (query.get('show') === 'unlink-login') return unlinkingIn(signed, view, query.get('login') ?? '');
  if (query.get('show') === 'remove-browser') {
    const browser = view.browsers.find(({ browserId }) => browserId === query.get('browser'));
    return browser && { kind: 'remove-browser', browser, timeZone: view.timeZone };
  }
  if (query.get('show') !== 'remove-passkey') return undefined;
  const passkey = view.passkeys.find(({ passkeyId }) => passkeyId === query.get('passkey'));
  return passkey && { kind: 'remove-passkey', passkey, timeZone: view.timeZone };
}

interface AccountContent {
  readonly view: AccountView;
  readonly secret: string;
  /** How many messages are unread, for the overview. */
  readonly unread?: UnreadMessages | undefined;
}

/** Renders a view of these pages. */
export function pageOf(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { secret, unread, view }: AccountContent,
): AccountResponse {
  const { cookies, frame } = signedInFrameOf(pageRequest, deps, secret);
  return {
    kind: 'page',
    page: deps.pages.account(view, frame, unread),
    cookies,
  };
}

const forms = { ...settingForms, ...loginForms };

/** Steps after which this browser is signed out. */
const leaving: ReadonlySet<string> = new Set(['sign-out', 'sign-in-again']);

/** Changes the sign-in methods of a customer. */
export async function changeAccount(
  deps: AccountDeps,
  submitted: SubmittedRequest,
  signed: SignedInRequest,
): Promise<AccountResponse> {
  const { bankId } = submitted.context;
  const { fields } = submitted;
  const step = fields.get('step') ?? '';
  const form = Object.hasOwn(forms, step) ? forms[step] : undefined;
  if (form !== undefined) {
    const result = await form(signed, fields);
    if (result.kind === 'again') return pageOf(deps, submitted, { view: result.view, secret: signed.secret });
    return { kind: 'reload', cookies: [], query: result.query };
  }
  const done = Object.hasOwn(changes, step) ? await changes[step]?.(submitted, signed) : undefined;
  const cookies = leaving.has(step)
    ? setCookieValues(deps, [accountCookie(bankId), ''], [entryCookie(bankId), ''])
    : [];
  return { kind: 'reload', cookies, ...(done === undefined ? {} : { query: done }) };
}

/** Performs a change and returns the query of the page to show next. */
type Change = (
  submitted: SubmittedRequest,
  signed: SignedInRequest,
) => Promise<Readonly<Record<string, string>>>;

/** Changes on these pages, by the name of the step. */
const changes: Readonly<Record<string, Change>> = {
  'add-passkey': async () => ({ show: 'add-passkey' }),
  'save-passkey': async (submitted, signed) => ({ said: await saved(submitted, signed) }),
  'remove-passkey': async ({ fields }) => ({ show: 'remove-passkey', passkey: idIn(fields, 'passkey-id') }),
  async 'confirm-remove-passkey'({ fields }, { ctx, own }) {
    await removePasskey(ctx, own, idIn(fields, 'passkey-id'));
    return { said: 'passkey-removed' };
  },
  'remove-browser': async ({ fields }) => ({ show: 'remove-browser', browser: idIn(fields, 'browser-id') }),
  async 'confirm-remove-browser'({ fields }, { ctx, own }) {
    await removeOwnBrowser(ctx, own, idIn(fields, 'browser-id'));
    return { said: 'browser-removed' };
  },
  async 'sign-out-elsewhere'(_, { ctx, own }) {
    await signOut(ctx, own, 'elsewhere');
    return { said: 'signed-out-elsewhere' };
  },
  async 'sign-in-again'(_, { ctx, own }) {
    await signOut(ctx, own, 'here');
    return {};
  },
  async 'sign-out'(_, { ctx, own }) {
    await signOut(ctx, own, 'here');
    return { show: 'signed-out' };
  },
};

async function saved(
  { fields, request }: SubmittedRequest,
  { ctx, own }: SignedInRequest,
): Promise<AccountNotice> {
  const isSaved = await savePasskey(ctx, own, {
    response: fields.get('passkey') ?? '',
    name: fields.get('name') ?? '',
    browserName: browserName(request.headers['user-agent']),
  });
  return isSaved ? 'passkey-added' : 'passkey-failed';
}

/** Returns a UUID of the form, or one that no row has. */
function idIn(fields: ReadonlyMap<string, string>, name: string): string {
  const id = fields.get(name) ?? '';
  return isUuid(id) ? id : '00000000-0000-7000-8000-000000000000';
}

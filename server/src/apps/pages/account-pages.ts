import {
  type AccountNotice,
  type AccountView,
  beginPasskey,
  browserName,
  findSignedInUser,
  type IdentityPorts,
  removeOwnBrowser,
  removePasskey,
  type SignedInUser,
  savePasskey,
  signOut,
  viewAccount,
} from '#capabilities/identity/index.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import {
  type AccountDeps,
  type AccountResponse,
  entryCookie,
  repeatForm,
  type SubmittedRequest,
  signIn,
} from './account-sign-in.ts';
import {
  accountCookie,
  browserInfoOf,
  frameOf,
  languageCookies,
  languageOf,
  type PageRequest,
  pageContext,
  setCookieValues,
} from './page-request.ts';

type Ctx = Context & IdentityPorts;

/**
 * Responds to a request for the account pages. A signed-in customer sees and changes the sign-in methods; other
 * visitors sign in first.
 */
export async function respondToAccountRequest(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { isReset }: { readonly isReset: boolean },
): Promise<AccountResponse> {
  const { bankId } = pageRequest.context;
  const ctx = pageContext(pageRequest.context, deps.ports);
  const secret = cookieOf(pageRequest.request, deps.baseUrl, accountCookie(bankId));
  const own = secret === undefined || isReset ? undefined : await findSignedInUser(ctx, secret);
  if (own === undefined || secret === undefined) {
    if (pageRequest.query.get('show') === 'signed-out' && pageRequest.fields === undefined)
      return pageOf(deps, pageRequest, { view: { kind: 'signed-out' }, secret: '' });
    return signIn(deps, pageRequest, { ctx, isReset, hadSession: secret !== undefined });
  }
  if (pageRequest.fields === undefined) return show(deps, pageRequest, { ctx, own, secret });
  const filled = { ...pageRequest, fields: pageRequest.fields };
  if (isFormOf(deps, filled, secret)) return change(deps, filled, { ctx, own, secret });
  // Signed in a moment ago: a repeated form of the sign-in gets the same response.
  const again = await repeatForm(deps, filled, { ctx });
  if (again === undefined) throw standardProblems.forbidden();
  return again;
}

function isFormOf({ ports }: AccountDeps, { context, fields }: SubmittedRequest, secret: string): boolean {
  return ports.identityVault.isCsrf(context.bankId, secret, fields.get('csrf') ?? '');
}

interface SignedInRequest {
  readonly ctx: Ctx;
  readonly own: SignedInUser;
  readonly secret: string;
}

/** Notices after a change, from the query of the redirect. */
const notices = [
  'passkey-added',
  'passkey-removed',
  'passkey-failed',
  'browser-forgotten',
  'signed-out-elsewhere',
] as const satisfies readonly AccountNotice[];

async function show(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest,
): Promise<AccountResponse> {
  const { ctx, own, secret } = signed;
  const { query } = pageRequest;
  if (query.get('show') === 'add-passkey')
    return pageOf(deps, pageRequest, {
      secret,
      view: { kind: 'add-passkey', options: await beginPasskey(ctx, own) },
    });
  const { browserSecret } = browserInfoOf(pageRequest, deps);
  const notice = notices.find((known) => known === query.get('said'));
  const view = await viewAccount(ctx, own, { browserSecret, notice });
  return pageOf(deps, pageRequest, { view: removalIn(view, query) ?? view, secret });
}

/** Returns the view that asks for confirmation before a passkey is removed. */
function removalIn(view: AccountView, query: URLSearchParams): AccountView | undefined {
  if (view.kind !== 'overview' || query.get('show') !== 'remove-passkey') return undefined;
  const passkey = view.passkeys.find(({ passkeyId }) => passkeyId === query.get('passkey'));
  return passkey && { kind: 'remove-passkey', passkey, timeZone: view.timeZone };
}

function pageOf(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { secret, view }: { readonly view: AccountView; readonly secret: string },
): AccountResponse {
  const { bankId } = pageRequest.context;
  const language = languageOf(pageRequest, deps, undefined);
  const csrf = deps.ports.identityVault.csrfOf(bankId, secret);
  const frame = frameOf(pageRequest, deps, { language, clientName: undefined, csrf, formOrigins: [] });
  return {
    kind: 'page',
    page: deps.pages.account(view, frame),
    cookies: languageCookies(pageRequest, deps, language),
  };
}

async function change(
  deps: AccountDeps,
  submitted: SubmittedRequest,
  signed: SignedInRequest,
): Promise<AccountResponse> {
  const { bankId } = submitted.context;
  const { fields } = submitted;
  const step = fields.get('step') ?? '';
  const done = Object.hasOwn(changes, step) ? await changes[step]?.(submitted, signed) : undefined;
  const cookies =
    step === 'sign-out' ? setCookieValues(deps, [accountCookie(bankId), ''], [entryCookie(bankId), '']) : [];
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
  async 'forget-browser'({ fields }, { ctx, own }) {
    await removeOwnBrowser(ctx, own, idIn(fields, 'browser-id'));
    return { said: 'browser-forgotten' };
  },
  async 'sign-out-elsewhere'(_, { ctx, own }) {
    await signOut(ctx, own, 'elsewhere');
    return { said: 'signed-out-elsewhere' };
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

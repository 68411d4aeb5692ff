import {
  type Finished,
  findFinishedSignIn,
  type IdentityPorts,
  offerSignIn,
  type SignInHandle,
  type SignInView,
  submitSignIn,
  viewSignIn,
} from '#capabilities/identity/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { type CookieKind, cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerPageRenderer } from './customer/customer-pages.ts';
import {
  accountCookie,
  browserCookie,
  browserInfoOf,
  frameOf,
  languageCookies,
  languageOf,
  type PageDeps,
  type PageRequest,
  type PageStatus,
  setCookieValues,
  statusOf,
  stepCookie,
} from './page-request.ts';

export interface AccountDeps extends PageDeps {
  readonly pages: CustomerPageRenderer;
  readonly banks: readonly string[];
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

type Ctx = Context & IdentityPorts;

export type SubmittedRequest = PageRequest & { readonly fields: ReadonlyMap<string, string> };

/** Cookie with the id of this browser's sign-in on these pages. */
export function entryCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-entry`, lifeSeconds: 900 };
}

interface EntryOptions {
  readonly ctx: Ctx;
  readonly isReset: boolean;
  /** The browser has the cookie of an ended session. */
  readonly hadSession: boolean;
}

/** Signs a customer in on the bank's own page. */
export async function signIn(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { ctx, hadSession, isReset }: EntryOptions,
): Promise<AccountResponse> {
  const { bankId } = pageRequest.context;
  const current = isReset ? undefined : entryFromCookies(deps, pageRequest);
  if (current === undefined) {
    const entry = offerSignIn(ctx, { isReset });
    // Redirect to the usual address, so that the page can be reloaded.
    if (isReset) return { kind: 'reload', cookies: entryCookies(deps, bankId, entry) };
    return showEntry(deps, pageRequest, { ctx, entry, live: undefined });
  }
  if (pageRequest.fields !== undefined)
    return submit(deps, { ...pageRequest, fields: pageRequest.fields }, { ctx, ...current });
  const live = await viewSignIn(ctx, current);
  if (live !== undefined) return showEntry(deps, pageRequest, { ctx, entry: current, live });
  // A browser with a session cookie has received the response.
  const again = hadSession ? undefined : await repeatResponse(deps, pageRequest, { ctx, ...current });
  if (again !== undefined) return again;
  return showEntry(deps, pageRequest, { ctx, entry: offerSignIn(ctx, { isReset }), live });
}

function entryCookies(
  deps: AccountDeps,
  bankId: string,
  { secret, signInId }: SignInHandle,
): readonly string[] {
  return setCookieValues(deps, [entryCookie(bankId), signInId], [stepCookie(bankId, signInId), secret]);
}

async function showEntry(
  deps: AccountDeps,
  pageRequest: PageRequest,
  {
    ctx,
    entry,
    live,
  }: { readonly ctx: Ctx; readonly entry: SignInHandle; readonly live: SignInView | undefined },
): Promise<AccountResponse> {
  const view = live ?? (await viewSignIn(ctx, entry));
  if (view === undefined) throw standardProblems['service-unavailable']();
  const response = signInPage(deps, pageRequest, { view, secret: entry.secret });
  const cookies = entryCookies(deps, pageRequest.context.bankId, entry);
  return { ...response, cookies: [...cookies, ...response.cookies] };
}

/** Returns the response to a browser that signed in a moment ago and lost the response. */
async function repeatResponse(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { ctx, secret, signInId }: SignInHandle & { readonly ctx: Ctx },
): Promise<AccountResponse | undefined> {
  const browserInfo = browserInfoOf(pageRequest, deps);
  const finished = await findFinishedSignIn(ctx, { signInId, secret, browserInfo });
  return finished && signedIn(deps, pageRequest, { signInId, finished });
}

function signInPage(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { secret, view }: { readonly view: SignInView; readonly secret: string },
): AccountResponse {
  const language = languageOf(pageRequest, deps, undefined);
  const csrf = deps.ports.identityVault.csrfOf(pageRequest.context.bankId, secret);
  const frame = frameOf(pageRequest, deps, { language, clientName: undefined, csrf, formOrigins: [] });
  return {
    kind: 'page',
    page: deps.pages.signIn(view, frame),
    ...statusOf(view),
    cookies: languageCookies(pageRequest, deps, language),
  };
}

/** Returns the sign-in of the browser's cookies. */
function entryFromCookies(
  { baseUrl }: AccountDeps,
  { context, request }: PageRequest,
): SignInHandle | undefined {
  const { bankId } = context;
  const signInId = cookieOf(request, baseUrl, entryCookie(bankId));
  const secret = signInId && cookieOf(request, baseUrl, stepCookie(bankId, signInId));
  return signInId === undefined || secret === undefined ? undefined : { signInId, secret };
}

/** Processes a form of the sign-in. */
async function submit(
  deps: AccountDeps,
  submitted: SubmittedRequest,
  { ctx, secret, signInId }: { readonly ctx: Ctx; readonly signInId: string; readonly secret: string },
): Promise<AccountResponse> {
  const { bankId } = submitted.context;
  const step = stepCookie(bankId, signInId);
  const browserInfo = browserInfoOf(submitted, deps);
  const outcome = await submitSignIn(ctx, { signInId, secret, fields: submitted.fields, browserInfo });
  switch (outcome.kind) {
    case 'forged':
      throw standardProblems.forbidden();
    case 'busy':
      return signInPage(deps, submitted, { view: outcome, secret });
    case 'over':
    case 'cancelled':
      return { kind: 'reload', cookies: setCookieValues(deps, [step, ''], [entryCookie(bankId), '']) };
    case 'moved':
      return {
        kind: 'reload',
        cookies: outcome.secret === undefined ? [] : setCookieValues(deps, [step, outcome.secret]),
      };
    case 'finished':
      return signedIn(deps, submitted, { signInId, finished: outcome });
  }
}

/**
 * Returns the response to a form of the sign-in that is repeated after the customer has signed in; undefined if it is
 * none.
 */
export async function repeatForm(
  deps: AccountDeps,
  submitted: SubmittedRequest,
  { ctx }: { readonly ctx: Ctx },
): Promise<AccountResponse | undefined> {
  const current = entryFromCookies(deps, submitted);
  if (current === undefined) return undefined;
  const { fields } = submitted;
  const outcome = await submitSignIn(ctx, {
    ...current,
    fields,
    browserInfo: browserInfoOf(submitted, deps),
  });
  if (outcome.kind !== 'finished') return undefined;
  return signedIn(deps, submitted, { signInId: current.signInId, finished: outcome });
}

/** The browser stores the secret of the step for as long as the response can be repeated. */
function signedIn(
  deps: AccountDeps,
  { context }: PageRequest,
  { finished, signInId }: { readonly signInId: string; readonly finished: Finished },
): AccountResponse {
  const { bankId } = context;
  return {
    kind: 'reload',
    cookies: setCookieValues(
      deps,
      [stepCookie(bankId, signInId), finished.nextSecret],
      [browserCookie(bankId), finished.browserSecret],
      [accountCookie(bankId), finished.sessionSecret],
    ),
  };
}

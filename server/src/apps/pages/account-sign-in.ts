import {
  type Finished,
  findFinishedSignIn,
  type HeldSignIn,
  type IdentityPorts,
  offerSignIn,
  type SignInView,
  submitSignIn,
  viewSignIn,
} from '#capabilities/identity/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { type CookieKind, cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerPages as Look } from './customer/customer-pages.ts';
import {
  accountCookie,
  browserCookie,
  frameOf,
  kept,
  languageCookies,
  languageOf,
  type PageDeps,
  type PageRequest,
  type PageStatus,
  statusOf,
  stepCookie,
  visitorOf,
} from './page-request.ts';

export interface AccountDeps extends PageDeps {
  readonly look: Look;
  readonly banks: readonly string[];
  /** When something went wrong. */
  readonly trouble: (facts: {
    readonly requestId: string;
    readonly tryAgainAt: string;
    readonly languages: readonly string[];
  }) => RenderedPage;
}

export type AccountResponse = { readonly cookies: readonly string[] } & (
  | ({ readonly kind: 'page'; readonly page: RenderedPage } & Partial<PageStatus>)
  /** By GET, with what is to be said or shown there: nothing that was posted is posted twice. */
  | { readonly kind: 'look-again'; readonly query?: Readonly<Record<string, string>> }
);

type Ctx = Context & IdentityPorts;

export type SubmittedRequest = PageRequest & { readonly fields: ReadonlyMap<string, string> };

/** Which sign-in at these pages is this browser's. */
export function entryCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-entry`, lifeSeconds: 900 };
}

interface Begun {
  readonly ctx: Ctx;
  readonly isReset: boolean;
  /** The browser has the cookie of a session that is over. */
  readonly hadSession: boolean;
}

/** Signs in at the bank's own page. */
export async function signIn(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { ctx, hadSession, isReset }: Begun,
): Promise<AccountResponse> {
  const { bankId } = pageRequest.context;
  const held = isReset ? undefined : heldEntry(deps, pageRequest);
  if (held === undefined) {
    const entry = offerSignIn(ctx, { isReset });
    // Under the usual address, so that the page can be looked at again.
    if (isReset) return { kind: 'look-again', cookies: entryCookies(deps, bankId, entry) };
    return showEntry(deps, pageRequest, { ctx, entry, live: undefined });
  }
  if (pageRequest.fields !== undefined)
    return submit(deps, { ...pageRequest, fields: pageRequest.fields }, { ctx, ...held });
  const live = await viewSignIn(ctx, held);
  if (live !== undefined) return showEntry(deps, pageRequest, { ctx, entry: held, live });
  // A browser with the cookie of a session has had the answer.
  const again = hadSession ? undefined : await answerAgain(deps, pageRequest, { ctx, ...held });
  if (again !== undefined) return again;
  return showEntry(deps, pageRequest, { ctx, entry: offerSignIn(ctx, { isReset }), live });
}

function entryCookies(
  deps: AccountDeps,
  bankId: string,
  { secret, signInId }: HeldSignIn,
): readonly string[] {
  return kept(deps, [entryCookie(bankId), signInId], [stepCookie(bankId, signInId), secret]);
}

async function showEntry(
  deps: AccountDeps,
  pageRequest: PageRequest,
  {
    ctx,
    entry,
    live,
  }: { readonly ctx: Ctx; readonly entry: HeldSignIn; readonly live: SignInView | undefined },
): Promise<AccountResponse> {
  const view = live ?? (await viewSignIn(ctx, entry));
  if (view === undefined) throw standardProblems['service-unavailable']();
  const answer = signInPage(deps, pageRequest, { view, secret: entry.secret });
  const cookies = entryCookies(deps, pageRequest.context.bankId, entry);
  return { ...answer, cookies: [...cookies, ...answer.cookies] };
}

/** The answer to a browser that signed in a moment ago, and lost it. */
async function answerAgain(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { ctx, secret, signInId }: HeldSignIn & { readonly ctx: Ctx },
): Promise<AccountResponse | undefined> {
  const visitor = visitorOf(pageRequest, deps);
  const finished = await findFinishedSignIn(ctx, { signInId, secret, visitor });
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
    page: deps.look.signIn(view, frame),
    ...statusOf(view),
    cookies: languageCookies(pageRequest, deps, language),
  };
}

/** The sign-in that the browser has cookies of. */
function heldEntry({ baseUrl }: AccountDeps, { context, request }: PageRequest): HeldSignIn | undefined {
  const { bankId } = context;
  const signInId = cookieOf(request, baseUrl, entryCookie(bankId));
  const secret = signInId && cookieOf(request, baseUrl, stepCookie(bankId, signInId));
  return signInId === undefined || secret === undefined ? undefined : { signInId, secret };
}

/** Takes a form of the sign-in. */
async function submit(
  deps: AccountDeps,
  visit: SubmittedRequest,
  { ctx, secret, signInId }: { readonly ctx: Ctx; readonly signInId: string; readonly secret: string },
): Promise<AccountResponse> {
  const { bankId } = visit.context;
  const step = stepCookie(bankId, signInId);
  const visitor = visitorOf(visit, deps);
  const outcome = await submitSignIn(ctx, { signInId, secret, fields: visit.fields, visitor });
  switch (outcome.kind) {
    case 'forged':
      throw standardProblems.forbidden();
    case 'busy':
      return signInPage(deps, visit, { view: outcome, secret });
    case 'over':
    case 'cancelled':
      return { kind: 'look-again', cookies: kept(deps, [step, ''], [entryCookie(bankId), '']) };
    case 'moved':
      return {
        kind: 'look-again',
        cookies: outcome.secret === undefined ? [] : kept(deps, [step, outcome.secret]),
      };
    case 'finished':
      return signedIn(deps, visit, { signInId, finished: outcome });
  }
}

/**
 * The answer to a form of the sign-in that comes again after the customer is signed in. Nothing when it is none.
 */
export async function repeatForm(
  deps: AccountDeps,
  visit: SubmittedRequest,
  { ctx }: { readonly ctx: Ctx },
): Promise<AccountResponse | undefined> {
  const held = heldEntry(deps, visit);
  if (held === undefined) return undefined;
  const { fields } = visit;
  const outcome = await submitSignIn(ctx, { ...held, fields, visitor: visitorOf(visit, deps) });
  if (outcome.kind !== 'finished') return undefined;
  return signedIn(deps, visit, { signInId: held.signInId, finished: outcome });
}

/** The browser keeps the secret of the step for as long as the answer can be repeated. */
function signedIn(
  deps: AccountDeps,
  { context }: PageRequest,
  { finished, signInId }: { readonly signInId: string; readonly finished: Finished },
): AccountResponse {
  const { bankId } = context;
  return {
    kind: 'look-again',
    cookies: kept(
      deps,
      [stepCookie(bankId, signInId), finished.nextSecret],
      [browserCookie(bankId), finished.browserSecret],
      [accountCookie(bankId), finished.sessionSecret],
    ),
  };
}

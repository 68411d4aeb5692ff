import { findSignedInUser, offerSignIn, type SignInHandle } from '#capabilities/identity/index.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { countUnread } from './account-mailbox.ts';
import {
  type AccountDeps,
  type AccountResponse,
  changeAccount,
  entryCookie,
  pageOf,
  showAccount,
} from './account-overview.ts';
import { withProviderResponse } from './linked-login-return.ts';
import {
  accountCookie,
  browserCookie,
  type PageRequest,
  pageContext,
  type SignedInRequest,
  setCookieValues,
  stepCookie,
} from './page-request.ts';
import { respondToSignIn, type SignInEnding, type SignInPlace } from './sign-in-pages.ts';

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
  if (own !== undefined && secret !== undefined)
    return respondToOwner(deps, pageRequest, { ctx, own, secret });
  if (pageRequest.query.get('show') === 'signed-out' && pageRequest.fields === undefined)
    return pageOf(deps, pageRequest, { view: { kind: 'signed-out' }, secret: '' });
  return isReset
    ? startReset(deps, pageRequest)
    : signIn(deps, pageRequest, { hadSession: secret !== undefined });
}

async function respondToOwner(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest,
): Promise<AccountResponse> {
  const { context, fields } = pageRequest;
  if (fields === undefined) {
    const unread = pageRequest.query.has('show') ? undefined : await countUnread(deps, signed);
    return showAccount(deps, pageRequest, { ...signed, unread });
  }
  const isOwnForm = deps.ports.identityVault.isCsrf(context.bankId, signed.secret, fields.get('csrf') ?? '');
  if (isOwnForm) return changeAccount(deps, { ...pageRequest, fields }, signed);
  // Signed in a moment ago: a repeated form of the sign-in gets the same response.
  const again = await respondToSignIn(deps, pageRequest, placeOf(deps, pageRequest, { hadSession: true }));
  if (again.kind !== 'finished') throw standardProblems.forbidden();
  return endSignIn(deps, pageRequest, again);
}

/** Starts a sign-in with a temporary password, and redirects to the usual address, which can be reloaded. */
function startReset(deps: AccountDeps, pageRequest: PageRequest): AccountResponse {
  const handle = offerSignIn(pageContext(pageRequest.context, deps.ports), { isReset: true });
  return { kind: 'reload', cookies: cookiesOf(deps, pageRequest, handle) };
}

/** Signs a customer in on the bank's own page. */
async function signIn(
  deps: AccountDeps,
  pageRequest: PageRequest,
  session: { readonly hadSession: boolean },
): Promise<AccountResponse> {
  const place = placeOf(deps, pageRequest, session);
  // A form without a sign-in gets the first page.
  const request =
    place.current === undefined
      ? { ...pageRequest, fields: undefined }
      : withProviderResponse(deps, pageRequest, place.current);
  const response = await respondToSignIn(deps, request, place);
  if (response.kind === 'page' || response.kind === 'reload') return response;
  return endSignIn(deps, request, response);
}

function placeOf(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { hadSession }: { readonly hadSession: boolean },
): SignInPlace {
  return {
    current: handleIn(deps, pageRequest),
    // A browser with a session cookie has received the response.
    mayRepeat: !hadSession,
    isEnded: false,
    start: async () => offerSignIn(pageContext(pageRequest.context, deps.ports), { isReset: false }),
    cookiesOf: (handle) => cookiesOf(deps, pageRequest, handle),
  };
}

/** Returns the sign-in of the browser's cookies. */
function handleIn({ baseUrl }: AccountDeps, { context, request }: PageRequest): SignInHandle | undefined {
  const { bankId } = context;
  const signInId = cookieOf(request, baseUrl, entryCookie(bankId));
  const secret = signInId && cookieOf(request, baseUrl, stepCookie(bankId, signInId));
  return signInId === undefined || secret === undefined ? undefined : { signInId, secret };
}

function cookiesOf(
  deps: AccountDeps,
  { context: { bankId } }: PageRequest,
  { secret, signInId }: SignInHandle,
): readonly string[] {
  return setCookieValues(deps, [entryCookie(bankId), signInId], [stepCookie(bankId, signInId), secret]);
}

/** Ends a sign-in: the customer has a session on these pages, or starts again. */
function endSignIn(deps: AccountDeps, pageRequest: PageRequest, ending: SignInEnding): AccountResponse {
  const { bankId } = pageRequest.context;
  switch (ending.kind) {
    case 'over':
      // A sign-in that was just started has a page.
      if (pageRequest.fields === undefined) throw standardProblems['service-unavailable']();
      return startAgain(deps, pageRequest);
    case 'cancelled':
      return startAgain(deps, pageRequest);
    case 'finished': {
      const { browserSecret, nextSecret, sessionSecret } = ending.finished;
      // The browser stores the secret of the step for as long as the response can be repeated.
      const cookies = setCookieValues(
        deps,
        [stepCookie(bankId, ending.signInId), nextSecret],
        [browserCookie(bankId), browserSecret],
        [accountCookie(bankId), sessionSecret],
      );
      return { kind: 'reload', cookies };
    }
  }
}

function startAgain(deps: AccountDeps, pageRequest: PageRequest): AccountResponse {
  const { bankId } = pageRequest.context;
  const { signInId = '' } = handleIn(deps, pageRequest) ?? {};
  const cookies = setCookieValues(deps, [stepCookie(bankId, signInId), ''], [entryCookie(bankId), '']);
  return { kind: 'reload', cookies };
}

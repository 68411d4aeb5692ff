import {
  type Reestablishment,
  reestablishConsent,
  viewCustomerConsent,
} from '#capabilities/consents/index.ts';
import {
  type Finished,
  findSignedInUser,
  openSignIn,
  type SignInHandle,
  signOut,
} from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import { accessPath } from './access/access-pages.ts';
import { confirmingText } from './access/access-parts.ts';
import { accessTexts } from './access/access-texts.ts';
import type { AccessNotice } from './access/access-view.ts';
import { type AccessRequest, redirect } from './account-access.ts';
import type { AccountDeps } from './account-overview.ts';
import { browserCookie, type PageRequest, setCookieValues, stepCookie } from './page-request.ts';
import type { PageResponse } from './page-response.ts';
import { respondToSignIn, type SignInPlace } from './sign-in-pages.ts';

type ConsentRequest = AccessRequest & { readonly id: string };

/** What a customer gives again with a second factor. */
export interface GivenAgain {
  /** Page that shows it. */
  readonly path: string;
  /** The sign-in belongs to this session and this consent. */
  readonly signInId: string;
  readonly confirming: (language: string) => Html;
  readonly reestablish: (factor: Finished) => Promise<Reestablishment>;
}

/** Asks for a second factor before a withdrawn consent is given again. */
export async function approveAccess(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: ConsentRequest,
): Promise<PageResponse> {
  const { bankId } = pageRequest.context;
  const { consents, id, own, viewer } = request;
  const path = `${accessPath(bankId)}/${id}`;
  const consent = await viewCustomerConsent(consents, { consentId: id, viewer });
  if (consent?.reestablishableUntil === undefined) return redirect(path);
  return approveAgain(deps, pageRequest, request, {
    path,
    signInId: `access-${own.session.sessionId}-${id}`,
    confirming: (language) => confirmingText(consent, accessTexts(language)),
    reestablish: (factor) => reestablishConsent(consents, { consentId: id, viewer, factor }),
  });
}

/** Asks the signed-in customer for a second factor, on the pages of a sign-in, and then gives something again. */
export async function approveAgain(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: AccessRequest,
  given: GivenAgain,
): Promise<PageResponse> {
  const place = placeOf(deps, pageRequest, { ...request, ...given });
  const response = await respondToSignIn(deps, pageRequest, place);
  switch (response.kind) {
    case 'page':
      return response;
    case 'reload':
      return redirect(`${given.path}/confirm`, response.cookies);
    case 'finished':
      return finish(deps, { ...request, ...given }, response.finished);
    case 'over':
    case 'cancelled':
      return redirect(`${given.path}?said=not-approved`);
  }
}

function placeOf(
  deps: AccountDeps,
  { context: { bankId }, request }: PageRequest,
  { confirming, ctx, own, signInId }: AccessRequest & GivenAgain,
): SignInPlace {
  const step = stepCookie(bankId, signInId);
  const secret = cookieOf(request, deps.baseUrl, step);
  return {
    current: secret === undefined ? undefined : { signInId, secret },
    confirming,
    mayRepeat: false,
    isEnded: false,
    async start(): Promise<SignInHandle> {
      const steppingUp = own.user.userId;
      return { signInId, secret: await openSignIn(ctx, { signInId, assurance: 'sca', steppingUp }) };
    },
    cookiesOf: (handle) => setCookieValues(deps, [step, handle.secret]),
  };
}

/** The session of the pages goes on; the one that the second factor opened is not needed. */
async function finish(
  deps: AccountDeps,
  { ctx, path, reestablish, viewer }: AccessRequest & GivenAgain,
  finished: Finished,
): Promise<PageResponse> {
  const opened = await findSignedInUser(ctx, finished.sessionSecret);
  if (opened !== undefined) await signOut(ctx, opened, 'here');
  const cookies = setCookieValues(deps, [browserCookie(ctx.bankId), finished.browserSecret]);
  // The pages let another user sign in; that user approves nothing here.
  if (finished.userId !== viewer.userId) return redirect(`${path}?said=not-approved`, cookies);
  return redirect(`${path}?said=${noticeOf(await reestablish(finished))}`, cookies);
}

function noticeOf(result: Reestablishment): AccessNotice {
  switch (result) {
    case 're-established':
    case 'too-late':
    case 'replaced':
      return result;
    case 'not-proven':
      return 'not-approved';
    case 'unknown':
    case 'not-withdrawn':
    case 'owner-gone':
    case 'user-inactive':
    case 'mandate-lost':
      return 'not-possible';
  }
}

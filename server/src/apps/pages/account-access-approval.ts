import {
  type CustomerConsent,
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

/**
 * Asks the signed-in customer for a second factor, on the pages of a sign-in, and then gives the access again. The
 * sign-in belongs to this session and this consent.
 */
export async function approveAccess(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: ConsentRequest,
): Promise<PageResponse> {
  const { bankId } = pageRequest.context;
  const detail = `${accessPath(bankId)}/${request.id}`;
  const consent = await viewCustomerConsent(request.consents, {
    consentId: request.id,
    viewer: request.viewer,
  });
  if (consent?.reestablishableUntil === undefined) return redirect(detail);
  const response = await respondToSignIn(
    deps,
    pageRequest,
    placeOf(deps, pageRequest, { ...request, consent }),
  );
  switch (response.kind) {
    case 'page':
      return response;
    case 'reload':
      return redirect(`${detail}/confirm`, response.cookies);
    case 'finished':
      return finish(deps, request, response.finished);
    case 'over':
    case 'cancelled':
      return redirect(`${detail}?said=not-approved`);
  }
}

function placeOf(
  deps: AccountDeps,
  { context: { bankId }, request }: PageRequest,
  { consent, ctx, id, own }: ConsentRequest & { readonly consent: CustomerConsent },
): SignInPlace {
  const signInId = `access-${own.session.sessionId}-${id}`;
  const step = stepCookie(bankId, signInId);
  const secret = cookieOf(request, deps.baseUrl, step);
  return {
    current: secret === undefined ? undefined : { signInId, secret },
    confirming: (language) => confirmingText(consent, accessTexts(language)),
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
  { consents, ctx, id, viewer }: ConsentRequest,
  finished: Finished,
): Promise<PageResponse> {
  const { bankId } = ctx;
  const opened = await findSignedInUser(ctx, finished.sessionSecret);
  if (opened !== undefined) await signOut(ctx, opened, 'here');
  const cookies = setCookieValues(deps, [browserCookie(bankId), finished.browserSecret]);
  const path = `${accessPath(bankId)}/${id}`;
  // The pages let another user sign in; that user approves nothing here.
  if (finished.userId !== viewer.userId) return redirect(`${path}?said=not-approved`, cookies);
  const result = await reestablishConsent(consents, { consentId: id, viewer, factor: finished });
  return redirect(`${path}?said=${noticeOf(result)}`, cookies);
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

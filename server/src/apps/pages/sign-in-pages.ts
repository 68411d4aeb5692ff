import {
  type Finished,
  findFinishedSignIn,
  type SignInHandle,
  type SignInView,
  submitSignIn,
  viewSignIn,
} from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { CustomerPageRenderer } from './customer/customer-pages.ts';
import {
  browserInfoOf,
  frameOf,
  languageCookies,
  languageOf,
  type PageDeps,
  type PageRequest,
  type PageStatus,
  pageContext,
  setCookieValues,
  statusOf,
  stepCookie,
} from './page-request.ts';

export interface SignInPagesDeps extends PageDeps {
  readonly pages: CustomerPageRenderer;
}

/** The client that requires a sign-in. */
interface SignInClient {
  readonly clientName: string;
  readonly languages: string | undefined;
  /** The origin of the client's redirect URI. */
  readonly returnOrigin: string | undefined;
}

/** A place where customers sign in: the bank's own page, or the page of an authorization request. */
export interface SignInPlace {
  /** The sign-in of this browser, as its cookies say. */
  readonly current: SignInHandle | undefined;
  /** Absent on the bank's own page. */
  readonly client?: SignInClient | undefined;
  /** Returns what the customer confirms here, in a language. Absent where the customer signs in. */
  readonly confirming?: (language: string) => Html;
  /** A browser that has signed in a moment ago may not have received the response. */
  readonly mayRepeat: boolean;
  /** No page is shown here any more. */
  readonly isEnded: boolean;
  start(): Promise<SignInHandle>;
  /** Returns the cookies that store a sign-in in the browser. */
  cookiesOf(handle: SignInHandle): readonly string[];
}

/** The response of a sign-in. Its ending depends on the place. */
export type SignInResponse =
  | ({
      readonly kind: 'page';
      readonly page: RenderedPage;
      readonly cookies: readonly string[];
    } & PageStatus)
  /** Redirects by GET, so that a reload does not post the form again. */
  | { readonly kind: 'reload'; readonly cookies: readonly string[] }
  | SignInEnding;

export type SignInEnding =
  | { readonly kind: 'over' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'finished'; readonly signInId: string; readonly finished: Finished };

/** Shows the page of a sign-in, or processes its form. */
export async function respondToSignIn(
  deps: SignInPagesDeps,
  pageRequest: PageRequest,
  place: SignInPlace,
): Promise<SignInResponse> {
  const { fields } = pageRequest;
  if (fields === undefined) return show(deps, pageRequest, place);
  return place.current === undefined
    ? { kind: 'over' }
    : submit(deps, { ...pageRequest, fields }, { ...place, current: place.current });
}

async function show(
  deps: SignInPagesDeps,
  pageRequest: PageRequest,
  place: SignInPlace,
): Promise<SignInResponse> {
  const { current, isEnded } = place;
  const ctx = pageContext(pageRequest.context, deps.ports);
  const live = current && (await viewSignIn(ctx, current));
  const finished = live === undefined ? await repeatResult(deps, pageRequest, place) : undefined;
  if (finished !== undefined) return finished;
  if (isEnded) return { kind: 'over' };
  if (current !== undefined && live !== undefined)
    return pageOf(deps, pageRequest, { place, handle: current, view: live });
  // A browser without a sign-in starts one; a browser whose sign-in has ended starts again.
  const handle = await place.start();
  const view = await viewSignIn(ctx, handle);
  return view === undefined ? { kind: 'over' } : pageOf(deps, pageRequest, { place, handle, view });
}

/** Returns the result again to a browser that signed in a moment ago and lost the response. */
async function repeatResult(
  deps: SignInPagesDeps,
  pageRequest: PageRequest,
  { client, current, mayRepeat }: SignInPlace,
): Promise<SignInEnding | undefined> {
  if (current === undefined || !mayRepeat) return undefined;
  const browserInfo = browserInfoOf(pageRequest, deps, client);
  const ctx = pageContext(pageRequest.context, deps.ports);
  const finished = await findFinishedSignIn(ctx, { ...current, browserInfo });
  return finished && { kind: 'finished', signInId: current.signInId, finished };
}

async function submit(
  deps: SignInPagesDeps,
  submitted: PageRequest & { readonly fields: ReadonlyMap<string, string> },
  place: SignInPlace & { readonly current: SignInHandle },
): Promise<SignInResponse> {
  const { client, current } = place;
  const { secret, signInId } = current;
  const outcome = await submitSignIn(pageContext(submitted.context, deps.ports), {
    signInId,
    secret,
    fields: submitted.fields,
    browserInfo: browserInfoOf(submitted, deps, client),
  });
  switch (outcome.kind) {
    case 'forged':
      throw standardProblems.forbidden();
    case 'busy':
      // Responds at once: queueing would only make the wait longer.
      return { ...pageOf(deps, submitted, { place, handle: current, view: outcome }), cookies: [] };
    case 'continues': {
      const step = stepCookie(submitted.context.bankId, signInId);
      const cookies = outcome.secret === undefined ? [] : setCookieValues(deps, [step, outcome.secret]);
      return { kind: 'reload', cookies };
    }
    case 'finished':
      return { kind: 'finished', signInId, finished: outcome };
    case 'over':
    case 'cancelled':
      return outcome;
  }
}

function pageOf(
  deps: SignInPagesDeps,
  pageRequest: PageRequest,
  shown: { readonly place: SignInPlace; readonly handle: SignInHandle; readonly view: SignInView },
): Extract<SignInResponse, { readonly kind: 'page' }> {
  const { handle, place, view } = shown;
  const { client } = place;
  const language = languageOf(pageRequest, deps, client?.languages);
  const frame = frameOf(pageRequest, deps, {
    language,
    clientName: client?.clientName,
    csrf: deps.ports.identityVault.csrfOf(pageRequest.context.bankId, handle.secret),
    formOrigins: client?.returnOrigin === undefined ? [] : [client.returnOrigin],
  });
  return {
    kind: 'page',
    page: deps.pages.signIn(view, frame, place.confirming?.(language)),
    ...statusOf(view),
    cookies: [...place.cookiesOf(handle), ...languageCookies(pageRequest, deps, language)],
  };
}

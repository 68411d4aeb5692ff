import {
  isLoginLinkState,
  type LoginLinkReturn,
  originOfState,
  type SignInHandle,
} from '#capabilities/identity/index.ts';
import { interactionPathOf } from '#capabilities/oauth/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { PageDeps, PageRequest } from './page-request.ts';
import type { PageResponse } from './page-response.ts';

/** The parameter in which the page of a sign-in receives the provider that the browser comes back from. */
const providerParameter = 'linked-login';
const parameterMax = 2_048;

/**
 * Sends a browser that comes back from another provider to the page of its sign-in, which the `state` names. Decides
 * nothing: the page compares the response with what its own sign-in has requested.
 */
export function returnFromProvider(
  { context: { bankId }, query }: PageRequest,
  provider: string,
): PageResponse {
  const state = query.get('state') ?? '';
  const home = homeOf(bankId, state);
  if (home === undefined) throw standardProblems['not-found']();
  const code = (query.get('code') ?? '').slice(0, parameterMax);
  const response = new URLSearchParams({ [providerParameter]: provider, state, code });
  return { kind: 'redirect', cookies: [], location: `${home}?${response.toString()}` };
}

/** Returns the page that a `state` names: of a sign-in, or of a customer who links a login. */
function homeOf(bankId: string, state: string): string | undefined {
  const origin = originOfState(state);
  if (origin === undefined) return isLoginLinkState(state) ? `/account/${bankId}` : undefined;
  return origin.isOwnPage ? `/account/${bankId}` : interactionPathOf(bankId, origin.signInId);
}

/** Returns the response of a provider that an address contains. */
export function providerResponseIn(query: URLSearchParams): LoginLinkReturn {
  const [provider = '', state = '', code = ''] = [providerParameter, 'state', 'code'].map(
    (name) => query.get(name) ?? '',
  );
  return { provider, state, code };
}

/** Returns the request with the response of a provider as its form, if there is one for the sign-in of this browser. */
export function withProviderResponse(
  { ports }: PageDeps,
  pageRequest: PageRequest,
  current: SignInHandle | undefined,
): PageRequest {
  const { context, fields, query } = pageRequest;
  const provider = query.get(providerParameter);
  const state = query.get('state') ?? '';
  if (fields !== undefined || provider === null || current === undefined) return pageRequest;
  if (originOfState(state)?.signInId !== current.signInId) return pageRequest;
  // The `state` is the token of this form: only the browser that has the cookies of the sign-in has both.
  const csrf = ports.identityVault.csrfOf(context.bankId, current.secret);
  const code = query.get('code') ?? '';
  return {
    ...pageRequest,
    fields: new Map(Object.entries({ csrf, step: 'linked-login-return', provider, state, code })),
  };
}

import {
  type AccountNotice,
  type AccountView,
  beginLoginLink,
  identityProblems,
  isLoginLinkState,
  type LoginLinkError,
  linkLogin,
  loginLinkOf,
  ownContext,
  unlinkLogin,
  viewAccount,
} from '#capabilities/identity/index.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { isProblem, isStrong, type SettingForm } from './account-settings.ts';
import { providerResponseIn } from './linked-login-return.ts';
import type { SignedInRequest } from './page-request.ts';

/** What a page of logins shows, or the notice of the overview that follows. */
export type LoginPage = { readonly view: AccountView } | { readonly notice: AccountNotice | undefined };

/** Returns what an address about linked logins asks for; undefined for every other address. */
export async function loginPageIn(
  signed: SignedInRequest,
  query: URLSearchParams,
): Promise<LoginPage | undefined> {
  const { ctx, own } = signed;
  if (isLoginLinkState(query.get('state') ?? '')) return { notice: await linkReturned(signed, query) };
  if (query.get('show') !== 'link-login') return undefined;
  if (!isStrong(signed)) return { view: { kind: 'sign-in-again' } };
  const begun = await beginLoginLink(ctx, own, query.get('provider') ?? '');
  return typeof begun === 'object' ? { view: begun } : { notice: begun };
}

/** The forms about linked logins, by the name of their step. */
export const loginForms: Readonly<Record<string, SettingForm>> = {
  'link-login': async (_, fields) => ({
    kind: 'next',
    query: { show: 'link-login', provider: fields.get('provider') ?? '' },
  }),
  'unlink-login': async (_, fields) => ({
    kind: 'next',
    query: { show: 'unlink-login', login: fields.get('login-id') ?? '' },
  }),
  async 'confirm-unlink-login'(signed, fields) {
    if (!isStrong(signed)) return { kind: 'again', view: { kind: 'sign-in-again' } };
    const { ctx, own } = signed;
    const view = await viewAccount(ctx, own, { browserSecret: undefined, notice: undefined });
    const login = unlinkingIn(signed, view, fields.get('login-id') ?? '');
    // Unlinked before, in another window.
    if (login?.kind === 'unlink-login') await unlinkLogin(ownContext(ctx, own), login.login);
    return { kind: 'next', query: { said: 'login-unlinked' } };
  },
};

/** Returns the view that asks for confirmation before a login is unlinked. */
export function unlinkingIn(
  signed: SignedInRequest,
  view: AccountView,
  loginId: string,
): AccountView | undefined {
  if (view.kind !== 'overview') return undefined;
  if (!isStrong(signed)) return { kind: 'sign-in-again' };
  const login = view.logins.find((known) => known.loginId === loginId);
  return login && { kind: 'unlink-login', login, timeZone: view.timeZone };
}

/** Links the login with which the browser has come back from a provider. */
async function linkReturned(signed: SignedInRequest, query: URLSearchParams): Promise<AccountNotice> {
  const { ctx, own } = signed;
  const link = isStrong(signed) ? loginLinkOf(ctx, own, providerResponseIn(query)) : undefined;
  // Without a code, the provider reports that the customer did not sign in there.
  if (link === undefined || link.code === '') return 'login-not-proven';
  try {
    await linkLogin(ownContext(ctx, own), link);
    return 'login-linked';
  } catch (error) {
    const known = errors.find(([problem]) => isProblem(error, problem));
    if (known === undefined) throw error;
    return known[1];
  }
}

const errors: readonly (readonly [ProblemFactory, LoginLinkError])[] = [
  [standardProblems.invalid, 'login-not-proven'],
  [standardProblems['service-unavailable'], 'login-provider-away'],
  [standardProblems.conflict, 'logins-full'],
  [identityProblems['login-already-used'], 'login-in-use'],
];

import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import {
  browserName,
  type IdentityPorts,
  type SignedInUser,
  type SignInFrame,
  type SignInView,
  signInIdleSeconds,
} from '#capabilities/identity/index.ts';
import { type CookieKind, cookieOf, cookieText } from '#platform/http/browser-cookie.ts';
import { browserLanguages, languageCookie } from '#platform/http/browser-languages.ts';
import { isLanguageTag } from '#platform/kernel/language.ts';
import type { Context } from '#platform/work/context.ts';
import { pickLanguage } from './customer/languages.ts';

/** Dependencies of the pages for customers. */
export interface PageDeps {
  readonly baseUrl: string;
  readonly ports: IdentityPorts;
}

/** Browser request for one of the pages for customers. */
export interface PageRequest {
  readonly context: Context;
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** Path that the forms of the page are posted to. */
  readonly path: string;
  readonly fields: ReadonlyMap<string, string> | undefined;
}

/** A request of a signed-in customer. */
export interface SignedInRequest {
  readonly ctx: Context & IdentityPorts;
  readonly own: SignedInUser;
  readonly secret: string;
}

const browserLifeSeconds = 15_552_000;
const stepLifeSeconds = 900;
const idDigits = 10;

/** Cookie with the secret of the next step; each sign-in has its own, so that two windows do not disturb each other. */
export function stepCookie(bankId: string, signInId: string): CookieKind {
  const short = signInId.replaceAll(/[^A-Za-z0-9]/gv, '').slice(-idDigits);
  return { name: `portico-${bankId}-step-${short}`, lifeSeconds: stepLifeSeconds };
}

/** Cookie that identifies a browser for half a year. */
export function browserCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-browser`, lifeSeconds: browserLifeSeconds };
}

/** Cookie of a session on the bank's own page, until the browser is closed. */
export function accountCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-account` };
}

/** Returns an anonymous context: the customer is known only at the end of the sign-in. */
export function pageContext(context: Context, ports: IdentityPorts): Context & IdentityPorts {
  const { bankId } = context;
  return { ...context, ...ports, caller: { kind: 'system', job: 'sign-in', bankId } };
}

/** Returns what the browser reveals about its user. */
export function browserInfoOf(
  pageRequest: PageRequest,
  deps: PageDeps,
  client?: { readonly clientName: string; readonly languages: string | undefined },
): {
  readonly browserName: string;
  readonly browserSecret: string | undefined;
  readonly clientName: string | undefined;
  readonly language: string;
} {
  const { context, request } = pageRequest;
  return {
    browserName: browserName(request.headers['user-agent']),
    browserSecret: cookieOf(request, deps.baseUrl, browserCookie(context.bankId)),
    clientName: client?.clientName,
    language: languageOf(pageRequest, deps, client?.languages),
  };
}

/** Returns the language: the chosen one, the one that the client sends, or the one of the browser. */
export function languageOf(
  { context, query, request }: PageRequest,
  { ports }: PageDeps,
  requested: string | undefined,
): string {
  const [chosen, ...others] = browserLanguages(request, query);
  const first = chosen === undefined ? [] : [chosen];
  const isChosen = query.get('lang') !== null || (request.headers.cookie ?? '').includes('portico-language=');
  const sent = (requested ?? '').split(' ').filter(isLanguageTag);
  const wanted = isChosen ? [...first, ...sent, ...others] : [...sent, ...first, ...others];
  return pickLanguage(wanted, ports.identityFacts.of(context.bankId).defaultLanguage);
}

/** Returns the cookie of a language that the user has just chosen. */
export function languageCookies(
  { query }: PageRequest,
  { baseUrl }: PageDeps,
  language: string,
): readonly string[] {
  return query.get('lang') === null ? [] : [languageCookie(language, baseUrl)];
}

export function frameOf(
  { context, path }: PageRequest,
  { ports }: PageDeps,
  more: Pick<SignInFrame, 'language' | 'clientName' | 'csrf' | 'formOrigins'>,
): SignInFrame {
  const { bankId, origin } = context;
  return {
    ...more,
    bankId,
    bankName: ports.identityFacts.of(bankId).bankName,
    action: path,
    requestId: origin.requestId,
    secondsLeft: signInIdleSeconds,
  };
}

/** Returns the frame of a page of a signed-in customer, and the cookies that go with it. */
export function signedInFrameOf(
  pageRequest: PageRequest,
  deps: PageDeps,
  secret: string,
): { readonly frame: SignInFrame; readonly cookies: readonly string[] } {
  const language = languageOf(pageRequest, deps, undefined);
  const csrf = deps.ports.identityVault.csrfOf(pageRequest.context.bankId, secret);
  return {
    frame: frameOf(pageRequest, deps, { language, clientName: undefined, csrf, formOrigins: [] }),
    cookies: languageCookies(pageRequest, deps, language),
  };
}

/** Status of a page, so that monitoring sees failures, and the reason for the log. */
export interface PageStatus {
  readonly status: 200 | 429 | 503;
  /** The problem that the page shows, and its reason. */
  readonly refusal?: { readonly problem: string; readonly reason: string };
}

/** Returns the status of a page, with the fields for the log. */
export function statusOf(view: SignInView): PageStatus {
  if (view.kind === 'busy')
    return { status: 503, refusal: { problem: 'service-unavailable', reason: 'password-hasher-full' } };
  if (view.kind !== 'throttled') return { status: 200 };
  return { status: 429, refusal: { problem: 'too-many-requests', reason: view.limit.reason } };
}

/** Returns values of `Set-Cookie` that set or delete cookies. */
export function setCookieValues(
  { baseUrl }: PageDeps,
  ...cookies: readonly (readonly [CookieKind, string])[]
): readonly string[] {
  return cookies.map(([kind, value]) => cookieText(baseUrl, kind, value));
}

import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import {
  browserName,
  type IdentityPorts,
  type SignInFrame,
  type SignInView,
  signInIdleSeconds,
} from '#capabilities/identity/index.ts';
import { type CookieKind, cookieOf, cookieText } from '#platform/http/browser-cookie.ts';
import { browserLanguages, languageCookie } from '#platform/http/browser-languages.ts';
import { isLanguageTag } from '#platform/kernel/language.ts';
import type { Context } from '#platform/work/context.ts';
import { pickLanguage } from './customer/languages.ts';

/** What the pages for customers stand on. */
export interface PageDeps {
  readonly baseUrl: string;
  readonly ports: IdentityPorts;
}

/** A browser at one of the pages for customers. */
export interface PageRequest {
  readonly context: Context;
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** Where forms of the page come back to. */
  readonly path: string;
  readonly fields: ReadonlyMap<string, string> | undefined;
}

const browserLifeSeconds = 15_552_000;
const stepLifeSeconds = 900;
const idDigits = 10;

/** The secret of the next step; each sign-in has its own, so that two windows do not disturb each other. */
export function stepCookie(bankId: string, signInId: string): CookieKind {
  const short = signInId.replaceAll(/[^A-Za-z0-9]/gv, '').slice(-idDigits);
  return { name: `portico-${bankId}-step-${short}`, lifeSeconds: stepLifeSeconds };
}

/** By which a browser is known again for half a year. */
export function browserCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-browser`, lifeSeconds: browserLifeSeconds };
}

/** Opens the bank's own page until the browser is closed. */
export function accountCookie(bankId: string): CookieKind {
  return { name: `portico-${bankId}-account` };
}

/** The pages act for nobody in particular: who it is will only be known at the end. */
export function pageContext(context: Context, ports: IdentityPorts): Context & IdentityPorts {
  const { bankId } = context;
  return { ...context, ...ports, caller: { kind: 'system', job: 'sign-in', bankId } };
}

/** Who sits at the browser, as far as it tells. */
export function visitorOf(
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

/** What somebody chose, the application sends along, or the browser has set. */
export function languageOf(
  { context, query, request }: PageRequest,
  { ports }: PageDeps,
  asked: string | undefined,
): string {
  const [chosen, ...others] = browserLanguages(request, query);
  const first = chosen === undefined ? [] : [chosen];
  const isChosen = query.get('lang') !== null || (request.headers.cookie ?? '').includes('portico-language=');
  const sent = (asked ?? '').split(' ').filter(isLanguageTag);
  const wanted = isChosen ? [...first, ...sent, ...others] : [...sent, ...first, ...others];
  return pickLanguage(wanted, ports.identityFacts.of(context.bankId).defaultLanguage);
}

/** Keeps the language that somebody has just chosen. */
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

/** How a page is answered: programs that watch the pages see trouble by the status, and the log says why. */
export interface PageStatus {
  readonly status: 200 | 429 | 503;
  /** The problem of which the page tells, and its reason. */
  readonly refusal?: { readonly problem: string; readonly reason: string };
}

/** Returns the status of a page, with what the log says of it. */
export function statusOf(view: SignInView): PageStatus {
  if (view.kind === 'busy')
    return { status: 503, refusal: { problem: 'service-unavailable', reason: 'password-hasher-full' } };
  if (view.kind !== 'throttled') return { status: 200 };
  return { status: 429, refusal: { problem: 'too-many-requests', reason: view.limit.reason } };
}

/** Texts of `Set-Cookie` for what somebody is to keep, or to forget. */
export function kept(
  { baseUrl }: PageDeps,
  ...cookies: readonly (readonly [CookieKind, string])[]
): readonly string[] {
  return cookies.map(([kind, value]) => cookieText(baseUrl, kind, value));
}

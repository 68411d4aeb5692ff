import { english } from '../../server/src/apps/pages/customer/texts/english.ts';
import type { PageBrowser, PageResponse } from './sign-in-browser.ts';

export const accountPath = '/account/01';

/** Progress of a sign-in; `busy` was refused with a page, by the load shedder or later, `shed` without one. */
export type Reached =
  | 'second-factor'
  | 'busy'
  | 'shed'
  | 'limited'
  | 'throttled'
  | 'locked'
  | 'wrong'
  | 'other';

/** A sign-in, step by step; the browser opens the page after each redirect. */
export interface SignInVisit {
  readonly reached: Reached;
  /** Time from the first request to the deciding response. */
  readonly tookMs: number;
  /** Time of the deciding response alone. */
  readonly lastMs: number;
}

/**
 * Signs in as a browser does: opens the page, submits the username, follows the redirect, submits the password,
 * follows the redirect. Ends with the page of the second factor, or with the first response that stops the sign-in.
 */
export async function signIn(
  browser: PageBrowser,
  { password, username }: { readonly username: string; readonly password: string },
): Promise<SignInVisit> {
  const begun = performance.now();
  const steps = [
    () => browser.open(accountPath),
    () => browser.submit(accountPath, { step: 'identify', username }),
    () => browser.open(accountPath),
    () => browser.submit(accountPath, { step: 'password', password }),
    () => browser.open(accountPath),
  ];
  let last: PageResponse | undefined;
  for (const step of steps) {
    last = await step();
    if (last.status >= 400) break;
  }
  const tookMs = performance.now() - begun;
  return { reached: reachedBy(last), tookMs, lastMs: last?.tookMs ?? 0 };
}

/** Classifies a response by its form or its heading; the test browsers use English. */
function reachedBy(response: PageResponse | undefined): Reached {
  if (response === undefined) return 'other';
  const { headers, status, text } = response;
  if (status === 503) return headers['content-type']?.startsWith('text/html') === true ? 'busy' : 'shed';
  if (status >= 400) return status === 429 ? 'limited' : 'other';
  return signs.find(([, sign]) => text.includes(sign))?.[0] ?? 'other';
}

const signs: readonly (readonly [Reached, string])[] = [
  ['second-factor', 'name="step" value="code"'],
  ['wrong', 'name="step" value="password"'],
  ['busy', `<h1>${english.busy.title}</h1>`],
  ['throttled', `<h1>${english.limits.connection.title}</h1>`],
  ['locked', `<h1>${english.locked.title}</h1>`],
];

import { english } from '../../server/src/apps/pages/customer/texts/english.ts';
import type { PageBrowser, PageResponse } from './sign-in-browser.ts';

export const accountPath = '/account/01';

/** How far somebody came with name and password; `busy` was refused by a page, at the door or behind it, `shed` without one. */
export type Reached =
  | 'second-factor'
  | 'busy'
  | 'shed'
  | 'limited'
  | 'throttled'
  | 'locked'
  | 'wrong'
  | 'other';

/** A sign-in, step by step; each page is opened as a browser does after it was told to look again. */
export interface SignInVisit {
  readonly reached: Reached;
  /** From the first request to the answer that decided. */
  readonly tookMs: number;
  /** The answer that decided took so long by itself. */
  readonly lastMs: number;
}

/**
 * What a browser does: opens the page, sends the name and looks again, sends the password and looks again. It ends with
 * the page that asks for the second factor, or at the first answer that lets it go no further.
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

/** By what the page asks for, or else by its heading; the browsers of the rig read English. */
function reachedBy(answer: PageResponse | undefined): Reached {
  if (answer === undefined) return 'other';
  const { headers, status, text } = answer;
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

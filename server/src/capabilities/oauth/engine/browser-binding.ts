import { hash, randomBytes } from 'node:crypto';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { type CookieKind, cookieOf, cookieText } from '#platform/http/browser-cookie.ts';
import type { BrowserExchange } from '../ports/customer-pages.ts';

/**
 * Cookie that binds a sign-in to the browser that started it: a browser that is tricked into opening another user's
 * callback has another cookie, or none. It contains no personal data, and all tabs of a browser share it.
 */
export interface BrowserBinding {
  readonly value: string;
  /** Value of `Set-Cookie`. */
  readonly cookie: string;
}

interface BindingDeps {
  readonly baseUrl: string;
  readonly bankId: string;
  readonly lifeSeconds: number;
}

const bindingBytes = 32;

/** Returns the binding of this browser, and creates it if there is none. */
export function bindBrowser(
  request: BrowserExchange['request'],
  { baseUrl, bankId, lifeSeconds }: BindingDeps,
): BrowserBinding {
  const value =
    bindingCookieOf(request, { baseUrl, bankId }) ?? randomBytes(bindingBytes).toString('base64url');
  return { value, cookie: cookieText(baseUrl, { ...kindOf(bankId), lifeSeconds }, value) };
}

/** Hashes a binding. Only the hash is stored. */
export function hashOfBinding({ value }: Pick<BrowserBinding, 'value'>): string {
  return hash('sha256', value, 'hex');
}

export function isBoundTo(
  request: BrowserExchange['request'],
  tieHash: string,
  deps: Omit<BindingDeps, 'lifeSeconds'>,
): boolean {
  const value = bindingCookieOf(request, deps);
  const [shown, expected] = [
    Buffer.from(value === undefined ? '' : hashOfBinding({ value })),
    Buffer.from(tieHash),
  ];
  return equalBytes(shown, expected);
}

function bindingCookieOf(
  request: BrowserExchange['request'],
  { baseUrl, bankId }: Omit<BindingDeps, 'lifeSeconds'>,
): string | undefined {
  return cookieOf(request, baseUrl, kindOf(bankId));
}

function kindOf(bankId: string): CookieKind {
  return { name: `portico-${bankId}-staff` };
}

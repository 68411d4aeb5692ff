import { hash, randomBytes } from 'node:crypto';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { type CookieKind, cookieOf, cookieText } from '#platform/http/browser-cookie.ts';
import type { BrowserExchange } from '../ports/customer-pages.ts';

/**
 * A cookie that ties a sign-in to the browser that began it: whoever is tricked into opening somebody else's way back
 * has another one, or none. It says nothing about anybody, and all tabs of a browser share it.
 */
export interface BrowserBinding {
  readonly value: string;
  /** What the browser is told to keep. */
  readonly cookie: string;
}

interface TieDeps {
  readonly baseUrl: string;
  readonly bankId: string;
  readonly lifeSeconds: number;
}

const tieBytes = 32;

/** The tie of this browser, made if it has none. */
export function tieBrowser(
  request: BrowserExchange['request'],
  { baseUrl, bankId, lifeSeconds }: TieDeps,
): BrowserBinding {
  const value = tieOf(request, { baseUrl, bankId }) ?? randomBytes(tieBytes).toString('base64url');
  return { value, cookie: cookieText(baseUrl, { ...kindOf(bankId), lifeSeconds }, value) };
}

/** Only this is stored. */
export function hashOfBinding({ value }: Pick<BrowserBinding, 'value'>): string {
  return hash('sha256', value, 'hex');
}

export function isTiedTo(
  request: BrowserExchange['request'],
  tieHash: string,
  deps: Omit<TieDeps, 'lifeSeconds'>,
): boolean {
  const value = tieOf(request, deps);
  const [shown, expected] = [
    Buffer.from(value === undefined ? '' : hashOfBinding({ value })),
    Buffer.from(tieHash),
  ];
  return equalBytes(shown, expected);
}

function tieOf(
  request: BrowserExchange['request'],
  { baseUrl, bankId }: Omit<TieDeps, 'lifeSeconds'>,
): string | undefined {
  return cookieOf(request, baseUrl, kindOf(bankId));
}

function kindOf(bankId: string): CookieKind {
  return { name: `portico-${bankId}-staff` };
}

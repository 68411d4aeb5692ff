import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BrowserExchange } from '../ports/customer-pages.ts';

/**
 * A cookie that ties a sign-in to the browser that began it: whoever is tricked into opening somebody else's way back
 * has another one, or none. It says nothing about anybody, and all tabs of a browser share it.
 */
export interface BrowserTie {
  readonly value: string;
  /** What the browser is told to keep. */
  readonly cookie: string;
}

interface TieGround {
  readonly baseUrl: string;
  readonly bankId: string;
  readonly lifeSeconds: number;
}

const tieBytes = 32;
const tiePattern = /^[A-Za-z0-9_-]{43}$/;

/** The tie of this browser, made if it has none. */
export function tieBrowser(
  request: BrowserExchange['request'],
  { baseUrl, bankId, lifeSeconds }: TieGround,
): BrowserTie {
  const value = tieOf(request, { baseUrl, bankId }) ?? randomBytes(tieBytes).toString('base64url');
  const isSecure = baseUrl.startsWith('https:');
  const rules = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { value, cookie: `${cookieName(baseUrl, bankId)}=${value}; ${rules}` };
}

/** Only this is stored. */
export function hashOfTie({ value }: Pick<BrowserTie, 'value'>): string {
  return hash('sha256', value, 'hex');
}

export function isTiedTo(
  request: BrowserExchange['request'],
  tieHash: string,
  ground: Omit<TieGround, 'lifeSeconds'>,
): boolean {
  const value = tieOf(request, ground);
  const [shown, expected] = [
    Buffer.from(value === undefined ? '' : hashOfTie({ value })),
    Buffer.from(tieHash),
  ];
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}

function tieOf(
  request: BrowserExchange['request'],
  { baseUrl, bankId }: Omit<TieGround, 'lifeSeconds'>,
): string | undefined {
  const name = `${cookieName(baseUrl, bankId)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
    .map((pair) => pair.slice(name.length));
  // Two of one name: somebody else has put one there, and nobody can say which.
  const [value, ...others] = values;
  return value !== undefined && others.length === 0 && tiePattern.test(value) ? value : undefined;
}

/** A browser lets nobody but this very host set it; without https, in development, it would refuse the name. */
function cookieName(baseUrl: string, bankId: string): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}portico-${bankId}-staff`;
}

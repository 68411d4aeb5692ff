import type { IncomingMessage } from 'node:http';

/** A cookie of ours: for this host only, not readable by scripts, not sent with forms of other sites. */
export interface CookieKind {
  readonly name: string;
  /** Absent: a session cookie. */
  readonly lifeSeconds?: number;
}

const valuePattern = /^[A-Za-z0-9_\-]{43}$/v;

/** Without https, in development, a browser would refuse the name prefix. */
function fullName(baseUrl: string, { name }: CookieKind): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}${name}`;
}

/** Returns the value that a browser sent; undefined if it is malformed or duplicated. */
export function cookieOf(
  request: Pick<IncomingMessage, 'headers'>,
  baseUrl: string,
  kind: CookieKind,
): string | undefined {
  const start = `${fullName(baseUrl, kind)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  const [value, ...others] = values;
  return value !== undefined && others.length === 0 && valuePattern.test(value) ? value : undefined;
}

/** Renders the `Set-Cookie` header; an empty value deletes the cookie. */
export function cookieText(baseUrl: string, kind: CookieKind, value: string): string {
  const isSecure = baseUrl.startsWith('https:');
  const life = value === '' ? '; Max-Age=0' : lifeOf(kind);
  return `${fullName(baseUrl, kind)}=${value}; Path=/${life}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

function lifeOf({ lifeSeconds }: CookieKind): string {
  return lifeSeconds === undefined ? '' : `; Max-Age=${lifeSeconds}`;
}

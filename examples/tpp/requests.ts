import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from './html.ts';
import type { Headers } from './sign-message.ts';

/** A request of a browser. */
export interface ShopRequest {
  readonly method: string;
  readonly path: string;
  /** What the bank added to the address, if the approval did not succeed. */
  readonly error: string | null;
  readonly message: IncomingMessage;
}

export type Reply =
  | Page
  | {
      readonly location: string;
      /** Names the browser to the next requests. */
      readonly browser?: string;
    };

export function requestIn(message: IncomingMessage): ShopRequest {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://shop');
  return { method: message.method ?? 'GET', path: pathname, error: searchParams.get('error'), message };
}

/** Whether a page of another site sent this request. Nothing may be changed by such a one. */
export function isForeign({ message: { headers }, method }: ShopRequest): boolean {
  return method !== 'GET' && headers['sec-fetch-site'] === 'cross-site';
}

/** Returns what the bank wants to know of the customer's browser. */
export function customerOf({ message: { headers, socket } }: ShopRequest): Headers {
  return {
    'PSU-IP-Address': socket.remoteAddress ?? '127.0.0.1',
    'PSU-User-Agent': headers['user-agent'] ?? 'unknown',
    'PSU-Accept-Language': headers['accept-language'] ?? 'en',
  };
}

/** Reads a field of a form. */
export async function fieldIn({ message }: ShopRequest, name: string): Promise<string> {
  return new URLSearchParams(await text(message)).get(name)?.trim() ?? '';
}

const cookieName = 'acme';

/** Returns the name of the browser, which no other one knows; empty at its first visit. */
export function browserOf({ message: { headers } }: ShopRequest): string {
  const [, value = ''] = new RegExp(`(?:^|; )${cookieName}=([\\da-f-]{36})`).exec(headers.cookie ?? '') ?? [];
  return value;
}

/** Lax: sent also when the bank returns the browser, and never with a form of another site. */
export function cookieFor(browser: string, { isSecure }: { readonly isSecure: boolean }): string {
  return `${cookieName}=${browser}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Older ones are forgotten; a real shop stores them. */
const rememberedMax = 1_000;

export function remember<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.set(key, value);
  for (const oldest of values.keys()) if (values.size > rememberedMax) values.delete(oldest);
}

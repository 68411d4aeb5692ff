import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BankConnection } from './bank-connection.ts';
import type { Settings } from './settings.ts';

/** Headers of the bank's pages that a browser needs. Others, such as those about TLS, are between the phone and the bank. */
const shownHeaders = ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy'];
const sentHeaders = ['accept-language', 'content-type', 'sec-fetch-site', 'user-agent'];

/** Shows a page of the bank in the browser of the phone. */
export type BankBrowser = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The browser of the phone. It shows the pages of the bank as they are, has its own cookies, and opens the app at the
 * address that the app claims, as the operating system of a phone does: there no other program gets the code of a sign-in.
 * Your browser only draws what it shows. `appPath` is the page of the app that takes the response.
 */
export function openBankBrowser(
  { bankUrl, redirectUri }: Pick<Settings, 'bankUrl' | 'redirectUri'>,
  send: BankConnection,
  appPath: string,
): BankBrowser {
  const cookies = new Map<string, string>();
  return async (request, response) => {
    const method = request.method ?? 'GET';
    const body = await buffer(request);
    const received = await send({
      method,
      path: request.url ?? '/',
      headers: {
        ...picked(request.headers, sentHeaders),
        accept: 'text/html',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(method === 'POST' ? { origin: new URL(bankUrl).origin } : {}),
      },
      body,
    });
    for (const line of received.headers['set-cookie'] ?? []) keep(cookies, line);
    const { location } = received.headers;
    if (location !== undefined)
      response.setHeader('location', placeOf(location, { bankUrl, redirectUri, appPath }));
    response.writeHead(received.status, picked(received.headers, shownHeaders)).end(received.body);
  };
}

function picked(
  headers: IncomingMessage['headers'],
  names: readonly string[],
): Readonly<Record<string, string | string[]>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Keeps or deletes a cookie. All are of one host. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const name = pair.slice(0, pair.indexOf('=')).trim();
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  const isDeleted = value === '' || attributes.some((one) => /^\s*(?:max-age=0|expires=.*1970)/i.test(one));
  if (isDeleted) cookies.delete(name);
  else cookies.set(name, value);
}

interface Places {
  readonly bankUrl: string;
  readonly redirectUri: string;
  readonly appPath: string;
}

function placeOf(location: string, { appPath, bankUrl, redirectUri }: Places): string {
  const { href, origin, pathname, search } = new URL(location, bankUrl);
  if (href.startsWith(`${redirectUri}?`)) return `${appPath}${search}`;
  return origin === new URL(bankUrl).origin ? `${pathname}${search}` : href;
}

import { request as requestHttps } from 'node:https';
import type { ServerTestApp } from '#capabilities/oauth/testing/server-test-app.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { personCookie, type UpstreamPerson } from './upstream-person.suite.ts';
import type { UpstreamProvider } from './upstream-provider.suite.ts';

/** Final location of a browser. */
export interface Arrival {
  readonly url: URL;
  /** Zero for a URL outside of this test, which the browser does not request. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Cookie {
  readonly origin: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly attributes: string;
}

/** A browser between two servers: cookies by site and path, redirects followed. */
export interface StaffBrowser {
  /** The user who signs in at the upstream provider. */
  be(person: UpstreamPerson): void;
  /** Opens a URL and follows redirects; `until` stops before a URL. */
  open(url: string, until?: (next: URL) => boolean): Promise<Arrival>;
  /** Submits a form. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Arrival>;
  cookiesOf(origin: string): readonly Cookie[];
  putCookie(cookie: Omit<Cookie, 'attributes'>): void;
}

const hopsMax = 20;

interface Sites {
  /** Absent if our server is not used. */
  readonly app?: ServerTestApp;
  readonly upstream: UpstreamProvider;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

export function createStaffBrowser(sites: Sites): StaffBrowser {
  let cookies: Cookie[] = [];
  let subject = '';

  const keep = (cookie: Cookie): void => {
    cookies = cookies.filter(
      ({ name, origin, path }) => name !== cookie.name || origin !== cookie.origin || path !== cookie.path,
    );
    if (cookie.value !== '') cookies.push(cookie);
  };

  const visit = async (url: URL, sent: Sent): Promise<Arrival> => {
    const sentCookies = cookies
      .filter(({ origin, path }) => origin === url.origin && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`);
    const answer = await ask(sites, url, sent, sentCookies.join('; '));
    for (const line of answer.setCookies) keep(readCookie(url, line));
    return { url, ...answer };
  };

  const follow = async (first: Arrival, until: (next: URL) => boolean): Promise<Arrival> => {
    let arrival = first;
    for (let hop = 0; hop < hopsMax; hop += 1) {
      const location = arrival.headers['location'];
      if (location === undefined) return arrival;
      const next = new URL(location, arrival.url);
      if (until(next)) return { url: next, status: 0, headers: {}, text: '' };
      arrival = await visit(next, { method: 'GET' });
    }
    throw new Error('too many redirects');
  };

  return {
    be(person) {
      // Another user has no session at the provider.
      if (person.subject !== subject)
        cookies = cookies.filter(({ origin }) => origin !== sites.upstream.issuer);
      subject = person.subject;
      keep({
        origin: sites.upstream.issuer,
        path: '/',
        name: personCookie,
        value: Buffer.from(JSON.stringify(person)).toString('base64url'),
        attributes: '',
      });
    },
    open: async (url, until = () => false) =>
      follow(await visit(new URL(url, testBaseUrl), { method: 'GET' }), until),
    post: async (url, form) =>
      follow(
        await visit(new URL(url, testBaseUrl), {
          method: 'POST',
          body: new URLSearchParams(form).toString(),
        }),
        () => false,
      ),
    cookiesOf: (origin) => cookies.filter((cookie) => cookie.origin === origin),
    putCookie: (cookie) => keep({ ...cookie, attributes: '' }),
  };
}

/** RFC 6265 5.1.4. */
function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

function readCookie(url: URL, line: string): Cookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=');
  const path = rest.find((part) => part.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/';
  return { origin: url.origin, path, name, value, attributes: rest.join('; ') };
}

type BrowserPage = Omit<Arrival, 'url'> & { readonly setCookies: readonly string[] };

async function ask(sites: Sites, url: URL, sent: Sent, cookie: string): Promise<BrowserPage> {
  if (url.origin === testBaseUrl && sites.app !== undefined)
    return requestTestApp(sites.app, url, sent, cookie);
  if (url.origin === sites.upstream.issuer) return requestUpstream(sites.upstream, url, cookie);
  return { status: 0, headers: {}, text: '', setCookies: [] };
}

async function requestTestApp(
  app: ServerTestApp,
  url: URL,
  sent: Sent,
  cookie: string,
): Promise<BrowserPage> {
  const answer = await app.call({
    method: sent.method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'text/html',
      cookie,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  const { 'set-cookie': setCookies = [], ...headers } = answer.headers;
  return {
    status: answer.status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    text: answer.text,
    setCookies: [setCookies].flat().map(String),
  };
}

function requestUpstream({ caPem }: UpstreamProvider, url: URL, cookie: string): Promise<BrowserPage> {
  return new Promise((resolve, reject) => {
    const request = requestHttps(url, { ca: caPem, headers: { cookie, accept: 'text/html' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers.location === undefined ? {} : { location: response.headers.location },
          text: Buffer.concat(chunks).toString('utf8'),
          setCookies: response.headers['set-cookie'] ?? [],
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/** Visits only the upstream provider and returns the callback URL. */
export async function visitProvider(
  upstream: UpstreamProvider,
  url: URL,
  person: UpstreamPerson,
): Promise<URLSearchParams> {
  const browser = createStaffBrowser({ upstream });
  browser.be(person);
  const { url: back } = await browser.open(url.href, (next) => next.origin === testBaseUrl);
  return back.searchParams;
}

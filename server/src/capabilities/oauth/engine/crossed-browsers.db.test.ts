import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { combinations, tryAll } from '../testing/mixtures.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  anybody,
  authorizePath,
  createTestBrowser,
  goThroughPages,
  locationOf,
  obtainCode,
  pushRequest,
  signInAs,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer } from '../testing/test-tokens.suite.ts';
import type { SignedIn } from './interactions.ts';

/** Credentials of one browser, used in another. Cookies are signed, so their name alone is worthless. */
let app: ServerTestApp;
let clients: Readonly<Record<'customer-app' | 'console', TestClient>>;
beforeAll(async () => {
  app = await createServerTestApp({ customers: anyCustomer });
  clients = {
    'customer-app': await createTestClient(app, { kind: 'customer-app' }),
    console: await createTestClient(app, { kind: 'console' }),
  };
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const kinds = ['customer-app', 'console'] as const;
const either = ['own', 'caught'] as const;
const signedIn = (): SignedIn => ({
  accountId: anybody,
  assurance: 'sca',
  methods: ['pwd'],
  atSeconds: Math.floor(app.clock.now().epochMilliseconds / 1_000),
});

describe('taken from another browser', () => {
  it.each(kinds)('a pending sign-in works only in the browser that started it (%s)', async (kind) => {
    const client = clients[kind];
    const cookies = ['none', 'own', 'caught-name', 'caught-name-own-signature', 'own-name-caught-signature'];
    const choices = combinations({ path: either, cookie: cookies }).filter(
      ({ cookie, path }) => !(path === 'own' && cookie === 'own'),
    );
    const outcome = await tryAll(choices, async ({ cookie, path }) => {
      const [theirs, mine] = [await almostSignedIn(client), await almostSignedIn(client)];
      const sent = forgedCookies(String(cookie), { mine: mine.browser, theirs: theirs.browser });
      return {
        attempt: async () => {
          const answer = await app.call({
            method: 'GET',
            path: path === 'own' ? mine.resume : theirs.resume,
            headers: { accept: 'text/html', cookie: sent },
          });
          // With its own cookies, a browser continues its own sign-in, whatever address it opens.
          return answer.status === 400 || cookie === 'own';
        },
        use: async () => {
          const answer = await goThroughPages(app, theirs.browser, {
            bankId: '01',
            first: await theirs.browser.get(theirs.resume),
            signedIn: signedIn(),
          });
          return locationOf(answer).searchParams.get('code') !== null;
        },
      };
    });
    expect(outcome).toEqual({ tried: 9, letThrough: [], spoiled: [] });
  });

  it.each(kinds)('a session is worthless without its signature (%s)', async (kind) => {
    const client = clients[kind];
    const { browser } = await obtainCode(app, client);
    const silent = { prompt: 'none', scope: 'openid' };
    const session = '__Host-portico-01-session';
    const value = browser.cookies.get(session) ?? '';
    const otherBrowser = createTestBrowser(app);
    await otherBrowser.get('/oauth/01/session/end');
    const forged = ['', 'AAAA', otherBrowser.cookies.get(`${session}.sig`) ?? ''].map(
      (signature) => `${session}=${value}; ${session}.sig=${signature}`,
    );
    for (const cookie of [...forged, `${session}=${value}`]) {
      const pushed = await pushRequest(client, createPkce(), silent);
      const headers = { accept: 'text/html', cookie };
      const answer = await app.call({ method: 'GET', path: authorizePath(client, pushed), headers });
      expect(locationOf(answer).searchParams.get('error')).toBe('login_required');
    }
    const own = await browser.get(authorizePath(client, await pushRequest(client, createPkce(), silent)));
    expect(locationOf(own).searchParams.get('code')).not.toBeNull();
  });
});

/** Browser whose user has just signed in; one more step and the client gets a code. */
async function almostSignedIn(
  client: TestClient,
): Promise<{ readonly browser: TestBrowser; readonly resume: string }> {
  const browser = createTestBrowser(app);
  const pushed = await pushRequest(client, createPkce());
  const uid =
    locationOf(await browser.get(authorizePath(client, pushed)))
      .pathname.split('/')
      .at(-1) ?? '';
  const resume = await signInAs(app, { bankId: '01', uid, signedIn: signedIn() });
  return { browser, resume: String(resume).replace('https://bank.test', '') };
}

function forgedCookies(
  choice: string,
  { mine, theirs }: { readonly mine: TestBrowser; readonly theirs: TestBrowser },
): string {
  const name = '__Secure-portico-01-resume';
  const pair = (value: TestBrowser, signature: TestBrowser | undefined): string =>
    `${name}=${value.cookies.get(name)}` +
    (signature === undefined ? '' : `; ${name}.sig=${signature.cookies.get(`${name}.sig`)}`);
  switch (choice) {
    case 'own':
      return pair(mine, mine);
    case 'caught-name':
      return pair(theirs, undefined);
    case 'caught-name-own-signature':
      return pair(theirs, mine);
    case 'own-name-caught-signature':
      return pair(mine, theirs);
    default:
      return '';
  }
}

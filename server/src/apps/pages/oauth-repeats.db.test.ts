import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import type { Pkce } from '#capabilities/oauth/testing/test-client.suite.ts';
import { outcomeOf, refresh, tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { createPageBrowser, type PageBrowser } from './account-test-app.suite.ts';
import { createOauthSignInTestApp, honest, type OauthSignInTestApp } from './oauth-sign-in-test-app.suite.ts';

let pages: OauthSignInTestApp;
beforeAll(async () => {
  pages = await createOauthSignInTestApp();
});
afterAll(() => pages[Symbol.asyncDispose]());

const formRepeatsMax = 3;
const formRepeatableSeconds = 60;
const steps = ['identify', 'password', 'code', 'agree'] as const;
type Step = (typeof steps)[number];

/**
 * Ways to send a form twice. A browser shows the response to the last request that it has sent; of the others it stores
 * at most the cookies that came before it sent that one.
 */
type Sending = (form: SentForm) => Promise<TestServerResponse>;

interface SentForm {
  readonly cookies: Map<string, string>;
  readonly path: string;
  readonly body: string;
}

/** Sends a form from a browser with these cookies; stores nothing unless they are the browser's own. */
function post({ body, path }: SentForm, cookies: Map<string, string>): Promise<TestServerResponse> {
  return createPageBrowser(pages.testApp.call, path, cookies).post(body, honest);
}

/** Follows the first redirect with these cookies. */
async function next(answer: TestServerResponse, cookies: Map<string, string>): Promise<TestServerResponse> {
  const { pathname, search } = new URL(String(answer.headers['location']), testBaseUrl);
  return createPageBrowser(pages.testApp.call, pathname, cookies).get(`${pathname}${search}`);
}

const sendings: readonly (readonly [string, Sending])[] = [
  [
    'the answer to the first was lost',
    async (form) => {
      await post(form, new Map(form.cookies));
      return post(form, form.cookies);
    },
  ],
  [
    'both are under way',
    async (form) => {
      const [, last] = await Promise.all([post(form, new Map(form.cookies)), post(form, form.cookies)]);
      return last;
    },
  ],
  [
    'the browser waits for the next page',
    async (form) => {
      await post(form, form.cookies);
      return post(form, form.cookies);
    },
  ],
  [
    'the next page was made, and its answer was lost',
    async (form) => {
      const first = await post(form, form.cookies);
      await next(first, new Map(form.cookies));
      return post(form, form.cookies);
    },
  ],
  [
    'the next page is being made',
    async (form) => {
      const first = await post(form, form.cookies);
      const [, last] = await Promise.all([next(first, new Map(form.cookies)), post(form, form.cookies)]);
      return last;
    },
  ],
  [
    'three times, each before the answer to the one before',
    async (form) => {
      await post(form, new Map(form.cookies));
      await post(form, new Map(form.cookies));
      return post(form, form.cookies);
    },
  ],
];

const once: Sending = (form) => post(form, form.cookies);

interface Arrived {
  readonly back: URL;
  readonly pkce: Pkce;
  readonly cookies: Map<string, string>;
}

/** Signs in, and sends the form of one step in its own way. */
async function signIn(
  user: TestUser,
  sendingOf: (step: Step) => Sending,
  cookies = new Map(),
): Promise<Arrived> {
  pages.rest(121);
  const { browser, path, pkce } = await pages.sent({}, { cookies });
  let [page, at]: [PageBrowser, string] = [browser, path];
  for (const step of steps) {
    if (!at.startsWith('/')) break;
    page = createPageBrowser(pages.testApp.call, at, cookies);
    await page.get();
    const body = new URLSearchParams({
      csrf: page.csrf(),
      step,
      username: user.username,
      password: user.password,
      ...(step === 'code' ? await pages.identity.newestCode(user.userId) : {}),
    }).toString();
    const answer = await sendingOf(step)({ cookies, path: at, body });
    ({ at } = await pages.follow(cookies, answer));
  }
  return { back: new URL(at, testBaseUrl), pkce, cookies };
}

describe.each(steps)('the form of the step %s', (step) => {
  test.each(sendings)('sent twice, when %s: the customer is signed in', async (_, sending) => {
    const user = await pages.identity.register();
    const { back, pkce } = await signIn(user, (each) => (each === step ? sending : once));
    expect(back.origin).toBe('https://app.test');
    const code = back.searchParams.get('code') ?? '';
    const tokens = tokensIn(await redeem(pages.app, { code, pkce }));
    expect(outcomeOf(await refresh(pages.app, tokens.refreshToken))).toBe('200');
    const logins = await pages.identity.database.query(
      `select result from identity.login_event where user_id = $1`,
      [user.userId],
    );
    expect(logins).toEqual([{ result: 'signed-in' }]);
  });
});

test('a known browser stays known if every form was sent twice and the first response was lost', async () => {
  const user = await pages.identity.register();
  const [[, lost] = ['', once]] = sendings;
  const { cookies } = await signIn(user, () => once);
  await signIn(user, () => lost, cookies);
  pages.rest(121);
  await signIn(user, () => once, cookies);
  const rows = await pages.identity.database.query(`select 1 from identity.browser where user_id = $1`, [
    user.userId,
  ]);
  expect(rows).toHaveLength(1);
  const events = (await pages.identity.eventsOf(user.userId)).map(({ name }) => name);
  expect(events).not.toContain('user-signed-in');
});

describe('a response that ends a sign-in', () => {
  /** Returns the last form of a sign-in, after it was sent once and the browser was redirected. */
  async function resumed(): Promise<SentForm & { readonly first: string; readonly pkce: Pkce }> {
    const user = await pages.identity.register();
    let last: SentForm | undefined;
    const { back, pkce } = await signIn(user, (step) => async (form) => {
      if (step === 'agree') last = { ...form, cookies: new Map(form.cookies) };
      return post(form, form.cookies);
    });
    if (last === undefined) throw new Error('the customer was not asked to agree');
    return { ...last, first: back.href, pkce };
  }

  test('is repeated three times, and no more', async () => {
    const form = await resumed();
    for (let repeat = 0; repeat < formRepeatsMax; repeat += 1)
      expect((await post(form, new Map(form.cookies))).headers['location']).toBe(form.first);
    expect((await post(form, new Map(form.cookies))).status).toBe(400);
  });

  test('leaves a browser its session if it has another one by now', async () => {
    const form = await resumed();
    const sessionLines = (answer: TestServerResponse): readonly string[] =>
      [answer.headers['set-cookie'] ?? []]
        .flat()
        .map(String)
        .filter((line) => line.includes('session'));
    const lost = await post(form, new Map(form.cookies));
    expect(sessionLines(lost)).not.toEqual([]);
    const name = sessionLines(lost)[0]?.split('=')[0] ?? '';
    const newer = await post(form, new Map(form.cookies).set(name, 'newer'));
    expect(newer.headers['location']).toBe(form.first);
    expect(sessionLines(newer)).toEqual([]);
  });

  test('is not repeated after a minute', async () => {
    const form = await resumed();
    pages.rest(formRepeatableSeconds);
    expect((await post(form, new Map(form.cookies))).status).toBe(400);
  });

  test('is not repeated if the client has redeemed the code: a second use would end its tokens', async () => {
    const form = await resumed();
    const code = new URL(form.first).searchParams.get('code') ?? '';
    const tokens = tokensIn(await redeem(pages.app, { code, pkce: form.pkce }));
    expect((await post(form, new Map(form.cookies))).status).toBe(400);
    expect(outcomeOf(await refresh(pages.app, tokens.refreshToken))).toBe('200');
  });

  test('is not repeated to another browser, or without the cookies', async () => {
    const form = await resumed();
    const other = { ...honest, 'user-agent': 'Another browser' };
    const browser = createPageBrowser(pages.testApp.call, form.path, new Map(form.cookies));
    expect((await browser.post(form.body, other)).status).toBe(400);
    expect((await post(form, new Map())).status).toBe(400);
    for (const missing of ['-interaction', '-step-']) {
      const cookies = new Map([...form.cookies].filter(([name]) => !name.includes(missing)));
      expect([missing, (await post(form, cookies)).headers['location']]).toEqual([missing, undefined]);
    }
  });

  test('is not repeated for another form', async () => {
    const form = await resumed();
    const body = form.body.replace(/csrf=[^&]+/v, 'csrf=x');
    expect((await post({ ...form, body }, new Map(form.cookies))).status).toBe(403);
  });
});

test('the forms of a refused sign-in get the same response', async () => {
  const { browser, path } = await pages.sent();
  const body = new URLSearchParams({ csrf: browser.csrf(), step: 'cancel' }).toString();
  const form = { path, body, cookies: browser.cookies };
  await post(form, new Map(form.cookies));
  const { at } = await pages.follow(browser.cookies, await post(form, form.cookies));
  expect(new URL(at).searchParams.get('error')).toBe('access_denied');
  const again = await post(form, new Map(form.cookies));
  expect(again.headers['location']).toBe(at);
});

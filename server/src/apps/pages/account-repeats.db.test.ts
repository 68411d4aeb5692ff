import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  honest,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
beforeAll(async () => {
  app = await createAccountTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const steps = ['identify', 'password', 'code'] as const;
type Step = (typeof steps)[number];
type Cookies = Map<string, string>;
type Sending = (body: string, cookies: Cookies) => Promise<unknown>;

const post = (body: string, cookies: Cookies): Promise<TestServerResponse> =>
  createPageBrowser(app.server.call, '/account/01', cookies).post(body, honest);
const openAccountPage = (cookies: Cookies): Promise<TestServerResponse> =>
  createPageBrowser(app.server.call, '/account/01', cookies).get();

/** A browser shows the response to the last request that it has sent. */
const sendings: readonly (readonly [string, Sending])[] = [
  [
    'the answer to the first was lost',
    async (body, cookies) => {
      await post(body, new Map(cookies));
      await post(body, cookies);
    },
  ],
  [
    'both are under way',
    async (body, cookies) => Promise.all([post(body, new Map(cookies)), post(body, cookies)]),
  ],
  [
    'the browser waits for the next page',
    async (body, cookies) => {
      await post(body, cookies);
      await post(body, cookies);
    },
  ],
  [
    'the next page was made, and its answer was lost',
    async (body, cookies) => {
      await post(body, cookies);
      await openAccountPage(new Map(cookies));
      await post(body, cookies);
    },
  ],
];

async function signIn(user: TestUser, sendingOf: (step: Step) => Sending): Promise<Cookies> {
  app.rest(121);
  const cookies: Cookies = new Map();
  for (const step of steps) {
    const browser = createPageBrowser(app.server.call, '/account/01', cookies);
    await browser.get();
    const body = new URLSearchParams({
      csrf: browser.csrf(),
      step,
      username: user.username,
      password: user.password,
      ...(step === 'code' ? await app.identity.newestCode(user.userId) : {}),
    }).toString();
    await sendingOf(step)(body, cookies);
  }
  return cookies;
}

describe.each(steps)("the form of the step %s on the bank's own page", (step) => {
  test.each(sendings)('sent twice, when %s: the customer is signed in', async (_, sending) => {
    const user = await app.identity.register();
    const cookies = await signIn(user, (each) => (each === step ? sending : post));
    expect((await openAccountPage(cookies)).text).toContain(user.username);
    const sessions = await app.identity.database.query(`select 1 from identity.session where user_id = $1`, [
      user.userId,
    ]);
    expect(sessions).toHaveLength(1);
  });
});

test('a customer who signs out is not signed in again by a form that was sent before', async () => {
  const user = await app.identity.register();
  let last = { body: '', cookies: new Map<string, string>() };
  const cookies = await signIn(user, () => async (body, jar) => {
    last = { body, cookies: new Map(jar) };
    await post(body, jar);
  });
  const browser = createPageBrowser(app.server.call, '/account/01', cookies);
  await browser.get();
  await browser.fill('sign-out');
  await post(last.body, last.cookies);
  expect((await openAccountPage(last.cookies)).text).not.toContain(user.username);
  expect((await openAccountPage(cookies)).text).toContain('name="username"');
});

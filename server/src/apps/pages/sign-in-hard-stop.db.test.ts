import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlockUser } from '#capabilities/identity/index.ts';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  type PageBrowser,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
beforeAll(async () => {
  app = await createAccountTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const newBrowser = (): PageBrowser => createPageBrowser(app.server.call);

/** Submits a password; returns the next page. */
async function attempt(
  username: string,
  password: string,
  browser = newBrowser(),
): Promise<TestServerResponse> {
  await browser.get('/account/01?lang=en');
  await browser.change('identify', { username });
  return browser.change('password', { password });
}

/** Completes a sign-in. */
async function signIn(user: TestUser, browser: PageBrowser): Promise<TestServerResponse> {
  await attempt(user.username, user.password, browser);
  const { code } = await app.identity.newestCode(user.userId);
  return browser.change('code', { code });
}

/** Returns a customer with one known browser, attacked until unknown browsers are blocked. */
async function attacked(): Promise<{ readonly user: TestUser; readonly paired: PageBrowser }> {
  const user = await app.identity.register();
  app.rest(1);
  const paired = newBrowser();
  expect((await signIn(user, paired)).status).toBe(200);
  await paired.change('sign-out');
  for (let failures = 1; failures <= 105; failures += 1) {
    await attempt(user.username, `a wrong password ${failures}`);
    if (failures % 5 === 0) app.rest(24 * 3_600 + 1);
  }
  app.rest(24 * 3_600);
  return { user, paired };
}

const stateOf = async (userId: string): Promise<unknown> =>
  (
    await app.identity.database.query<{ status: string }>(
      'select status from identity.user_account where user_id = $1',
      [userId],
    )
  )[0]?.status;

/** Returns the text of a page without what differs by request. */
const pageText = ({ text }: TestServerResponse): string =>
  /<h1>.*<\/main>/sv
    .exec(text)?.[0]
    .replaceAll(/value="[^"]*"|Tries left: [0-9]\. |Reference.*?<\/bdi>/gv, '') ?? '';

describe('a hundred wrong passwords in a row from unknown browsers', () => {
  test('suspend no user: a known browser continues, an unknown one is refused with the usual text', async () => {
    const { paired, user } = await attacked();
    expect(await stateOf(user.userId)).toBe('active');
    const right = await attempt(user.username, user.password);
    const wrong = await attempt(user.username, 'a wrong password');
    expect(right.text).toContain('User name or password is not right');
    expect(pageText(right)).toBe(pageText(wrong));
    const page = await signIn(user, paired);
    expect([page.status, page.text.includes(user.username)]).toEqual([200, true]);
    await paired.change('sign-out');
    // The right password works at the known browser only.
    expect((await attempt(user.username, user.password)).text).toContain(
      'User name or password is not right',
    );
    const events = await app.identity.eventsOf(user.userId);
    expect(events.filter(({ name }) => name === 'user-suspended')).toEqual([]);
    const closings = events.filter(({ data }) => JSON.stringify(data).includes('login-hard-stop'));
    expect(closings).toHaveLength(1);
  });

  test('end when the bank unlocks the user', async () => {
    const { user } = await attacked();
    await unlockUser(app.identity.context(), { userId: user.userId, reason: 'identity-proven' });
    const page = await signIn(user, newBrowser());
    expect([page.status, page.text.includes(user.username)]).toEqual([200, true]);
    expect((await app.identity.eventsOf(user.userId)).map(({ name }) => name)).toContain('user-unlocked');
  });
});

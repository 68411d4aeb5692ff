import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  type PageBrowser,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createAccountTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await app.identity.register();
  app.rest(1);
});

/** Submits username and password in a new browser; returns the next page. */
async function toSecondFactor(browser: PageBrowser = createPageBrowser(app.server.call)): Promise<{
  readonly browser: PageBrowser;
  readonly page: TestServerResponse;
}> {
  await browser.get('/account/01?lang=en');
  await browser.change('identify', { username: user.username });
  const page = await browser.change('password', { password: user.password });
  return { browser, page };
}

/** Submits the code that was sent last; returns the next page. */
async function enterCode(browser: PageBrowser): Promise<TestServerResponse> {
  const { code } = await app.identity.newestCode(user.userId);
  return browser.change('code', { code });
}

async function signIn(): Promise<{ readonly browser: PageBrowser; readonly page: TestServerResponse }> {
  const { browser } = await toSecondFactor();
  return { browser, page: await enterCode(browser) };
}

const codesSent = async (): Promise<number> => {
  const [row] = await app.identity.database.query<{ count: number }>(
    `select count(*)::int as count from "authorization".otp_verification where user_id = $1 and action = 'login'`,
    [user.userId],
  );
  return row?.count ?? 0;
};

const lastLine = (): Readonly<Record<string, unknown>> | undefined =>
  app.server.lines.filter(({ message }) => message === 'request').at(-1);

describe('a used code does not delay the next', () => {
  test('a user who registers with a code can sign in at once', async () => {
    const { page } = await signIn();
    expect([page.status, page.text.includes(user.username)]).toEqual([200, true]);
  });

  test('sign in, sign out, sign in: twelve times in an hour', async () => {
    for (let count = 0; count < 11; count += 1) {
      const { browser, page } = await signIn();
      expect([count, page.status]).toEqual([count, 200]);
      await browser.change('sign-out');
      app.rest(20);
    }
  });

  test('after the code for a sign-in the code for a new number is sent at once', async () => {
    await signIn();
    const answer = await app.identity.send('PUT', '/me/phone-number', {
      as: { kind: 'customer', id: user.userId, banks: ['01'], scope: 'identity.me', assurance: 'sca' },
      body: { 'phone-number': '+4915177788899' },
    });
    expect(answer.status).toBe(202);
  });
});

describe('a code that may not be sent yet', () => {
  test('the page says that codes to the number are limited, that none was sent, and the true wait', async () => {
    await toSecondFactor();
    app.rest(3);
    const { page } = await toSecondFactor();
    expect(page.status).toBe(429);
    expect(page.text).toMatch(/Security codes to the number ending in .*are limited/v);
    expect(page.text).toContain('No new code was sent');
    expect(page.text).toContain('You can try again in 27 s.');
    expect(page.text).not.toContain('connection');
    expect(await codesSent()).toBe(1);
  });

  test('"Try again" sends the code at once when the wait is over, without a choice', async () => {
    await toSecondFactor();
    const { browser } = await toSecondFactor();
    expect((await browser.change('again')).text).toContain('You can try again in 30 s.');
    app.rest(30);
    expect((await browser.get()).text).toContain('You can try again now.');
    const page = await browser.change('again');
    expect([page.status, page.text.includes('one-time-code')]).toEqual([200, true]);
    expect((await enterCode(browser)).text).toContain(user.username);
  });

  test('"Send a new code" too soon says that none was sent, and when it is possible; the previous code still works', async () => {
    const { browser } = await toSecondFactor();
    app.rest(10);
    const page = await browser.change('resend');
    expect(page.status).toBe(200);
    expect(page.text).toContain('No new code was sent.');
    expect(page.text).toContain('You can try again in 20 s.');
    expect(await codesSent()).toBe(1);
    expect((await enterCode(browser)).text).toContain(user.username);
  });

  test('five unused codes in an hour: the page gives the time of the next', async () => {
    for (let count = 0; count < 5; count += 1) {
      await toSecondFactor();
      app.rest(121);
    }
    const { page } = await toSecondFactor();
    expect(page.status).toBe(429);
    expect(page.text).toMatch(/You can try again from <time datetime="[^"]+">/v);
  });

  test('blocked second factors look like a lockout, with its end', async () => {
    const { browser } = await toSecondFactor();
    const { code } = await app.identity.newestCode(user.userId);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) await browser.change('code', { code: wrong });
    app.rest(31);
    const { page } = await toSecondFactor();
    expect(page.text).toContain('Sign-in is locked');
    expect(page.text).toMatch(/You can try again from <time datetime="[^"]+">/v);
  });
});

describe('the log of a page', () => {
  test('contains the bank, the problem and the reason of a limit', async () => {
    await toSecondFactor();
    expect(lastLine()).toMatchObject({
      operationId: 'Account_Show',
      status: 200,
      bankId: '01',
      problem: null,
    });
    await toSecondFactor();
    expect(lastLine()).toMatchObject({
      operationId: 'Account_Show',
      status: 429,
      bankId: '01',
      problem: 'too-many-requests',
      reason: 'recipient-pace',
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createIdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { createScriptedLoginProvider } from '#capabilities/identity/testing/scripted-login-provider.suite.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  type PageBrowser,
  signInOnPages,
} from './account-test-app.suite.ts';

const google = createScriptedLoginProvider('google');
const apple = createScriptedLoginProvider('apple');
let app: AccountTestApp;
beforeAll(async () => {
  app = await createAccountTestApp(
    await createIdentityTestApp({
      poolSize: 8,
      ports: {
        loginProviders: {
          of: (_, provider) => [google, apple].find((known) => known.provider === provider),
          offered: () => [google, apple],
        },
      },
    }),
  );
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await app.identity[Symbol.asyncDispose]();
});
beforeEach(() => google.comeBack());

/** `linked-logins-max` */
const linkedLoginsMax = 5;
let subjects = 0;
const newSubject = (): string => {
  subjects += 1;
  return `subject-${subjects}`;
};

async function signedIn(
  user?: TestUser,
): Promise<{ readonly user: TestUser; readonly browser: PageBrowser }> {
  const who = user ?? (await app.identity.register());
  const browser = await signInOnPages(app, who);
  await browser.get();
  return { user: who, browser };
}

/** Goes to the provider from the account page, signs in there, and returns the address that the browser gets. */
async function visit(
  browser: PageBrowser,
  subject: string,
  login = `${subject}@mail.example`,
): Promise<string> {
  await browser.get();
  const { text } = await browser.change('link-login', { provider: 'google' });
  const link = /<a class="action wide" href="([^"]+)"/v.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const asked = new URL(link).searchParams;
  const code = google.signIn(
    { subject, login },
    {
      codeVerifier: asked.get('verifier') ?? '',
      nonce: asked.get('nonce') ?? '',
      redirectUri: google.page.redirectUri,
    },
  );
  return returnAddress({ state: asked.get('state') ?? '', code });
}

function returnAddress(response: Readonly<Record<string, string>>, provider = 'google'): string {
  return `/account/01/linked-login/${provider}?${new URLSearchParams(response).toString()}`;
}

/** Follows all redirects. */
async function follow(browser: PageBrowser, address: string): Promise<string> {
  let response = await browser.get(address);
  while (response.status === 303) response = await browser.get(String(response.headers['location']));
  return response.text.replaceAll(/<\/?strong>/gv, '');
}

const loginsOf = async ({ userId }: TestUser): Promise<readonly unknown[]> =>
  app.identity.database.query(`select subject from identity.linked_login where user_id = $1`, [userId]);

describe('a login at another provider', () => {
  test('is linked on the account page, listed there, and removed after a question', async () => {
    const { browser, user } = await signedIn();
    const subject = newSubject();
    const linked = await follow(browser, await visit(browser, subject));
    expect(linked).toContain('The login was linked.');
    expect(linked).toContain(`${subject}@mail.example`);
    expect(await loginsOf(user)).toEqual([{ subject }]);
    expect((await app.identity.eventsOf(user.userId)).map(({ name }) => name)).toContain(
      'linked-login-registered',
    );

    const loginId = /name="login-id" value="([^"]+)"/v.exec(linked)?.[1] ?? '';
    const question = await browser.change('unlink-login', { 'login-id': loginId });
    expect(question.text).toContain('Remove this login?');
    expect(await loginsOf(user)).toHaveLength(1);
    const removed = await browser.change('confirm-unlink-login', { 'login-id': loginId });
    expect(removed.text).toContain('The login was removed.');
    expect(await loginsOf(user)).toEqual([]);
    const again = await browser.change('confirm-unlink-login', { 'login-id': loginId });
    expect(again.text).toContain('The login was removed.');
  });

  test('of another user is not linked, and stays with that user', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const subject = newSubject();
    await follow(one.browser, await visit(one.browser, subject));
    const page = await follow(other.browser, await visit(other.browser, subject));
    expect(page).toContain('This login belongs to another user. Nothing was linked.');
    expect([await loginsOf(one.user), await loginsOf(other.user)]).toEqual([[{ subject }], []]);
  });

  test('is linked by no other session than the one that asked, even with the whole address', async () => {
    const [attacker, victim] = [await signedIn(), await signedIn()];
    const address = await visit(attacker.browser, newSubject());
    const page = await follow(victim.browser, address);
    expect(page).toContain('The other provider did not confirm your login. Nothing was linked.');
    expect([await loginsOf(attacker.user), await loginsOf(victim.user)]).toEqual([[], []]);
  });

  test('is linked by the provider that was asked only, and within five minutes', async () => {
    const { browser, user } = await signedIn();
    const atOther = (await visit(browser, newSubject())).replace('/google?', '/apple?');
    expect(await follow(browser, atOther)).toContain('Nothing was linked.');
    const late = await visit(browser, newSubject());
    app.rest(200);
    await browser.get();
    app.rest(101);
    expect(await follow(browser, late)).toContain('Nothing was linked.');
    expect(await loginsOf(user)).toEqual([]);
  });

  test('is not linked without a code, twice with one code, or while the provider does not respond', async () => {
    const { browser, user } = await signedIn();
    const address = await visit(browser, newSubject());
    expect(await follow(browser, address.replace(/code=[^&]*/v, 'error=access_denied'))).toContain(
      'Nothing was linked.',
    );
    google.leave();
    expect(await follow(browser, address)).toContain('cannot be reached at the moment. Nothing was linked.');
    const { headers } = await browser.fill('link-login', { provider: 'google' });
    expect(await follow(browser, String(headers['location']))).toContain('cannot be reached at the moment.');
    google.comeBack();
    await follow(browser, address);
    expect(await follow(browser, address)).toContain('did not confirm your login');
    expect(await loginsOf(user)).toHaveLength(1);
  });

  test('is offered up to the limit, which a page of before cannot exceed', async () => {
    const { browser, user } = await signedIn();
    const early = await visit(browser, newSubject());
    for (let count = 0; count < linkedLoginsMax; count += 1)
      await follow(browser, await visit(browser, newSubject()));
    expect((await browser.get()).text).not.toContain('value="link-login"');
    expect(await follow(browser, early)).toContain('You have linked as many logins as possible.');
    expect(await loginsOf(user)).toHaveLength(linkedLoginsMax);
  });

  test('needs a session: a browser without one gets the sign-in', async () => {
    const { browser } = await signedIn();
    const address = await visit(browser, newSubject());
    expect(await follow(createPageBrowser(app.server.call), address)).toContain('name="username"');
  });
});

test.each(['', 'unknown'])(
  'a provider that is not offered (%j) leads back to the account',
  async (provider) => {
    const { browser } = await signedIn();
    const page = await browser.change('link-login', { provider });
    expect(page.status).toBe(303);
    expect(page.headers['location']).toBe('/account/01');
  },
);

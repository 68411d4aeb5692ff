import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  type PageBrowser,
  signInOnPages,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
beforeAll(async () => {
  app = await createAccountTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const better = 'eighteen quiet otters 9';
let made = 0;

interface SignedIn {
  readonly user: TestUser;
  readonly browser: PageBrowser;
}

async function signedIn(user?: TestUser): Promise<SignedIn> {
  const who = user ?? (await app.identity.register());
  const browser = await signInOnPages(app, who, '/account/01?lang=en');
  await browser.get();
  return { user: who, browser };
}

const codeOf = async ({ userId }: TestUser): Promise<string> => (await app.identity.newestCode(userId)).code;
const isIn = async ({ browser }: SignedIn): Promise<boolean> =>
  (await browser.get()).text.includes('value="sign-out"');
const storedContacts = async ({ userId }: TestUser): Promise<unknown> => {
  const [row] = await app.identity.database.query(
    `select sealed_profile from identity.user_account where user_id = $1`,
    [userId],
  );
  return row;
};
const passwordForm = (current: string, wanted: string, repeated = wanted) => ({
  'current-password': current,
  'new-password': wanted,
  'repeat-password': repeated,
});

describe('changing the password', () => {
  test('keeps this session, ends all others, and the new password signs in', async () => {
    const one = await signedIn();
    const other = await signedIn(one.user);
    await one.browser.get('/account/01?show=change-password');
    const page = await one.browser.change('save-password', passwordForm(one.user.password, better));
    expect(page.text).toContain('Your password was changed.');
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);
    expect(await isIn(await signedIn({ ...one.user, password: better }))).toBe(true);
  });

  test('says what is wrong, counts a wrong current password, and changes nothing', async () => {
    const { browser, user } = await signedIn();
    const refused = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const page = await browser.fill('save-password', fields);
      expect(page.status).toBe(200);
      return page.text;
    };
    expect(await refused(passwordForm('', better))).toContain('is missing');
    expect(await refused(passwordForm(user.password, better, `${better}x`))).toContain('not the same');
    expect(await refused(passwordForm('not the right one', better))).toContain('now is not right');
    expect(await refused(passwordForm(user.password, 'short'))).toContain('Use at least 15 characters');
    expect(await refused(passwordForm(user.password, user.password))).toContain('you have now');
    for (let tries = 0; tries < 5; tries += 1) await refused(passwordForm('a guess', better));
    // Locked like a sign-in: the right one is refused too.
    expect(await refused(passwordForm(user.password, better))).toContain('now is not right');
  });

  test('is refused in a session that has ended meanwhile', async () => {
    const one = await signedIn();
    const other = await signedIn(one.user);
    await other.browser.fill('sign-out-elsewhere');
    const response = await one.browser.fill('save-password', passwordForm(one.user.password, better));
    expect(response.status).not.toBe(500);
    expect((await one.browser.get()).text).not.toContain(one.user.username);
    expect(await isIn(await signedIn(one.user))).toBe(true);
  });
});

describe.each(['email', 'phone'] as const)('changing the %s', (contact) => {
  const newValue = (): string => {
    made += 1;
    return contact === 'email' ? `settings.${made}@example.org` : `+49171${String(7_770_000 + made)}`;
  };
  /** Long enough after the sign-in for another code, and soon enough to be recent. */
  const ask = async ({ browser }: SignedIn, value: string) => {
    app.rest(125);
    await browser.get();
    return browser.fill('send-contact-code', { contact, value });
  };

  test('needs the code that was sent there, in any digits, and shows the new one', async () => {
    const one = await signedIn();
    const value = newValue();
    const asked = await ask(one, value);
    expect(asked.headers['location']).toBe(`/account/01?show=confirm-contact&contact=${contact}`);
    expect((await one.browser.get(String(asked.headers['location']))).text).toContain(value);
    const code = await codeOf(one.user);
    const before = await storedContacts(one.user);
    const wrong = code === '000000' ? '111111' : '000000';
    const refused = await one.browser.fill('confirm-contact', { contact, code: wrong });
    expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('That code is not right.')]);
    expect(await storedContacts(one.user)).toEqual(before);
    const arabic = [...code].map((digit) => String.fromCodePoint(0x06_60 + Number(digit))).join(' ');
    const page = await one.browser.change('confirm-contact', { contact, code: arabic });
    expect(page.text).toContain('was changed.');
    expect(page.text).toContain(value);
  });

  test('sent twice changes once; a second window that confirms late finds it done', async () => {
    const one = await signedIn();
    const value = newValue();
    await ask(one, value);
    const code = await codeOf(one.user);
    const both = await Promise.all([
      one.browser.fill('confirm-contact', { contact, code }),
      one.browser.fill('confirm-contact', { contact, code }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await one.browser.fill('confirm-contact', { contact, code })).status).toBe(303);
    expect((await one.browser.get()).text).toContain(value);
  });

  test('says what is wrong with it, keeps what was typed, and sends nothing', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const taken = contact === 'email' ? other.user.email : other.user.phone;
    app.rest(60);
    for (const [value, message] of [
      ['', 'Nothing was entered.'],
      ['"><script>alert(1)</script>', 'We cannot use that.'],
      [taken, 'That belongs to another user.'],
    ] as const) {
      await one.browser.get();
      const page = await one.browser.fill('send-contact-code', { contact, value });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(message)]);
      expect(page.text).not.toContain('<script>alert');
    }
    expect((await one.browser.fill('confirm-contact', { contact, code: '123456' })).status).toBe(303);
  });

  test('is not possible in an old sign-in, which ends here and starts again', async () => {
    const one = await signedIn();
    app.rest(200);
    await one.browser.get();
    app.rest(200);
    const page = await one.browser.get(`/account/01?show=change-contact&contact=${contact}`);
    expect(page.text).toContain('Please sign in once more');
    const forced = await one.browser.fill('send-contact-code', { contact, value: newValue() });
    expect(forced.text).toContain('Please sign in once more');
    const again = await one.browser.change('sign-in-again');
    expect(again.text).toContain('value="identify"');
    expect(await isIn(one)).toBe(false);
  });
});

describe('the picture of the sign-in page', () => {
  const shown = async (username: string): Promise<string | undefined> => {
    const browser = createPageBrowser(app.server.call);
    await browser.get('/account/01?lang=en');
    await browser.fill('identify', { username });
    return /<img src="([^"]+)"/v.exec((await browser.get()).text)?.[1];
  };

  test('is the one that the customer chose of six, which no one else is offered', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const offered = async ({ browser }: SignedIn): Promise<readonly string[]> =>
      [
        ...(await browser.get('/account/01?show=choose-picture')).text.matchAll(
          /data:image\/png;base64,[^"]+/gv,
        ),
      ].map(([image]) => image);
    const own = await offered(one);
    expect(new Set([...own, ...(await offered(other))]).size).toBe(12);
    expect(await offered(one)).toEqual(own);
    const before = await shown(one.user.username);
    const page = await one.browser.change('save-picture', { picture: '3' });
    expect(page.text).toContain('Your picture was changed.');
    const after = await shown(one.user.username);
    expect(after).not.toBe(before);
    expect(page.text).toContain(`src="${after}"`);
    const stored = await app.identity.database.query<{ content: Buffer }>(
      `select content from identity.picture where user_id = $1`,
      [one.user.userId],
    );
    expect(stored.map(({ content }) => `data:image/png;base64,${content.toString('base64')}`)).toEqual([
      own[3],
    ]);
  });

  test('is none of what was not offered', async () => {
    const { browser, user } = await signedIn();
    for (const picture of ['6', '-1', '0.5', 'x', '']) {
      await browser.get();
      expect((await browser.fill('save-picture', { picture })).status).toBe(400);
    }
    const stored = await app.identity.database.query(`select 1 from identity.picture where user_id = $1`, [
      user.userId,
    ]);
    expect(stored).toEqual([]);
  });
});

describe('a browser in the list', () => {
  const idsIn = (text: string): readonly string[] =>
    [...text.matchAll(/name="browser-id" value="([^"]+)"/gv)].map(([, id = '']) => id);

  test('is signed out when it is removed, after a question', async () => {
    const one = await signedIn();
    const other = await signedIn(one.user);
    const page = await one.browser.get();
    const ids = idsIn(page.text);
    expect(ids).toHaveLength(2);
    const own = /<strong>This browser<\/strong>[\s\S]*?name="browser-id" value="([^"]+)"/v.exec(
      page.text,
    )?.[1];
    const foreign = ids.find((id) => id !== own) ?? '';
    const asked = await one.browser.change('remove-browser', { 'browser-id': foreign });
    expect(asked.text).toContain('Remove this browser?');
    expect([await isIn(one), await isIn(other)]).toEqual([true, true]);
    const done = await one.browser.change('confirm-remove-browser', { 'browser-id': foreign });
    expect(done.text).toContain('The browser was removed and signed out.');
    expect(idsIn(done.text)).toEqual([own]);
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);
    await one.browser.get();
    await one.browser.fill('confirm-remove-browser', { 'browser-id': own ?? '' });
    expect(await isIn(one)).toBe(false);
  });

  test('of another customer is not asked about, and stays signed in', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const [id = ''] = idsIn((await other.browser.get()).text);
    const asked = await one.browser.change('remove-browser', { 'browser-id': id });
    expect(asked.text).not.toContain('Remove this browser?');
    await one.browser.fill('confirm-remove-browser', { 'browser-id': id });
    expect(await isIn(other)).toBe(true);
  });
});

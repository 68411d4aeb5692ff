import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { createTestAuthenticator } from '#capabilities/identity/testing/test-authenticator.suite.ts';
import { openListener } from '#platform/http/listeners.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  honest,
  type PageBrowser,
  pageOrigin,
  signInOnPages,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
beforeAll(async () => {
  app = await createAccountTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const browserOf = (home?: string): PageBrowser => createPageBrowser(app.server.call, home);

/** Returns a signed-in user, with the browser. */
async function signedIn(
  user?: TestUser,
): Promise<{ readonly user: TestUser; readonly browser: PageBrowser; readonly page: TestServerResponse }> {
  const who = user ?? (await app.identity.register());
  const browser = await signInOnPages(app, who, '/account/01');
  return { user: who, browser, page: await browser.get() };
}

const rows = async (sql: string, values: readonly unknown[] = []): Promise<readonly unknown[]> =>
  app.identity.database.query(sql, [...values]);

/** Returns everything that a change could change. */
const everything = async (userId: string): Promise<string> =>
  JSON.stringify(
    await Promise.all([
      rows(`select passkey_id, name from identity.passkey where user_id = $1 order by 1`, [userId]),
      rows(`select browser_id from identity.browser where user_id = $1 order by 1`, [userId]),
      rows(`select session_id, ended_at from identity.session where user_id = $1 order by 1`, [userId]),
      rows(`select failures from identity.login_attempts where subject = $1`, [userId]),
      rows(`select count(*) from platform.audit_entry where aggregate_id = $1`, [userId]),
    ]),
  );

describe("signing in on the bank's own page", () => {
  test('leads to the overview, with cookies that only this browser and site can read or send', async () => {
    const { page, user, browser } = await signedIn();
    expect(page.status).toBe(200);
    expect(page.text).toContain(user.username);
    expect([...browser.cookies.keys()].map((name) => name.replace(/-step-.*/v, '-step')).sort()).toEqual([
      '__Host-portico-01-account',
      '__Host-portico-01-browser',
      // For as long as the last form can be repeated.
      '__Host-portico-01-entry',
      '__Host-portico-01-step',
    ]);
    const first = await browserOf().get();
    for (const line of [first.headers['set-cookie'] ?? []].flat().map(String)) {
      expect(line).toMatch(
        /^__Host-[^=]+=[\w\-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/v,
      );
    }
  });

  test('every page forbids framing, caching and requests to other sites', async () => {
    const { browser, page } = await signedIn();
    const others = [
      await browserOf().get(),
      await browser.post('x=1', { ...honest, origin: 'https://evil.test' }),
    ];
    for (const { headers } of [page, ...others]) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/v);
      expect(headers['content-security-policy']).toMatch(/base-uri 'none'/v);
      expect(headers['cache-control']).toContain('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('the step cookie changes at every step; a planted one is worthless afterwards', async () => {
    const user = await app.identity.register();
    app.rest(121);
    const attacker = browserOf();
    await attacker.get();
    // The victim continues what the attacker started.
    const victim = createPageBrowser(app.server.call, '/account/01', new Map(attacker.cookies));
    await victim.get();
    await victim.fill('identify', { username: user.username });
    await victim.get();
    await victim.fill('password', { password: user.password });
    await victim.get();
    const page = await attacker.get();
    expect(page.text).not.toContain(user.username);
    expect(page.text).not.toContain('one-time-code');
    await victim.fill('code', { code: (await app.identity.newestCode(user.userId)).code });
    expect((await victim.get()).text).toContain(user.username);
    expect((await attacker.get()).text).not.toContain(user.username);
  });
});

describe('a form that is not from our page', () => {
  const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['from another origin', { ...honest, origin: 'https://evil.test' }],
    ['from another site', { ...honest, 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { ...honest, 'sec-fetch-site': 'same-site' }],
    ['from nowhere', { ...honest, 'sec-fetch-site': 'none' }],
    ['without a word', { 'content-type': honest['content-type'] }],
    ['of a hidden origin alone', { 'content-type': honest['content-type'], origin: 'null' }],
    ['of an origin that only begins like ours', { ...honest, origin: `${pageOrigin}.evil.test` }],
    ['of our name without https', { ...honest, origin: 'http://portico.test' }],
    ['of another port', { ...honest, origin: `${pageOrigin}:8443` }],
    ['of two words', { ...honest, 'sec-fetch-site': 'same-origin, cross-site' }],
  ];
  for (const [name, headers] of foreign)
    test(`${name} is refused and changes nothing`, async () => {
      const { browser, user } = await signedIn();
      const before = await everything(user.userId);
      const body = new URLSearchParams({ csrf: browser.csrf(), step: 'sign-out-elsewhere' }).toString();
      expect((await browser.post(body, headers)).status).toBe(403);
      expect(await everything(user.userId)).toBe(before);
    });

  test('with the token of another session, an old one or none is refused and changes nothing', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const before = await everything(one.user.userId);
    for (const csrf of [other.browser.csrf(), '', 'x', one.browser.csrf().slice(1)]) {
      const body = new URLSearchParams({ csrf, step: 'sign-out-elsewhere' }).toString();
      expect((await one.browser.post(body)).status).toBe(403);
    }
    expect((await one.browser.post('step=sign-out-elsewhere')).status).toBe(403);
    const twice = `csrf=${one.browser.csrf()}&csrf=${one.browser.csrf()}&step=sign-out-elsewhere`;
    expect((await one.browser.post(twice)).status).toBe(403);
    expect(await everything(one.user.userId)).toBe(before);
  });

  test('of a sign-in with another token is refused', async () => {
    const [one, other] = [browserOf(), browserOf()];
    await one.get();
    await other.get();
    const body = new URLSearchParams({
      csrf: other.csrf(),
      step: 'identify',
      username: 'test-user',
    }).toString();
    expect((await one.post(body)).status).toBe(403);
  });
});

describe('hostile bodies', () => {
  const post = async (body: string, headers: Readonly<Record<string, string>> = honest): Promise<number> => {
    const browser = browserOf();
    await browser.get();
    return (await browser.post(body.replace('CSRF', browser.csrf()), headers)).status;
  };

  test('too large, too many fields, another type', async () => {
    expect(await post(`csrf=CSRF&step=identify&username=${'x'.repeat(40_000)}`)).toBe(413);
    expect(await post(Array.from({ length: 10_000 }, (_, index) => `f${index}=1`).join('&'))).toBe(413);
    expect(await post(Array.from({ length: 41 }, (_, index) => `f${index}=1`).join('&'))).toBe(413);
    expect(await post('{}', { ...honest, 'content-type': 'application/json' })).toBe(415);
    expect(await post('a=1', { ...honest, 'content-type': 'text/plain' })).toBe(415);
    expect(await post('a=1', { ...honest, 'content-type': 'multipart/form-data; boundary=x' })).toBe(415);
  });

  test('unusual characters get a page, never an internal error', async () => {
    for (const username of [
      '%00',
      'a%00b',
      '%ff%fe',
      '%ED%A0%80',
      '%E2%80%AE',
      '%',
      '%zz',
      "'%22%3E",
      '%0d%0aset-cookie:x=1',
    ])
      expect([username, await post(`csrf=CSRF&step=identify&username=${username}`)]).toEqual([username, 303]);
    for (const step of ['__proto__', 'constructor', '%00', 'hasOwnProperty', 'x'.repeat(20_000)])
      expect(await post(`csrf=CSRF&step=${step}`)).toBe(303);
    expect(await post('')).toBe(403);
  });

  const hostileNames = [
    ['<script>alert(1)</script>', '<script>alert'],
    ['"><img src=x onerror=alert(1)>', '<img src=x'],
    ["' onfocus='alert(1)", "' onfocus='"],
    ['</title><svg/onload=alert(1)>', '<svg/onload'],
    ['{{7*7}}', '>49<'],
  ] as const;
  test.each(hostileNames)('the name %s is escaped on every page', async (hostile, bad) => {
    const browser = browserOf();
    await browser.get();
    await browser.fill('identify', { username: hostile });
    for (const step of ['password', 'forgot-password', 'send-reset', 'forgot-username']) {
      const { text } = await browser.get();
      expect([step, text.toLowerCase().includes(bad)]).toEqual([step, false]);
      await browser.fill(step, { username: hostile, password: 'x', contact: hostile });
    }
  });

  test('an invalid language is ignored, and never sent back', async () => {
    for (const lang of [
      '../../etc',
      '<script>',
      'en%0d%0aset-cookie:x=1',
      'x'.repeat(5_000),
      '',
      '__proto__',
      'constructor',
      'en%00',
    ]) {
      const answer = await browserOf().get(`/account/01?lang=${lang}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/<html lang="[a-z]{2}(?:-[A-Za-z]+)?"/v);
      const cookies = [answer.headers['set-cookie'] ?? []].flat().join('\n');
      expect(cookies).not.toContain('x=1');
      // None, or one of our own tags.
      expect(cookies.replace(/portico-language=[a-z]{2}(?:-[A-Za-z]+)?;/v, '')).not.toContain(
        'portico-language',
      );
    }
    const browser = browserOf();
    for (const value of ['"><script>', '__proto__', 'en; x', 'constructor']) {
      browser.cookies.set('portico-language', value);
      expect((await browser.get()).status).toBe(200);
    }
    browser.cookies.set('portico-language', 'fr');
    expect((await browser.get()).text).toContain('<html lang="fr"');
    expect((await browser.get('/account/01?lang=en')).text).toContain('<html lang="en"');
  });

  test('an unknown bank has no page', async () => {
    expect((await browserOf().get('/account/zz')).status).toBe(404);
  });
});

describe('a signed-in customer', () => {
  test('is signed out after five idle minutes, and nothing is done for them', async () => {
    const { browser, user } = await signedIn();
    const body = new URLSearchParams({ csrf: browser.csrf(), step: 'sign-out-elsewhere' }).toString();
    app.rest(299);
    expect((await browser.get()).text).toContain(user.username);
    app.rest(301);
    const before = await everything(user.userId);
    const answer = await browser.post(body);
    expect(answer.text).not.toContain(user.username);
    expect(await everything(user.userId)).toBe(before);
  });

  test('is signed in at this bank only', async () => {
    const { browser, user } = await signedIn();
    const secret = browser.cookies.get('__Host-portico-01-account') ?? '';
    const elsewhere = browserOf('/account/02');
    elsewhere.cookies.set('__Host-portico-02-account', secret);
    elsewhere.cookies.set('__Host-portico-01-account', secret);
    const page = await elsewhere.get();
    expect(page.text).not.toContain(user.username);
    expect((await elsewhere.fill('sign-out-elsewhere')).status).toBe(303);
  });

  test('is not signed in with two cookies of one name, or with an invalid secret', async () => {
    const { browser, user } = await signedIn();
    const secret = browser.cookies.get('__Host-portico-01-account') ?? '';
    for (const cookie of [
      `__Host-portico-01-account=${secret}; __Host-portico-01-account=${'A'.repeat(43)}`,
      `__Host-portico-01-account="${secret}"`,
      `__Host-portico-01-account=${secret}x`,
      `portico-01-account=${secret}`,
    ])
      expect((await browserOf().get('/account/01', { cookie })).text).not.toContain(user.username);
  });

  test('signs out here, and elsewhere', async () => {
    const one = await signedIn();
    const other = await signedIn(one.user);
    await one.browser.fill('sign-out-elsewhere');
    expect((await one.browser.get()).text).toContain(one.user.username);
    expect((await other.browser.get()).text).not.toContain(one.user.username);
    const stolen = new Map(one.browser.cookies);
    await one.browser.fill('sign-out');
    const page = await createPageBrowser(app.server.call, '/account/01', stolen).get();
    expect(page.text).not.toContain(one.user.username);
  });

  test('sees names of applications escaped, and known notices only', async () => {
    const { browser, user } = await signedIn();
    const name = '<script>alert(1)</script>';
    await rows(
      `insert into identity.session (bank_id, session_id, user_id, client_name, browser_name, assurance, authenticated_at,
         seen_at, expires_at, created_at)
       values ('01', gen_random_uuid(), $1, $2, $2, 'sca', $3, $3, $4, $3)`,
      [
        user.userId,
        name,
        app.server.clock.now().toString(),
        app.server.clock.now().add({ hours: 1 }).toString(),
      ],
    );
    const plainPage = await browser.get();
    expect(plainPage.text).toContain('&lt;script&gt;alert(1)');
    expect(plainPage.text).not.toContain(name);
    for (const query of [
      `said=${encodeURIComponent(name)}`,
      'said=__proto__',
      'show=constructor',
      'show=remove-passkey&passkey=%00',
    ])
      expect((await browser.get(`/account/01?${query}`)).text).not.toContain('<script>alert');
  });

  test('adds and removes passkeys of their own, and not of others', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const device = createTestAuthenticator({ rpId: 'portico.test', origin: pageOrigin });
    const asked = await one.browser.change('add-passkey');
    const options = /data-[a-z\-]*options="([^"]+)"|<script type="application\/json"[^>]*>([^<]+)</v.exec(
      asked.text,
    );
    const json = (options?.[1] ?? options?.[2] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#34;', '"')
      .replaceAll('&amp;', '&');
    const hostile = '<b>My key</b>';
    const page = await one.browser.change('save-passkey', { passkey: device.create(json), name: hostile });
    expect(page.text).toContain('&lt;b&gt;My key');
    expect(page.text).not.toContain(hostile);
    const [row] = await app.identity.database.query<{ id: string }>(
      `select passkey_id as id from identity.passkey where user_id = $1`,
      [one.user.userId],
    );
    const id = row?.id ?? '';
    await other.browser.fill('remove-passkey', { 'passkey-id': id });
    await other.browser.fill('confirm-remove-passkey', { 'passkey-id': id });
    for (const odd of ['', 'x', "' or 1=1", '\u0000', '00000000-0000-0000-0000-000000000000'])
      expect((await other.browser.fill('confirm-remove-passkey', { 'passkey-id': odd })).status).toBe(303);
    expect(await rows(`select 1 from identity.passkey where passkey_id = $1`, [id])).toHaveLength(1);
    const [browser] = await app.identity.database.query<{ id: string }>(
      `select browser_id as id from identity.browser where user_id = $1`,
      [one.user.userId],
    );
    await other.browser.fill('confirm-remove-browser', { 'browser-id': browser?.id ?? '' });
    expect(await rows(`select 1 from identity.browser where user_id = $1`, [one.user.userId])).toHaveLength(
      1,
    );
    await one.browser.fill('confirm-remove-passkey', { 'passkey-id': id });
    expect(await rows(`select 1 from identity.passkey where passkey_id = $1`, [id])).toHaveLength(0);
  });
});

describe('a misbehaving connection', () => {
  async function overSocket(sends: (socket: Socket) => Promise<void> | void): Promise<string> {
    const listener = await openListener(
      { kind: 'plain', listen: { host: '127.0.0.1', port: 0 } },
      app.server.handler,
    );
    const socket = connect(listener.address().port, '127.0.0.1');
    let got = '';
    socket.on('data', (bytes: Buffer) => {
      got += bytes.toString();
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    await sends(socket);
    await closed;
    await listener.close(100);
    return got;
  }
  const head = [
    'POST /account/01 HTTP/1.1',
    'Host: portico.test',
    `Origin: ${pageOrigin}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
  ];

  test('that ends in the middle of a form is not an internal error', async () => {
    const before = app.server.lines.length;
    const answer = await overSocket((socket) => {
      socket.end(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\nstep=iden`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /v);
    const logged = app.server.lines.slice(before);
    expect(logged.filter(({ level }) => level === 'error' || level === 50)).toEqual([]);
  });

  test('that sends without end is closed', async () => {
    const answer = await overSocket((socket) => {
      socket.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`);
      const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`;
      for (let index = 0; index < 64; index += 1) socket.write(chunk);
      globalThis.setTimeout(() => socket.destroy(), 500);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /v);
  });

  test('that sends two lengths, or two hosts, is refused', async () => {
    const answer = await overSocket((socket) => {
      socket.write(`${[...head, 'Content-Length: 3', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\na=1`);
      globalThis.setTimeout(() => socket.destroy(), 300);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /v);
  });
});

describe('the log', () => {
  test('contains no secret, code, name or password', async () => {
    const { browser, user } = await signedIn();
    await browser.post('x=1', { ...honest, origin: 'https://evil.test' });
    const log = JSON.stringify(app.server.lines);
    for (const secret of [
      user.username,
      user.password,
      user.phone,
      user.email,
      browser.csrf(),
      ...browser.cookies.values(),
    ])
      expect(log).not.toContain(secret);
    expect(app.server.lines.filter(({ level }) => level === 'error' || level === 50)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const browserOf = (home?: string): PageBrowser => createPageBrowser(app.server.call, home);

describe('a browser that only reads', () => {
  const signIns = async (): Promise<number> => {
    const [row] = await app.identity.database.query(`select count(*)::int as count from identity.sign_in`);
    return Number(Reflect.get(Object(row), 'count'));
  };

  test('creates no row, however often it comes, with or without cookies', async () => {
    const before = await signIns();
    const browser = browserOf();
    for (let visit = 0; visit < 20; visit += 1) {
      await browserOf().get();
      await browserOf('/account/01/reset').get();
      expect((await browser.get()).text).toContain('name="username"');
    }
    expect(await signIns()).toBe(before);
    await browser.fill('identify', { username: 'anybody.at.all' });
    expect(await signIns()).toBe(before + 1);
  });

  test('has a form that is valid for a quarter of an hour, and gets a new one then', async () => {
    const user = await app.identity.register();
    const [prompt, late] = [browserOf(), browserOf()];
    await prompt.get();
    await late.get();
    app.rest(890);
    await prompt.fill('identify', { username: user.username });
    expect((await prompt.get()).text).toContain('name="password"');
    app.rest(20);
    const before = await signIns();
    await late.fill('identify', { username: user.username });
    expect((await late.get()).text).toContain('name="username"');
    expect(await signIns()).toBe(before);
  });

  test('cannot start the same sign-in twice: neither after a step, nor after its end', async () => {
    const user = await app.identity.register();
    app.rest(121);
    const browser = browserOf();
    await browser.get();
    const copy = createPageBrowser(app.server.call, '/account/01', new Map(browser.cookies));
    await copy.get();
    await browser.fill('identify', { username: user.username });
    await browser.get();
    await browser.fill('password', { password: user.password });
    await browser.get();
    await copy.fill('identify', { username: 'other.user' });
    expect((await copy.get()).text).not.toContain('name="password"');
    await browser.fill('code', { code: (await app.identity.newestCode(user.userId)).code });
    app.rest(120);
    const old = createPageBrowser(app.server.call, '/account/01', new Map(copy.cookies));
    expect((await old.get()).text).toContain('name="username"');
    expect((await browser.get()).text).toContain(user.username);
  });

  test('with an invented secret, another bank’s or another id is offered a new sign-in', async () => {
    const before = await signIns();
    const [one, other] = [browserOf(), browserOf()];
    await one.get();
    await other.get();
    const [entry, step] = [...one.cookies.keys()].sort();
    const stolen = new Map(one.cookies);
    const otherEntry = [...other.cookies].find(([name]) => name.endsWith('entry'))?.[1] ?? '';
    stolen.set(entry ?? '', otherEntry);
    const forged = new Map(one.cookies);
    forged.set(step ?? '', 'A'.repeat(43));
    for (const cookies of [stolen, forged]) {
      const browser = createPageBrowser(app.server.call, '/account/01', new Map(cookies));
      await browser.get();
      expect(browser.cookies.get(entry ?? '')).not.toBe(cookies.get(entry ?? ''));
    }
    expect(await signIns()).toBe(before);
  });
});

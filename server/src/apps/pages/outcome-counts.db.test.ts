import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Returns the counters of a bank that are not zero. */
async function countsOf(bank: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await app.server.services.metrics.render()).split('\n');
  const pattern = new RegExp(`^portico_(sign_ins|codes)_total\\{bank="${bank}",(.*)\\} ([1-9]\\d*)$`);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, what = '', labels = '', count] = pattern.exec(line) ?? [];
      const values = [...labels.matchAll(/"([^"]*)"/g)].map(([, value]) => value);
      return count === undefined ? [] : [[[what, ...values].join(' '), Number(count)]];
    }),
  );
}

async function submitPassword(username: string, password: string): Promise<PageBrowser> {
  const browser = createPageBrowser(app.server.call);
  await browser.get('/account/01?lang=en');
  await browser.change('identify', { username });
  await browser.change('password', { password });
  return browser;
}

test('sign-ins, refused passwords and codes are counted by bank and outcome, and page requests log their bank', async () => {
  const user = await app.identity.register();
  const before = await countsOf('01');
  expect(before['sign_ins signed-in']).toBeUndefined();
  app.rest(180);
  await submitPassword(user.username, 'not the password');
  await submitPassword('no-such-user', 'not the password');
  const browser = await submitPassword(user.username, user.password);
  const { code } = await app.identity.newestCode(user.userId);
  await browser.change('code', { code: code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) });
  expect((await browser.change('code', { code })).text).toContain(user.username);
  expect(await countsOf('01')).toMatchObject({
    'sign_ins wrong-password': 2,
    'sign_ins wrong-factor': 1,
    'sign_ins signed-in': 1,
    'codes sms refused': 1,
    'codes sms verified': 1,
  });
  // A second code within the pause of the recipient is not sent.
  await submitPassword(user.username, user.password);
  await submitPassword(user.username, user.password);
  expect((await countsOf('01'))['codes sms limited']).toBeGreaterThanOrEqual(1);
  expect(await countsOf('02')).toEqual({});
  const requests = app.server.lines.filter(({ message }) => message === 'request');
  expect(requests.length).toBeGreaterThan(10);
  expect(requests.filter(({ bankId }) => bankId !== '01')).toEqual([]);
});

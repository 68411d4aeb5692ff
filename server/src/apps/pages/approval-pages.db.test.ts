import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDeviceRequest } from '#capabilities/sca/index.ts';
import type { TestDevice } from '#capabilities/sca/testing/test-devices.suite.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { honest } from './account-test-app.suite.ts';
import {
  type ApprovalTestApp,
  backAt,
  createApprovalTestApp,
  type Visitor,
} from './approval-test-app.suite.ts';

let app: ApprovalTestApp;
beforeAll(async () => {
  app = await createApprovalTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const titleOf = (html: string): string => /<h1[^>]*>(.*?)<\/h1>/sv.exec(html)?.[1] ?? '';

async function atReview(options?: Parameters<ApprovalTestApp['visitor']>[0]): Promise<Visitor> {
  const one = await app.visitor(options);
  await one.get();
  const review = await one.step('password', { password: one.customer.password });
  expect(review.text).toContain('Acme GmbH');
  return one;
}

describe('the approval pages', () => {
  test('lead a known customer from the password over the code back to the third party', async () => {
    const one = await app.visitor();
    const arrival = await one.get({}, '?state=abc%201');
    expect(arrival.status).toBe(200);
    expect(arrival.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(arrival.headers['cache-control']).toBe('no-store');
    expect(arrival.headers['x-frame-options']).toBe('DENY');
    // Chromium refuses the redirect after a form to an origin that the page did not name.
    expect(arrival.headers['content-security-policy']).toMatch(
      /form-action 'self' https:\/\/a\.tpp\.test(?:;|$)/v,
    );
    expect(arrival.headers['set-cookie']).toMatch(
      /^__Host-portico-sca-[A-Za-z0-9]{10}=[\w\-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/v,
    );
    expect(arrival.text).toContain('Acme Pay');
    const review = await one.step('password', { password: one.customer.password });
    expect(review.text).toContain('1,249.50');
    expect(review.headers['set-cookie']).toBeUndefined();
    const left = await one.send('code', { code: await one.code() });
    expect([left.status, left.headers['location']]).toEqual([303, `${backAt}?state=abc+1`]);
    expect(await one.status()).toBe('finalised');
    expect((await one.get()).text).toContain(`href="${backAt}?state=abc+1"`);
  });

  test('take a name, another name, a code again, more time, and a cancellation', async () => {
    const one = await app.visitor({ isNamed: false });
    await one.get();
    await one.step('identify', { name: 'somebody.else' });
    await one.step('other-name');
    const asked = await one.step('identify', { name: one.customer.username });
    expect(asked.text).toContain(one.customer.username);
    await one.step('password', { password: one.customer.password });
    app.sca.identity.clock.advance({ seconds: 30 });
    await one.step('resend');
    await one.step('extend');
    await one.step('refresh');
    await one.step('other-method');
    const left = await one.send('cancel');
    expect([left.status, left.headers['location']]).toEqual([303, `${backAt}?error=access_denied`]);
    expect(await one.status()).toBe('failed');
  });

  test('ask again for a method that was not offered, and for an empty passkey', async () => {
    const one = await atReview();
    await one.step('method', { method: 'nothing' });
    await one.step('passkey', { passkey: '' });
    expect(await one.status()).toBe('started');
  });

  test('say what was wrong, and keep the step over a reload', async () => {
    const one = await atReview();
    const code = await one.code();
    const wrong = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
    const again = await one.step('code', { code: wrong });
    expect(again.text).toContain('That code is not right');
    expect((await one.get()).text).toContain('That code is not right');
    expect((await one.send('code', { code })).headers['location']).toBe(backAt);
  });

  test('have the language that was chosen, then the one of the request, then the browser’s', async () => {
    const asked = await app.visitor({ headers: { 'psu-accept-language': 'nl' } });
    expect((await asked.get({ 'accept-language': 'fr' })).text).toContain('<html lang="nl"');
    const chosen = await asked.get({ 'accept-language': 'fr' }, '?lang=de');
    expect(chosen.text).toContain('<html lang="de"');
    expect(chosen.headers['set-cookie']).toContain('portico-language=de');
    expect((await asked.get()).text).toContain('<html lang="de"');
    const free = await app.visitor();
    expect((await free.get({ 'accept-language': 'ar' })).text).toContain('<html lang="ar" dir="rtl"');
  });
});

describe('a link', () => {
  test('of another browser, an unknown one and a mangled one show the same page', async () => {
    const one = await atReview();
    const pages = [];
    for (const path of [one.path, `/sca/01.${'x'.repeat(32)}`, `${one.path.slice(0, -5)}`]) {
      const response = await app.server.call({
        method: 'GET',
        path,
        headers: { accept: 'text/html', 'accept-language': 'en' },
      });
      expect(response.status).toBe(404);
      pages.push(response.text.replaceAll(path, '').replaceAll(/[0-9a-f]{8}/gv, ''));
    }
    expect(new Set(pages).size).toBe(1);
    expect(titleOf(pages[0] ?? '')).toBe('This link cannot be used');
    const bank = await app.server.call({ method: 'GET', path: `/sca/zz.${'x'.repeat(32)}` });
    expect(bank.status).toBe(404);
  });

  test('that came too late says so and leads back', async () => {
    const one = await app.visitor();
    app.sca.identity.clock.advance({ hours: 1 });
    const late = await one.get();
    expect(late.status).toBe(200);
    expect(late.text).toContain(`href="${backAt}?error=timed_out"`);
    expect(await one.status()).toBe('failed');
  });
});

describe('a form', () => {
  const form = (one: Visitor, more = ''): string => `csrf=${one.browser.csrf()}&do=cancel${more}`;

  test('of another site, without its token, too large, of another type or unknown is refused with a page', async () => {
    const one = await atReview();
    const refused = async (body: string, headers: Record<string, string> = honest) => {
      const response = await one.browser.post(body, headers);
      expect(response.text).toContain('<h1');
      return response.status;
    };
    expect(
      await refused(form(one), { ...honest, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
    ).toBe(403);
    expect(await refused('csrf=x&do=cancel')).toBe(403);
    expect(await refused(form(one, `&x=${'y'.repeat(40_000)}`))).toBe(413);
    expect(await refused(form(one), { ...honest, 'content-type': 'text/plain' })).toBe(415);
    expect(await refused(`csrf=${one.browser.csrf()}&do=approve`)).toBe(400);
    expect(await one.status()).toBe('started');
  });

  test('without the cookie of its browser changes nothing', async () => {
    const one = await atReview();
    const [name = '', secret = ''] = [...one.browser.cookies][0] ?? [];
    one.browser.cookies.delete(name);
    const sent = await one.send('cancel');
    expect([sent.status, sent.headers['location']]).toEqual([303, one.path]);
    expect((await one.get()).status).toBe(404);
    one.browser.cookies.set(name, secret);
    expect(await one.status()).toBe('started');
  });

  test('that is sent twice ends once and leads back twice', async () => {
    const one = await atReview();
    const code = await one.code();
    const [first, second] = await Promise.all([one.send('code', { code }), one.send('code', { code })]);
    const ends = [first, second].map(({ headers, status }) => `${status} ${String(headers['location'])}`);
    // The slower one may see the page once more, which then leads back.
    expect(ends).toContain(`303 ${backAt}`);
    expect(new Set([`303 ${backAt}`, `303 ${one.path}`]).isSupersetOf(new Set(ends))).toBe(true);
    expect(await one.status()).toBe('finalised');
  });
});

describe('a bank that cannot go on', () => {
  test('for maintenance says so, leads back, and continues afterwards', async () => {
    const one = await atReview();
    app.setMaintenance(true);
    const closed = await one.get();
    expect(closed.status).toBe(503);
    expect(titleOf(closed.text)).toBe('We are working on our systems');
    expect(closed.text).toContain(`href="${backAt}?error=temporarily_unavailable"`);
    expect((await one.send('cancel')).status).toBe(503);
    app.setMaintenance(false);
    expect((await one.get()).text).toContain('1,249.50');
    expect((await one.send('code', { code: await one.code() })).headers['location']).toBe(backAt);
  });

  test('because of its core says so and leads back, and the same form is good a moment later', async () => {
    const one = await atReview();
    const code = await one.code();
    app.fail(1, standardProblems['service-unavailable']());
    const away = await one.send('code', { code });
    expect(away.status).toBe(503);
    expect(titleOf(away.text)).toBe('Not available at the moment');
    expect(away.text).toContain('Nothing has been paid');
    expect(away.text).toContain(`href="${backAt}?error=temporarily_unavailable"`);
    expect(away.text).toContain(`href="${one.path}"`);
    expect((await one.send('code', { code })).headers['location']).toBe(backAt);
  });

  test('shows a page without details when it knows nothing', async () => {
    const one = await atReview();
    app.fail(2, standardProblems['service-unavailable']());
    const away = await one.get();
    expect([away.status, titleOf(away.text)]).toEqual([503, 'Not available at the moment']);
    app.fail(1, new Error('broken on purpose'));
    const broken = await one.get();
    expect([broken.status, titleOf(broken.text)]).toEqual([500, 'Not available at the moment']);
    expect(broken.text).not.toContain('broken on purpose');
    expect(broken.text).not.toContain('Acme');
  });
});

describe('a page that waits for a device', () => {
  async function atDevice(): Promise<{ readonly one: Visitor; readonly device: TestDevice }> {
    const one = await app.visitor();
    const device = app.sca.devices.pair(one.customer.userId, 'Pixel 8');
    await one.get();
    const choice = await one.step('password', { password: one.customer.password });
    const [, methodId = ''] =
      /name="method" value="([^"]+)"[^>]*>(?=(?:(?!<input).)*Pixel 8)/sv.exec(choice.text) ?? [];
    const waiting = await one.step('method', { method: methodId });
    expect(waiting.text).toContain(device.shown().number);
    return { one, device };
  }

  const statusOf = async (one: Visitor): Promise<string> =>
    (await one.browser.get(`${one.path}/status`, { accept: 'text/plain' })).text;

  test('learns that the customer approved, and leads back', async () => {
    const { device, one } = await atDevice();
    expect(await statusOf(one)).toBe('waiting');
    await answerDeviceRequest(app.sca.context(), device.approve(device.shown()));
    expect(await statusOf(one)).toBe('approved');
    const stream = await one.browser.get(`${one.path}/status`, { accept: 'text/event-stream' });
    expect(stream.text).toContain('data: approved');
    expect((await one.send('refresh')).headers['location']).toBe(backAt);
    expect((await one.get()).text).toContain(`href="${backAt}"`);
    expect(await one.status()).toBe('finalised');
  });

  test('learns that the customer declined', async () => {
    const { device, one } = await atDevice();
    await answerDeviceRequest(app.sca.context(), device.decline(device.shown()));
    expect(await statusOf(one)).toBe('changed');
    expect((await one.get()).text).toContain(`href="${backAt}?error=access_denied"`);
  });

  test('tells another browser nothing, and an unknown bank is not found', async () => {
    const { one } = await atDevice();
    const stranger = await app.server.call({ method: 'GET', path: `${one.path}/status` });
    expect([stranger.status, stranger.text]).toEqual([200, 'changed']);
    const nowhere = await app.server.call({ method: 'GET', path: `/sca/zz.${'x'.repeat(32)}/status` });
    expect(nowhere.status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Delivery, deliverTo } from '#capabilities/correspondence/testing/mailbox-delivery.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
  type TestPerson,
} from '#capabilities/identity/testing/party-test-server.suite.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  honest,
  type PageBrowser,
  signInOnPages,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
let parties: PartyTestServer;
beforeAll(async () => {
  app = await createAccountTestApp();
  parties = await createPartyTestServer(app.identity);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const list = '/account/01/messages';
const preferences = '/account/01/notifications';

interface SignedIn {
  readonly browser: PageBrowser;
  readonly person: TestPerson;
}

async function signedIn(): Promise<SignedIn> {
  const person = await parties.customer();
  const browser = await signInOnPages(app, person);
  return { browser, person };
}

async function deliver({ person }: SignedIn, more: Omit<Delivery, 'customerNumber'> = {}): Promise<string> {
  const { correspondenceVault } = app.identity.ports.authorization.correspondence;
  const delivery = { customerNumber: person.customerNumber, ...more };
  const { messageId } = await deliverTo(app.identity, correspondenceVault, delivery);
  return messageId;
}

const main = ({ text }: TestServerResponse): string => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
const titlesOn = (page: TestServerResponse): readonly string[] =>
  [...main(page).matchAll(/<bdi lang="de">([^<]*)<\/bdi>/g)].map(([, title = '']) => title);
const unknownId = '01a1dea6-4100-7000-8000-000000000000';

describe('the list of messages', () => {
  test('is reached from the account, which says how many are unread, and has ten on a page', async () => {
    const customer = await signedIn();
    const { browser } = customer;
    expect(main(await browser.get())).toContain('You have read all messages.');
    const start = app.identity.clock.now();
    for (let day = 1; day <= 12; day += 1)
      await deliver(customer, {
        title: `message ${day}`,
        receivedAt: start.subtract({ hours: 24 * day }).toString(),
      });
    const account = main(await browser.get());
    expect(account).toContain('Unread messages: 12');
    expect(account).toContain(`href="${list}"`);
    const first = await browser.get(list);
    expect(titlesOn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `message ${index + 1}`));
    expect(main(first).match(/>Unread</g)).toHaveLength(10);
    expect(main(first)).toContain(`rel="next" href="${list}?page=2"`);
    const second = await browser.get(`${list}?page=2`);
    expect(titlesOn(second)).toEqual(['message 11', 'message 12']);
    expect(main(second)).toContain(`rel="prev" href="${list}"`);
  });

  test('goes back ten years, three at a time', async () => {
    const customer = await signedIn();
    await deliver(customer, { title: 'old', receivedAt: '2021-03-01T10:00:00Z' });
    let page = await customer.browser.get(list);
    const seen = [titlesOn(page).join()];
    for (;;) {
      const [, next] = /rel="next" href="([^"]+)"/.exec(main(page)) ?? [];
      if (next === undefined) break;
      page = await customer.browser.get(next.replaceAll('&amp;', '&'));
      seen.push(titlesOn(page).join());
    }
    expect(seen).toEqual(['', 'old', '', '']);
  });

  test.each(['page=0', 'page=x', 'page=99999', 'before=2026-02-31', 'before=1000-99-99', 'show=x'])(
    'shows something for %s',
    async (query) => {
      const { browser } = await signedIn();
      expect((await browser.get(`${list}?${query}`)).status).toBe(200);
    },
  );

  test('is not shown to a visitor who has not signed in', async () => {
    const visitor = createPageBrowser(app.server.call);
    for (const path of [
      list,
      `${list}/${unknownId}`,
      `${list}/${unknownId}/attachments/${unknownId}`,
      preferences,
    ]) {
      const response = await visitor.get(path);
      expect([response.status, response.headers['location']]).toEqual([303, '/account/01']);
    }
    expect((await visitor.post('step=archive', honest, `${list}/${unknownId}`)).status).toBe(303);
    expect((await visitor.post('step=save-preference', honest, preferences)).status).toBe(303);
  });
});

describe('a message', () => {
  test('is read once it was shown, and not by a browser that loads it ahead', async () => {
    const customer = await signedIn();
    const { browser } = customer;
    const id = await deliver(customer, { title: 'A & B', text: 'First <b>line</b>\nsecond\n\nNext' });
    await browser.get(`${list}/${id}`, { 'sec-purpose': 'prefetch' });
    expect(main(await browser.get(list))).toContain('>Unread<');
    const page = main(await browser.get(`${list}/${id}`));
    expect(page).toContain('<h1><bdi lang="de">A &amp; B</bdi></h1>');
    expect(page).toContain('<p>First &lt;b&gt;line&lt;/b&gt;<br>second</p><p>Next</p>');
    expect(main(await browser.get(list))).not.toContain('>Unread<');
  });

  test('shows its rebuilt html, with headings below that of the page', async () => {
    const customer = await signedIn();
    const id = await deliver(customer, { html: '<h1>Preise</h1><h4>Konto</h4><p>&lt;h1&gt;</p>' });
    const page = main(await customer.browser.get(`${list}/${id}`));
    expect(page).toContain('<h2>Preise</h2><h4>Konto</h4><p>&lt;h1&gt;</p>');
  });

  test('is moved to the archive, where it stays readable', async () => {
    const customer = await signedIn();
    const { browser } = customer;
    const id = await deliver(customer, { title: 'to keep' });
    await browser.get(`${list}/${id}`);
    const archive = new URLSearchParams({ csrf: browser.csrf(), step: 'archive' }).toString();
    const moved = await browser.post(archive, honest, `${list}/${id}`);
    expect([moved.status, moved.headers['location']]).toEqual([303, `${list}?said=moved`]);
    const inbox = await browser.get(`${list}?said=moved`);
    expect([main(inbox).includes('in the archive now'), titlesOn(inbox)]).toEqual([true, []]);
    expect(titlesOn(await browser.get(`${list}?show=archive`))).toEqual(['to keep']);
    const page = main(await browser.get(`${list}/${id}`));
    expect(page).toContain('This message is in the archive.');
    expect(page).not.toContain('value="archive"');
    const other = new URLSearchParams({ csrf: browser.csrf(), step: 'other' }).toString();
    expect((await browser.post(other, honest, `${list}/${id}`)).headers['location']).toBe(`${list}/${id}`);
  });

  test('is archived by a form of its own page only', async () => {
    const customer = await signedIn();
    const id = await deliver(customer, { title: 'stays' });
    const forged = await customer.browser.post('csrf=x&step=archive', honest, `${list}/${id}`);
    expect(forged.status).toBe(403);
    expect(titlesOn(await customer.browser.get(list))).toEqual(['stays']);
  });

  test('of someone else is unknown, and is not archived', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const file = { name: 'x.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
    const id = await deliver(owner, { title: 'private', attachments: [file] });
    const [, fileId] =
      /attachments\/([0-9a-f-]+)"/.exec((await owner.browser.get(`${list}/${id}`)).text) ?? [];
    for (const path of [id, unknownId, 'x', `${id}/attachments/${fileId}`]) {
      const page = await other.browser.get(`${list}/${path}`);
      expect([page.status, main(page).includes('We do not know this message')]).toEqual([404, true]);
      expect(page.text).not.toContain('private');
    }
    await other.browser.get();
    const form = new URLSearchParams({ csrf: other.browser.csrf(), step: 'archive' }).toString();
    await other.browser.post(form, honest, `${list}/${id}`);
    expect(titlesOn(await owner.browser.get(list))).toEqual(['private']);
  });

  test('has its files, which are downloads and do not run here', async () => {
    const customer = await signedIn();
    const { browser } = customer;
    const bytes = Buffer.from('%PDF-1.7 of a statement');
    const id = await deliver(customer, {
      attachments: [{ name: 'Auszug für März.pdf', contentType: 'application/pdf', bytes }],
    });
    expect(main(await browser.get(list))).toContain('With attachments');
    const page = main(await browser.get(`${list}/${id}`));
    const [, address = ''] = /href="([^"]+)" download/.exec(page) ?? [];
    expect(page).toContain('<bdi>Auszug für März.pdf</bdi>');
    const file = await browser.get(address);
    expect([file.status, file.text]).toEqual([200, bytes.toString()]);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Auszug f_r M_rz.pdf"; filename*=UTF-8''Auszug%20f%C3%BCr%20M%C3%A4rz.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await browser.get(`${list}/${id}/attachments/${unknownId}`)).status).toBe(404);
  });
});

describe('notification preferences', () => {
  const save = (
    browser: PageBrowser,
    fields: Readonly<Record<string, string>>,
  ): Promise<TestServerResponse> => {
    const body = new URLSearchParams({ csrf: browser.csrf(), step: 'save-preference', ...fields });
    return browser.post(body.toString(), honest, preferences);
  };
  const lineOf = (page: TestServerResponse, name: string): string =>
    new RegExp(`<strong>${name}</strong><p>(.*?)</p>`).exec(main(page))?.[1]?.replaceAll(/<[^>]+>/g, '') ??
    '';

  test('are listed with their defaults, and changed one group at a time', async () => {
    const { browser } = await signedIn();
    const before = await browser.get(preferences);
    expect(lineOf(before, 'Incoming payments')).toBe('Message to your device · from EUR\u00a0100.00');
    const form = main(await browser.get(`${preferences}?group=incoming-payment`));
    expect(form).toContain('name="medium-push" value="on" checked');
    expect(form).toContain('value="100.00"');
    const saved = await save(browser, {
      group: 'incoming-payment',
      'medium-email': 'on',
      'medium-mailbox': 'on',
      amount: '٢٥٠,٥',
      frequency: 'P1D',
    });
    expect([saved.status, saved.headers['location']]).toEqual([303, `${preferences}?said=saved`]);
    const after = await browser.get(`${preferences}?said=saved`);
    expect(main(after)).toContain('Your notifications were changed.');
    expect(lineOf(after, 'Incoming payments')).toBe(
      'E-mail · Message on these pages · from EUR\u00a0250.50 · Once a day',
    );
    await save(browser, { group: 'incoming-payment', amount: '', frequency: 'now' });
    expect(lineOf(await browser.get(preferences), 'Incoming payments')).toBe('Off');
  });

  test.each(['x', '-5', '1.000', '1e3', '10000000000000', '0.001'])(
    'the amount %j is refused, and nothing is changed',
    async (amount) => {
      const { browser } = await signedIn();
      await browser.get(`${preferences}?group=low-balance`);
      const page = await save(browser, {
        group: 'low-balance',
        'medium-mailbox': 'on',
        amount,
        frequency: 'P7D',
      });
      expect(page.status).toBe(200);
      expect(main(page)).toContain('This is not an amount we can use.');
      expect(main(page)).toContain(`value="${amount}"`);
      expect(main(page)).toContain('value="P7D" checked');
      expect(lineOf(await browser.get(preferences), 'Low balance')).toContain('below EUR\u00a0100.00');
    },
  );

  test('a way without an address is refused, and says so', async () => {
    const { browser } = await signedIn();
    await browser.get(`${preferences}?group=statement-ready`);
    const page = await save(browser, { group: 'statement-ready', 'medium-letter': 'on', frequency: 'now' });
    expect([page.status, main(page).includes('We cannot reach you in one of the ways')]).toEqual([200, true]);
    expect(lineOf(await browser.get(preferences), 'Account statements')).toBe(
      'E-mail · Message on these pages',
    );
  });

  test('messages about security stay on', async () => {
    const { browser } = await signedIn();
    const form = main(await browser.get(`${preferences}?group=security`));
    expect(form).not.toMatch(/name="(?:medium-mailbox|frequency|amount)"/);
    await save(browser, { group: 'security', frequency: 'P1M', amount: '5' });
    expect(lineOf(await browser.get(preferences), 'Security')).toBe('Message on these pages');
  });

  test('of an unknown group, or from another site, change nothing', async () => {
    const { browser } = await signedIn();
    const before = main(await browser.get(`${preferences}?group=unknown`));
    expect(before).toContain('Your notifications');
    await browser.get(`${preferences}?group=mailbox`);
    for (const fields of [
      { group: 'unknown' },
      { group: 'mailbox', account: 'DE1' },
      { step: 'notifications' },
    ])
      expect((await save(browser, fields)).headers['location']).toBe(preferences);
    const forged = await browser.post('csrf=x&step=save-preference&group=mailbox', honest, preferences);
    expect(forged.status).toBe(403);
    expect(lineOf(await browser.get(preferences), 'New messages')).toContain('Once a day');
  });
});

test('a user who is no customer has no mailbox, and sees pages without content', async () => {
  const user = await app.identity.register();
  const browser = await signInOnPages(app, user);
  expect(main(await browser.get())).not.toContain(list);
  expect(main(await browser.get(list))).toContain('There are no messages here.');
  expect(main(await browser.get(preferences))).toContain('there is nothing to choose');
});

test('the first code has the language of the page, and later ones that of the user', async () => {
  const user = await app.identity.register();
  const { authorizationVault } = app.identity.ports.authorization;
  const languagesOf = async (): Promise<readonly unknown[]> => {
    const rows = await app.identity.database.query<{ verification_id: string; sealed_text: Buffer }>(
      `select verification_id, sealed_text from "authorization".otp_verification
        where user_id = $1 order by created_at`,
      [user.userId],
    );
    return rows.map(
      (row) => authorizationVault.openText('01', row.verification_id, row.sealed_text).language,
    );
  };
  await signInOnPages(app, user, '/account/01?lang=nl');
  expect(await languagesOf()).toEqual(['nl']);
  await signInOnPages(app, user, '/account/01?lang=fr');
  expect(await languagesOf()).toEqual(['nl', 'nl']);
});

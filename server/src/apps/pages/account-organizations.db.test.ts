import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Delivery, deliverTo } from '#capabilities/correspondence/testing/mailbox-delivery.suite.ts';
import { createIdentityTestApp } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
  type TestPerson,
} from '#capabilities/identity/testing/party-test-server.suite.ts';
import { endMandate, grantMandate } from '#capabilities/party/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  honest,
  type PageBrowser,
  signInOnPages,
} from './account-test-app.suite.ts';

let app: AccountTestApp;
let parties: PartyTestServer;
/** Customers under a login block. */
const blocked = new Set<string>();
beforeAll(async () => {
  app = await createAccountTestApp(
    await createIdentityTestApp({
      poolSize: 8,
      restrictions:
        () =>
        async (_db, { customerNumbers }) =>
          new Map(
            customerNumbers
              .filter((number) => blocked.has(number))
              .map((number) => [number, new Set(['sign-in'] as const)]),
          ),
    }),
  );
  parties = await createPartyTestServer(app.identity);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const list = '/account/01/messages';
const preferences = '/account/01/notifications';
let made = 0;

async function organization(): Promise<string> {
  made += 1;
  const { body } = await parties.send('POST', '/parties/organizations', {
    'registration-profile': 'contact',
    'commercial-name': `Bakery ${made} B.V.`,
    phone: { number: `+4930901${String(20_000 + made)}` },
  });
  return String(at(body, 'id'));
}

interface SignedIn {
  readonly browser: PageBrowser;
  readonly person: TestPerson;
}

async function signedIn(): Promise<SignedIn> {
  const person = await parties.customer();
  return { person, browser: await signInOnPages(app, person) };
}

const mandate = (principal: string, { person }: SignedIn) => {
  const { party } = app.identity.ports.authorization.correspondence;
  return {
    ctx: { ...app.identity.context(), ...party },
    change: { principal, proxy: person.customerNumber, employeeId: 'e-1', reason: 'test' },
  };
};

async function represent(principal: string, user: SignedIn, scope?: readonly string[]): Promise<void> {
  const { change, ctx } = mandate(principal, user);
  await grantMandate(ctx, { ...change, terms: { scope } });
}

async function dismiss(principal: string, user: SignedIn): Promise<void> {
  const { change, ctx } = mandate(principal, user);
  await endMandate(ctx, change);
}

async function deliver(customerNumber: string, more: Omit<Delivery, 'customerNumber'> = {}): Promise<string> {
  const { correspondenceVault } = app.identity.ports.authorization.correspondence;
  const { messageId } = await deliverTo(app.identity, correspondenceVault, { customerNumber, ...more });
  return messageId;
}

const main = ({ text }: TestServerResponse): string => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
const titlesOn = (page: TestServerResponse): readonly string[] =>
  [...main(page).matchAll(/<bdi lang="de">([^<]*)<\/bdi>/g)].map(([, title = '']) => title);
const inboxOf = (number: string): string => `${list}?for=${number}`;

describe('the mailbox of an organization', () => {
  test('is offered beside the own one to those with a mandate, and counted on the account page', async () => {
    const [user, bakery] = [await signedIn(), await organization()];
    const stranger = await organization();
    expect(main(await user.browser.get(list))).not.toContain('Whose messages are shown');
    await represent(bakery, user, ['document']);
    await deliver(user.person.customerNumber, { title: 'own' });
    await deliver(bakery, { title: 'of the bakery' });
    await deliver(stranger, { title: 'of a stranger' });
    const account = main(await user.browser.get());
    expect(account).toContain(`<a href="${list}?for=${bakery}"><bdi>Bakery`);
    expect(account.match(/Unread messages: 1</g)).toHaveLength(2);
    const own = await user.browser.get(list);
    expect(titlesOn(own)).toEqual(['own']);
    expect(main(own)).toContain(`href="${list}?for=${bakery}"`);
    const theirs = await user.browser.get(inboxOf(bakery));
    expect(titlesOn(theirs)).toEqual(['of the bakery']);
    expect(main(theirs)).toMatch(new RegExp(`href="${list}\\?for=${bakery}" aria-current="page"`, 'v'));
    expect(main(theirs)).toContain(`href="${list}?for=${bakery}&amp;show=archive"`);
    expect((await user.browser.get(inboxOf(stranger))).status).toBe(404);
  });

  test('has a read state and an archive for each user', async () => {
    const [one, other, bakery] = [await signedIn(), await signedIn(), await organization()];
    await represent(bakery, one);
    await represent(bakery, other);
    const id = await deliver(bakery, { title: 'contract' });
    const shown = await one.browser.get(`${list}/${id}?for=${bakery}`);
    expect(main(shown)).toContain('For <strong><bdi>Bakery');
    expect(main(await one.browser.get(inboxOf(bakery)))).not.toContain('>Unread<');
    expect(main(await other.browser.get(inboxOf(bakery)))).toContain('>Unread<');
    await one.browser.get(`${list}/${id}?for=${bakery}`);
    const form = new URLSearchParams({ csrf: one.browser.csrf(), step: 'archive', for: bakery });
    const moved = await one.browser.post(form.toString(), honest, `${list}/${id}`);
    expect(moved.headers['location']).toBe(`${list}?for=${bakery}&said=moved`);
    expect(titlesOn(await one.browser.get(inboxOf(bakery)))).toEqual([]);
    expect(titlesOn(await one.browser.get(`${inboxOf(bakery)}&show=archive`))).toEqual(['contract']);
    expect(titlesOn(await other.browser.get(inboxOf(bakery)))).toEqual(['contract']);
  });

  test('is closed as soon as the mandate has ended, with its messages, forms and preferences', async () => {
    const [user, bakery] = [await signedIn(), await organization()];
    await represent(bakery, user);
    const id = await deliver(bakery, { title: 'secret' });
    await user.browser.get(`${list}/${id}?for=${bakery}`);
    await dismiss(bakery, user);
    const seen = [
      inboxOf(bakery),
      `${list}/${id}?for=${bakery}`,
      `${list}/${id}`,
      `${preferences}?for=${bakery}`,
    ];
    for (const path of seen) {
      const page = await user.browser.get(path);
      expect([path, page.status, page.text.includes('secret')]).toEqual([path, 404, false]);
    }
    for (const [path, step] of [
      [`${list}/${id}`, 'archive'],
      [preferences, 'save-preference'],
    ] as const) {
      const form = new URLSearchParams({ csrf: user.browser.csrf(), step, for: bakery });
      expect((await user.browser.post(form.toString(), honest, path)).status).toBe(404);
    }
    expect(main(await user.browser.get())).not.toContain('Bakery');
  });

  test('is closed under a login block of the organization, as for its own users', async () => {
    const [user, bakery] = [await signedIn(), await organization()];
    await represent(bakery, user);
    await deliver(bakery, { title: 'secret' });
    expect(titlesOn(await user.browser.get(inboxOf(bakery)))).toEqual(['secret']);
    blocked.add(bakery);
    expect((await user.browser.get(inboxOf(bakery))).status).toBe(404);
    expect((await user.browser.get(`${preferences}?for=${bakery}`)).status).toBe(404);
    expect(main(await user.browser.get())).not.toContain('Bakery');
    blocked.delete(bakery);
    expect(titlesOn(await user.browser.get(inboxOf(bakery)))).toEqual(['secret']);
  });

  test('is not that of a person who gave a mandate, and no address opens the own message in it', async () => {
    const [user, bakery] = [await signedIn(), await organization()];
    const mother = await parties.person();
    await represent(mother.customerNumber, user);
    await represent(bakery, user);
    const own = await deliver(user.person.customerNumber, { title: 'own' });
    expect((await user.browser.get(inboxOf(mother.customerNumber))).status).toBe(404);
    expect((await user.browser.get(`${list}/${own}?for=${bakery}`)).status).toBe(404);
    expect((await user.browser.get(`${list}/${own}`)).status).toBe(200);
  });

  test('has preferences of its own', async () => {
    const [user, bakery] = [await signedIn(), await organization()];
    await represent(bakery, user);
    const page = await user.browser.get(`${preferences}?for=${bakery}&group=low-balance`);
    expect(main(page)).toContain(`name="for" value="${bakery}"`);
    const form = new URLSearchParams({
      csrf: user.browser.csrf(),
      step: 'save-preference',
      for: bakery,
      group: 'low-balance',
      'medium-mailbox': 'on',
      amount: '50',
      frequency: 'now',
    });
    const saved = await user.browser.post(form.toString(), honest, preferences);
    expect(saved.headers['location']).toBe(`${preferences}?for=${bakery}&said=saved`);
    const rows = await app.identity.database.query(
      `select customer_number from correspondence.notification_preference where customer_number = any($1)`,
      [[bakery, user.person.customerNumber]],
    );
    expect(rows).toEqual([{ customer_number: bakery }]);
  });
});

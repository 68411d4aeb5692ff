import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RenderedPage } from '#platform/html/layout.ts';
import { accessViews } from '../access/sample-access.suite.ts';
import { mailboxViews } from '../mailbox/sample-mailbox.suite.ts';
import { loadBrands } from './brands.ts';
import { customerPages } from './customer-pages.ts';
import { languageTags } from './languages.ts';
import { attribute, fieldsOf, type PageElement, type ReadPage, readPage, textOf } from './read-page.suite.ts';
import { accountViews, sampleFrame, signInViews } from './sample-views.suite.ts';

const folder = new URL('../../../../branding', import.meta.url).pathname;
const pages = customerPages(await loadBrands(folder, []));
const lengthMaxBytes = 14_000;

/** Returns every view in every language, by name. */
function everyPage(): readonly (readonly [string, RenderedPage])[] {
  return languageTags.flatMap((language) => {
    const frame = sampleFrame({ language });
    const own = sampleFrame({ language, clientName: undefined, formOrigins: [] });
    return [
      ...Object.entries(signInViews).map(
        ([name, view]) => [`${language} ${name}`, pages.signIn(view, frame)] as const,
      ),
      ...Object.entries(accountViews).map(
        ([name, view]) => [`${language} ${name}`, pages.account(view, own)] as const,
      ),
      ...Object.entries(accessViews).map(
        ([name, view]) => [`${language} ${name}`, pages.access(view, own)] as const,
      ),
      ...Object.entries(mailboxViews).map(
        ([name, view]) => [`${language} ${name}`, pages.mailbox(view, own)] as const,
      ),
    ];
  });
}

const every = everyPage();

function read(name: keyof typeof signInViews, frame = sampleFrame()): ReadPage {
  const view = signInViews[name] ?? accountViews[name] ?? accessViews[name] ?? mailboxViews[name];
  if (view === undefined) throw new Error(`no view ${name}`);
  return readPage(pageOf(name, frame).html);
}

function pageOf(name: string, frame = sampleFrame()): RenderedPage {
  const signIn = signInViews[name];
  if (signIn !== undefined) return pages.signIn(signIn, frame);
  const account = accountViews[name];
  if (account !== undefined) return pages.account(account, frame);
  const access = accessViews[name];
  if (access !== undefined) return pages.access(access, frame);
  const mailbox = mailboxViews[name];
  if (mailbox === undefined) throw new Error(`no view ${name}`);
  return pages.mailbox(mailbox, frame);
}

function byId({ elements }: ReadPage, id: string): PageElement | undefined {
  return elements.find((element) => attribute(element, 'id') === id);
}

function formsBy(page: ReadPage): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(page.all('form').map((form) => [fieldsOf(form)['step'] ?? '', fieldsOf(form)]));
}

describe.each(every)('the page %s', (name, { contentSecurityPolicy, html }) => {
  const page = readPage(html);
  const ids = page.elements.flatMap((element) => attribute(element, 'id') ?? []);

  it('has one heading, a title, its language and its direction', () => {
    const [root] = page.all('html');
    const [language = ''] = name.split(' ');
    expect(page.all('h1')).toHaveLength(1);
    expect(page.all('title').map(textOf).join('')).toMatch(/\S.* – Portico Bank$/);
    expect(root && attribute(root, 'lang')).toBe(language);
    expect(root && attribute(root, 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });

  it('has unique ids and only valid references', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const pointers = page.elements.flatMap((element) =>
      ['for', 'aria-describedby', 'data-shows'].flatMap((key) => attribute(element, key)?.split(' ') ?? []),
    );
    expect(pointers.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has a label for every visible field', () => {
    const labelled = page.all('label').map((label) => attribute(label, 'for'));
    const fields = page
      .all('input')
      .filter((input) => !['hidden', 'radio'].includes(attribute(input, 'type') ?? ''))
      .filter((input) => attribute(input, 'aria-hidden') === undefined);
    expect(fields.map((input) => attribute(input, 'id')).filter((id) => !labelled.includes(id))).toEqual([]);
  });

  it('sends every form to its own address, with the token and the step', () => {
    const { action, csrf } = sampleFrame();
    for (const form of page.all('form')) {
      expect(attribute(form, 'method')).toBe('post');
      expect(attribute(form, 'action')).toBe(action);
      expect(fieldsOf(form)).toMatchObject({ csrf, step: expect.stringMatching(/^[a-z-]+$/) });
    }
  });

  it('lets the browser run and show nothing but its own', () => {
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|http:/);
    const [script] = page.all('script').map(textOf);
    const digest = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    expect(contentSecurityPolicy).toContain(`script-src 'sha256-${digest}'; connect-src 'none';`);
    const handlers = page.elements.flatMap(({ attrs }) =>
      attrs.filter((one) => /^on|^style$/.test(one.name)),
    );
    expect(handlers).toEqual([]);
  });

  it('shows the short reference, offers every language and stays small', () => {
    expect(html).toContain('<bdi dir="ltr">7f3a91c2</bdi>');
    const links = page.all('a').flatMap((link) => attribute(link, 'hreflang') ?? []);
    expect(links).toEqual(languageTags);
    expect(Buffer.byteLength(html)).toBeLessThan(lengthMaxBytes);
    expect(html).not.toMatch(/\{[a-z]+\}|undefined|\[object/);
  });

  it('shows an error in its title, and opens with the focus where the user goes on', () => {
    const isFaulty = byId(page, 'fault') !== undefined;
    const title = page.all('title').map(textOf).join('');
    expect(/^(?:Error|Fehler|Fout|Erreur\u00a0|خطأ):/.test(title)).toBe(isFaulty);
    const wrong = page.all('input').filter((input) => attribute(input, 'aria-invalid') === 'true');
    const focused = page.elements.filter((element) => attribute(element, 'autofocus') !== undefined);
    expect(focused.length).toBeLessThanOrEqual(1);
    // A page for typing opens in its first field, unless a notice or a choice comes first.
    const [first] = page
      .all('input')
      .filter((input) => attribute(input, 'type') !== 'hidden')
      .filter((input) => attribute(input, 'tabindex') === undefined);
    const isTyped = ['text', 'password'].includes((first && attribute(first, 'type')) ?? '');
    const field = isTyped ? first : undefined;
    const expected = wrong.length > 0 ? wrong[0] : isFaulty ? undefined : (field ?? focused[0]);
    expect(focused[0]).toBe(expected);
    for (const input of wrong) expect(attribute(input, 'aria-describedby')?.split(' ')).toContain('fault');
  });
});

describe('the fields of forms', () => {
  it.each([
    ['identify', ['identify', 'passkey', 'forgot-password', 'forgot-username', 'cancel']],
    ['password', ['password', 'other-user', 'forgot-password', 'cancel']],
    ['method', ['method', 'cancel']],
    ['code-sms', ['code', 'resend', 'method', 'cancel']],
    ['code-sms-again', ['code', 'method', 'cancel']],
    ['passkey', ['passkey', 'method', 'cancel']],
    ['consent', ['agree', 'cancel']],
    ['locked', ['cancel', 'other-user']],
    ['no-factor', ['cancel', 'other-user']],
    ['busy', ['again', 'cancel']],
    ['throttled', ['again', 'cancel']],
    ['throttled-number', ['again', 'cancel']],
    ['method-only-one', ['method', 'cancel']],
    ['code-sms-not-sent', ['code', 'resend', 'method', 'cancel']],
    ['forgot-password', ['send-reset', 'other-user', 'cancel']],
    ['forgot-username', ['send-username', 'other-user', 'cancel']],
    ['temporary-password', ['temporary-password', 'other-user', 'cancel']],
    ['new-password', ['new-password', 'cancel']],
    ['overview', ['remove-passkey', 'add-passkey', 'remove-browser', 'sign-out-elsewhere', 'sign-out']],
    ['overview-empty', ['add-passkey', 'sign-out']],
    ['overview-logins', ['add-passkey', 'unlink-login', 'link-login', 'sign-out']],
    ['link-login', ['overview']],
    ['unlink-login', ['confirm-unlink-login', 'overview']],
    ['add-passkey', ['save-passkey', 'overview']],
    ['remove-passkey', ['confirm-remove-passkey', 'overview']],
    ['remove-browser', ['confirm-remove-browser', 'overview']],
    ['change-password', ['save-password', 'overview']],
    ['change-email', ['send-contact-code', 'overview']],
    ['confirm-email', ['confirm-contact', 'overview']],
    ['choose-picture', ['save-picture', 'overview']],
    ['sign-in-again', ['sign-in-again', 'overview']],
    ['signed-out', []],
    ['messages', []],
    ['message', ['archive']],
    ['message-rich', []],
    ['notifications', []],
    ['preference', ['save-preference', 'notifications']],
    ['access-list', []],
    ['access-detail', ['withdraw']],
    ['access-detail-withdrawn', ['re-establish']],
    ['access-withdraw', ['confirm-withdraw', 'detail']],
    ['access-re-establish', ['confirm-re-establish', 'detail']],
    ['access-unknown', []],
  ])('on %s is %j', (name, steps) => {
    expect(Object.keys(formsBy(read(name)))).toEqual(steps);
  });

  it.each([
    ['identify', 'identify', ['username']],
    ['identify', 'passkey', ['passkey']],
    ['password', 'password', ['password']],
    ['method', 'method', ['factor']],
    ['code-totp', 'code', ['code']],
    ['code-sms', 'method', ['factor']],
    ['passkey', 'passkey', ['passkey']],
    ['forgot-password', 'send-reset', ['username']],
    ['forgot-username', 'send-username', ['contact']],
    ['temporary-password', 'temporary-password', ['temporary-password']],
    ['new-password', 'new-password', ['new-password', 'repeat-password']],
    ['overview', 'remove-passkey', ['passkey-id']],
    ['overview', 'remove-browser', ['browser-id']],
    ['remove-browser', 'confirm-remove-browser', ['browser-id']],
    ['change-password', 'save-password', ['current-password', 'new-password', 'repeat-password']],
    ['change-email', 'send-contact-code', ['contact', 'value']],
    ['confirm-email', 'confirm-contact', ['contact', 'code']],
    ['choose-picture', 'save-picture', ['picture']],
    ['add-passkey', 'save-passkey', ['passkey', 'name']],
    ['remove-passkey', 'confirm-remove-passkey', ['passkey-id']],
  ])('on %s by %s has %j', (name, step, names) => {
    expect(Object.keys(formsBy(read(name))[step] ?? {})).toEqual(['csrf', 'step', ...names]);
  });

  it('can be left without a client too: for the start, or for the bank’s own page', () => {
    const frame = sampleFrame({ clientName: undefined });
    for (const name of ['password', 'method', 'code-sms', 'code-totp', 'passkey', 'new-password', 'busy'])
      expect(formsBy(read(name, frame))).toHaveProperty('cancel');
    for (const name of ['forgot-password', 'forgot-username', 'temporary-password', 'locked', 'no-factor'])
      expect(formsBy(read(name, frame))).toHaveProperty('other-user');
    expect(formsBy(read('identify', frame))).not.toHaveProperty('cancel');
  });

  it('end a sign-in that has no codes left, with or without a client', () => {
    const frame = sampleFrame({ clientName: undefined });
    expect(Object.keys(formsBy(read('throttled-sign-in', frame)))).toEqual(['cancel']);
    expect(Object.keys(formsBy(read('throttled-sign-in')))).toEqual(['cancel']);
  });
});

describe('browser hints', () => {
  it.each([
    ['identify', 'username', 'username webauthn'],
    ['password', 'password', 'current-password'],
    ['code-sms', 'code', 'one-time-code'],
    ['forgot-password', 'username', 'username'],
    ['new-password', 'new-password', 'new-password'],
    ['new-password', 'repeat-password', 'new-password'],
  ])('on %s declare %s as %s', (name, id, autocomplete) => {
    const input = byId(read(name), id);
    expect(input && attribute(input, 'autocomplete')).toBe(autocomplete);
  });

  it('show a numeric keyboard for a code, and accept pasted text', () => {
    const input = byId(read('code-sms'), 'code');
    expect(input && attribute(input, 'inputmode')).toBe('numeric');
    expect(input && attribute(input, 'pattern')).toBeUndefined();
  });

  it.each(['password', 'new-password'])('tell password managers on %s the username', (name) => {
    const [input] = read(name)
      .all('input')
      .filter((one) => attribute(one, 'autocomplete') === 'username');
    expect(input && attribute(input, 'value')).toBe('anna');
  });

  it('hide what needs script until there is script, and say so in text', () => {
    for (const name of ['identify', 'passkey', 'add-passkey']) {
      const page = read(name);
      const [form] = page.all('form').filter((one) => attribute(one, 'data-passkey') !== undefined);
      expect(form && attribute(form, 'hidden')).toBe('');
    }
    expect(
      read('passkey')
        .all('p')
        .some((one) => attribute(one, 'data-no-passkey') !== undefined),
    ).toBe(true);
  });
});

describe('external texts', () => {
  const hostile = '"><script>alert(1)</script><b onclick=x>\'`';

  it.each([...Object.keys(signInViews), ...Object.keys(accountViews), ...Object.keys(accessViews)])(
    'are escaped on %s',
    (name) => {
      const clean = read(name);
      const frame = sampleFrame({
        clientName: hostile,
        bankName: hostile,
        requestId: hostile,
        csrf: hostile,
      });
      const dirty = read(name, frame);
      expect(dirty.all('script')).toHaveLength(clean.all('script').length);
      expect(dirty.all('b')).toEqual([]);
      expect(dirty.all('h1')).toHaveLength(1);
    },
  );

  it('are escaped as a username, a passkey’s name, a scope and options', () => {
    const views = [
      {
        kind: 'identify',
        username: hostile,
        error: undefined,
        notice: undefined,
        passkeyOptions: hostile,
        providers: [{ provider: hostile, name: hostile }],
      },
      {
        kind: 'consent',
        scopes: [hostile, '__proto__', 'constructor'],
        username: hostile,
        organization: hostile,
      },
      { kind: 'new-password', errors: [], lengthMin: 15, username: hostile },
      { kind: 'linked-login', providerName: hostile, address: `https://provider.test/${hostile}` },
    ] as const;
    for (const view of views) {
      const page = readPage(pages.signIn(view, sampleFrame()).html);
      expect(page.all('script')).toHaveLength(1);
      expect(page.all('b')).toEqual([]);
    }
    const [identify] = views;
    const input = byId(readPage(pages.signIn(identify, sampleFrame()).html), 'username');
    expect(input && attribute(input, 'value')).toBe(hostile);
  });
});

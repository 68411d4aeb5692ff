import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { languageTags } from '../customer/languages.ts';
import { attribute, type PageElement, readPage, textOf } from '../customer/read-page.suite.ts';
import { renderUnknownLink } from './approval-pages.ts';
import { main, pageOf, read, requestsOn } from './read-approval.suite.ts';
import { sampleFrame, sampleSetting, sampleViews } from './sample-approvals.suite.ts';

const reviewMaxBytes = 10_752;

const every = languageTags.flatMap((language) =>
  Object.keys(sampleViews).map((name) => [`${language} ${name}`, language, name] as const),
);

describe.each(every)('the page %s', (_, language, name) => {
  const { contentSecurityPolicy, html } = pageOf(sampleViews[name], language);
  const page = readPage(html);
  const ids = page.elements.flatMap((element) => attribute(element, 'id') ?? []);

  it('has one heading, a title, its language and its direction', () => {
    const [root] = page.all('html');
    expect(page.all('h1')).toHaveLength(1);
    expect(page.all('title').map(textOf).join('')).toMatch(/\S.* – Portico Bank$/);
    expect(root && attribute(root, 'lang')).toBe(language);
    expect(root && attribute(root, 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });

  it('has unique ids, valid references and no gap in its texts', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const pointers = page.elements.flatMap((element) =>
      ['for', 'form', 'aria-describedby', 'data-shows'].flatMap(
        (key) => attribute(element, key)?.split(' ') ?? [],
      ),
    );
    expect(pointers.filter((id) => !ids.includes(id))).toEqual([]);
    expect(textOf(main(page)) + page.all('title').map(textOf).join('')).not.toMatch(
      /\{[a-z]+\}|undefined|NaN|\[object/,
    );
  });

  it('has a label for every control', () => {
    const labelled = page.all('label').map((label) => attribute(label, 'for'));
    const open = page
      .all('input')
      .filter(
        (input) => attribute(input, 'type') !== 'hidden' && attribute(input, 'aria-hidden') === undefined,
      )
      .filter((input) => !labelled.includes(attribute(input, 'id')))
      .filter(
        ({ parentNode }) =>
          parentNode === null || !('tagName' in parentNode) || parentNode.tagName !== 'label',
      );
    expect(open).toEqual([]);
    expect(page.all('button').filter((one) => textOf(one).trim() === '')).toEqual([]);
  });

  it('sends every form to its own address with the token, by one name', () => {
    const { action, csrf } = sampleFrame();
    for (const form of page.all('form')) {
      expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', action]);
      const inputs = form.childNodes.filter(
        (node): node is PageElement => 'tagName' in node && node.tagName === 'input',
      );
      const token = inputs.find((input) => attribute(input, 'name') === 'csrf');
      expect(token && attribute(token, 'value')).toBe(csrf);
    }
    const submits = page.all('button').filter((one) => attribute(one, 'type') !== 'button');
    // A passkey is sent by the script, which presses no button.
    const unnamed = submits.filter((one) => attribute(one, 'name') !== 'do');
    expect(unnamed).toHaveLength(name.startsWith('passkey') ? 1 : 0);
  });

  it('lets the browser run its own script only, which asks for nothing but the status', () => {
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|http:/);
    expect(contentSecurityPolicy).toContain("form-action 'self' https://pay.acme.example;");
    const [script = ''] = page.all('script').map(textOf);
    const connect = name.startsWith('device') ? "'self'" : "'none'";
    expect(contentSecurityPolicy).toContain(
      `script-src 'sha256-${hash('sha256', script, 'base64')}'; connect-src ${connect};`,
    );
    expect(page.elements.flatMap(({ attrs }) => attrs.filter((one) => /^on|^style$/.test(one.name)))).toEqual(
      [],
    );
  });

  it('shows the reference, offers every language and says an error in its title', () => {
    expect(html).toContain('<bdi dir="ltr">7f3a91c2</bdi>');
    expect(page.all('a').flatMap((link) => attribute(link, 'hreflang') ?? [])).toEqual(languageTags);
    const title = page.all('title').map(textOf).join('');
    expect(/^(?:Error|Fehler|Fout|Erreur\u00a0|خطأ):/.test(title)).toBe(ids.includes('fault'));
    const wrong = page.all('input').filter((input) => attribute(input, 'aria-invalid') === 'true');
    const focused = page.elements.filter((element) => attribute(element, 'autofocus') !== undefined);
    expect(focused).toEqual(wrong);
  });
});

describe('the requests of a page', () => {
  it.each([
    ['identify', ['identify', 'cancel', 'extend']],
    ['password', ['password', 'cancel', 'other-name', 'extend']],
    ['password-missing', ['password', 'cancel', 'extend']],
    ['accounts-one', ['accounts', 'cancel', 'extend']],
    ['accounts-several', ['accounts', 'cancel', 'extend']],
    ['method', ['method', 'cancel', 'extend']],
    ['review-payment', ['code', 'resend', 'other-method', 'cancel', 'extend']],
    ['review-plain', ['code', 'cancel', 'extend']],
    ['reader', ['code', 'other-method', 'cancel', 'extend']],
    ['passkey', ['other-method', 'cancel', 'extend', 'passkey']],
    ['device', ['refresh', 'resend', 'other-method', 'cancel', 'extend']],
    ['device-unnamed', ['refresh', 'cancel', 'extend']],
    ['more-signatures', []],
    ['done', []],
    ['ended-timed-out', []],
    ['unknown-link', []],
  ])('on %s are %j', (name, requests) => {
    const shown = requestsOn(read(name));
    // The warning repeats the offer of more time.
    expect(shown.filter((one, index) => one !== 'extend' || shown.lastIndexOf(one) === index)).toEqual(
      requests,
    );
  });

  it('offer no more time if there is none', () => {
    expect(requestsOn(read('review-payment', 'en', { canExtend: false }))).not.toContain('extend');
  });

  it('are real choices', () => {
    const radios = read('method')
      .all('input')
      .filter((input) => attribute(input, 'type') === 'radio');
    expect(radios.map((input) => attribute(input, 'value'))).toEqual(['m-1', 'm-2', 'm-3', 'm-4']);
    expect(radios.flatMap((input) => attribute(input, 'checked') ?? [])).toHaveLength(1);
    const boxes = read('accounts-several')
      .all('input')
      .filter((input) => attribute(input, 'type') === 'checkbox');
    expect(boxes.map((input) => attribute(input, 'disabled') !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('name a device and a passkey as the customer does', () => {
    const text = textOf(main(read('method')));
    for (const name of ['App on Pixel 8', 'Text to •••67', 'Card reader', 'Passkey on Work laptop'])
      expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(name);
  });

  it('let a phone fill in the code, and accept what is pasted', () => {
    const code = read('review-payment')
      .all('input')
      .find((input) => attribute(input, 'id') === 'code');
    expect(
      code && [attribute(code, 'inputmode'), attribute(code, 'autocomplete'), attribute(code, 'pattern')],
    ).toEqual(['numeric', 'one-time-code', undefined]);
  });
});

describe('the size of a page', () => {
  it.each(languageTags)('with a payment and a code is below 10.5 kB in %s', (language) => {
    expect(Buffer.byteLength(pageOf(sampleViews['review-payment'], language).html)).toBeLessThan(
      reviewMaxBytes,
    );
  });
});

describe('the page of an unknown link', () => {
  it('knows no third party and has no form', () => {
    const { html } = renderUnknownLink({ action: '/sca/x', reference: '7f3a91c2' }, sampleSetting());
    expect(readPage(html).all('form')).toEqual([]);
    expect(html).not.toContain('Acme');
  });
});

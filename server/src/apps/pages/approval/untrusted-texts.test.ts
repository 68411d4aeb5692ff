import { describe, expect, it } from 'vitest';
import type { ApprovalView } from '#capabilities/sca/index.ts';
import { pageLanguages } from '../customer/languages.ts';
import { attribute, type ReadPage, readPage, textOf } from '../customer/read-page.suite.ts';
import { main, pageOf, read } from './read-approval.suite.ts';
import { sampleViews } from './sample-approvals.suite.ts';

describe('the way back', () => {
  function linkOf(returnUrl: string | undefined): string | undefined {
    const page = readPage(pageOf({ kind: 'done', returnUrl }).html);
    const [link] = page.all('a').filter((one) => attribute(one, 'class') === 'action wide');
    return link && attribute(link, 'href');
  }

  it.each(['https://pay.acme.example/back?state=1&x=2', 'acmepay://back', 'http://localhost:3000/cb'])(
    'to %s is a link',
    (url) => {
      expect(linkOf(url)).toBe(url);
    },
  );

  it.each([
    undefined,
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('to %j is none', (url) => {
    expect(linkOf(url)).toBeUndefined();
  });
});

describe('a host that is not of the third party', () => {
  function shown(host: string, language = 'en') {
    const url = `https://${host}/back`;
    const page = readPage(pageOf({ kind: 'done', returnUrl: url, foreignHost: host }, language).html);
    const [section] = page.all('section').filter((one) => attribute(one, 'class') === 'host');
    const [link] = page.all('a').filter((one) => attribute(one, 'class') === 'second wide');
    const [isolated] = page.all('bdi').filter((one) => attribute(one, 'dir') === 'ltr');
    const [strong] = page.all('strong');
    return {
      text: textOf(main(page)),
      hasSection: section !== undefined,
      host: isolated && textOf(isolated),
      domain: strong && textOf(strong),
      href: link && attribute(link, 'href'),
    };
  }

  it.each([
    ['pay.acme.example.evil.co.uk', 'evil.co.uk'],
    ['acme.github.io', 'acme.github.io'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['intranet', 'intranet'],
  ])('is shown in full: %s, of which %s stands out', (host, domain) => {
    const { text, ...page } = shown(host);
    expect(page).toEqual({ hasSection: true, host, domain, href: `https://${host}/back` });
    expect(text).not.toContain('We are taking you back');
  });

  it.each(pageLanguages.map(({ tag }) => tag))('is shown from left to right in %s', (tag) => {
    expect(shown('pay.evil.co.uk', tag)).toMatchObject({ host: 'pay.evil.co.uk', domain: 'evil.co.uk' });
  });
});

describe('texts from outside', () => {
  const namesLengthMax = 1_500;
  const hostile = [
    '"><script>alert(1)</script><b onclick=x>\'`',
    '\u202e\u2066\u2069</bdi>evil\u2069',
    'A'.repeat(10_000),
    'Acme\r\n\r\n<h1>Portico Bank</h1>\u2028line',
    '${x} {amount} {party}',
  ];

  it.each(hostile)('such as %j change nothing but their own text', (text) => {
    for (const [name, view] of Object.entries(sampleViews)) {
      const clean = readPage(pageOf(view).html);
      const changed = hostileView(view, text);
      const dirty = readPage(pageOf(changed, 'en', { thirdPartyName: text, csrf: text }).html);
      const tags = (page: ReadPage): string => page.elements.map(({ tagName }) => tagName).join();
      expect([name, tags(dirty)]).toEqual([name, tags(clean)]);
      expect(textOf(main(dirty))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      // A name has a length limit, and a page shows it a few times.
      expect(textOf(main(dirty)).length).toBeLessThan(textOf(main(clean)).length + namesLengthMax);
    }
  });

  it('that nobody can see are replaced', () => {
    expect(textOf(main(read('identify', 'en', { thirdPartyName: '\u202e\u200b' })))).toContain(
      '(no name) asks you',
    );
  });

  /** Puts a text into every name of a view. */
  function hostileView(view: ApprovalView, text: string): ApprovalView {
    if (view.kind === 'review' && view.order.kind === 'payment')
      return {
        ...view,
        order: { ...view.order, transfer: { ...view.order.transfer, creditorName: text, remittance: text } },
        accountNames: (view.accountNames ?? []).map((account) => ({ ...account, name: text })),
      };
    if (view.kind === 'accounts')
      return { ...view, accounts: view.accounts.map((account) => ({ ...account, name: text, id: text })) };
    if (view.kind === 'more-signatures') return { ...view, names: view.names.map(() => text) };
    if (view.kind === 'password') return { ...view, name: text };
    return view;
  }
});

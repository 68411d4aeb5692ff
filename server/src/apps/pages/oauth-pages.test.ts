import { describe, expect, it } from 'vitest';
import { signInTroubles as signInFailureReasons } from '#capabilities/oauth/index.ts';
import { languageTags } from './customer/languages.ts';
import { oauthPages, oauthTexts } from './oauth-pages.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const hostile = '"><script>alert(1)</script>';

describe('the page for a failed sign-in', () => {
  it.each(signInFailureReasons)('says what happened, what to do and how to refer to it: %s', (reason) => {
    const { contentSecurityPolicy, html } = oauthPages.signInFailure({
      reason,
      requestId,
      tryAgainAt: undefined,
    });
    expect(html).toMatch(/<h1>[^<]{10,}<\/h1>/);
    expect(html.match(/<p>[^<]{10,}<\/p>/g)?.length).toBeGreaterThanOrEqual(2);
    expect(html).toContain(`<code dir="ltr">${requestId}</code>`);
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).not.toMatch(/<script|<a /);
    expect(contentSecurityPolicy).toContain("default-src 'none'");
  });

  it('has its own text for every reason', () => {
    const titles = signInFailureReasons.map(
      (reason) =>
        /<title>(.*)<\/title>/.exec(
          oauthPages.signInFailure({ reason, requestId, tryAgainAt: undefined }).html,
        )?.[1],
    );
    expect(new Set(titles).size).toBe(signInFailureReasons.length);
  });

  it('links back into the sign-in while it is open', () => {
    const { html } = oauthPages.signInFailure({
      reason: 'staff-provider-away',
      requestId,
      tryAgainAt: '/oauth/01/interaction/abc',
    });
    expect(html).toContain('<a class="action" href="/oauth/01/interaction/abc">Try again</a>');
  });

  it('escapes the reference', () => {
    const { html } = oauthPages.signInFailure({
      reason: 'sign-in-over',
      requestId: hostile,
      tryAgainAt: hostile,
    });
    expect(html).not.toContain('<script');
  });
});

describe('the page for an invalid link', () => {
  it('shows plain text first, and details for developers below', () => {
    const { html } = oauthPages.failure({
      error: 'invalid_request',
      description: 'no such client',
      requestId,
    });
    expect(html).toContain('<h1>This link does not work</h1>');
    expect(html).toMatch(/<details>.*invalid_request.*no such client.*<\/details>/);
    expect(html).toContain(requestId);
  });

  it('says when the failure is ours', () => {
    const { html } = oauthPages.failure({ error: 'server_error', description: '', requestId });
    expect(html).toContain('<h1>Something failed on our side</h1>');
  });

  it('escapes external texts', () => {
    for (const error of [hostile, 'constructor', '__proto__']) {
      const { html } = oauthPages.failure({ error, description: hostile, requestId });
      expect(html).toContain('<h1>This link does not work</h1>');
      expect(html).not.toContain('<script');
    }
  });
});

describe('the pages for signing out', () => {
  const form = '<form id="op.logoutForm" method="post" action="/x"><input type="hidden" name="xsrf"/></form>';

  it('ask once, with the server’s own form, and allow it to redirect to the client', () => {
    const { contentSecurityPolicy, html } = oauthPages.signOut({
      form,
      formId: 'op.logoutForm',
      returnOrigin: 'https://app.test',
    });
    expect(html).toContain(form);
    expect(html).toContain('<button class="action" form="op.logoutForm" name="logout" value="yes">');
    expect(contentSecurityPolicy).toContain("form-action 'self' https://app.test;");
  });

  it('allow no redirect without a client', () => {
    const { contentSecurityPolicy } = oauthPages.signOut({ form, formId: 'f', returnOrigin: undefined });
    expect(contentSecurityPolicy).toContain("form-action 'self';");
  });

  it('confirm it', () => {
    expect(oauthPages.signedOut().html).toContain('<h1>You are signed out</h1>');
  });
});

describe('the pages in other languages', () => {
  const titleOf = (html: string): string => /<h1>(.*)<\/h1>/.exec(html)?.[1] ?? '';

  it('exist in every language of the customer pages', () => {
    expect(Object.keys(oauthTexts).toSorted()).toEqual([...languageTags].toSorted());
  });

  it.each(languageTags)('say the same in their own language: %s', (language) => {
    const { html } = oauthPages.signedOut({ languages: [language] });
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    const others = languageTags.filter((tag) => tag !== language);
    const facts = { requestId, tryAgainAt: '/x', reason: 'internal-error' } as const;
    for (const other of others) {
      expect(titleOf(oauthPages.signInFailure({ ...facts, languages: [language] }).html)).not.toBe(
        titleOf(oauthPages.signInFailure({ ...facts, languages: [other] }).html),
      );
    }
  });

  it.each(languageTags)('have the same shape, and no sentence that stayed English: %s', (language) => {
    const leaves = (value: unknown, path = ''): readonly (readonly [string, string])[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`))
        : [[path, String(value)]];
    const english = leaves(oauthTexts['en']);
    const own = leaves(oauthTexts[language]);
    expect(own.map(([path]) => path)).toEqual(english.map(([path]) => path));
    const same = own.filter(([, text], index) => text === english[index]?.[1]);
    expect(same.length).toBe(language === 'en' ? english.length : 0);
  });

  it('are English for an unknown language', () => {
    expect(oauthPages.signedOut({ languages: ['xx'] }).html).toContain('<html lang="en"');
  });
});

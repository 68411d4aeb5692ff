import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { plainTokens } from './brand-tokens.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';

const page = renderPage({ language: 'en', title: 'A <title>', body: html`<h1>Hello</h1>` });

describe('a page', () => {
  it('has its language, its title and its viewport', () => {
    expect(page.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(page.html).toContain('<title>A &lt;title&gt;</title>');
    expect(page.html).toContain('width=device-width');
  });

  it('allows its own style by its hash, and nothing else', () => {
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.html) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page.contentSecurityPolicy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(page.html).not.toMatch(/<script|style="|\son\w+=|url\(|@import/);
  });

  it('lets a form redirect to the configured origins', () => {
    const { contentSecurityPolicy } = renderPage({
      language: 'en',
      title: 'x',
      body: html``,
      formOrigins: ['https://app.test'],
    });
    expect(contentSecurityPolicy).toContain("form-action 'self' https://app.test;");
  });

  it('is right-to-left if its language is', () => {
    const { html: text } = renderPage({ language: 'ar', direction: 'rtl', title: 'x', body: html`` });
    expect(text).toContain('<html lang="ar" dir="rtl">');
  });

  it('runs its own script by its hash, which may connect to no host', () => {
    const rendered = renderPage({ language: 'en', title: 'x', body: html``, script: 'let one = 1 < 2;' });
    const digest = createHash('sha256').update('let one = 1 < 2;').digest('base64');
    expect(rendered.html).toContain('<script type="module">let one = 1 < 2;</script>');
    expect(rendered.contentSecurityPolicy).toContain(`script-src 'sha256-${digest}'; connect-src 'none';`);
  });

  it('lets its script request only the configured sources', () => {
    const rendered = renderPage({
      language: 'en',
      title: 'x',
      body: html``,
      script: 'let one;',
      connectSources: ["'self'"],
    });
    expect(rendered.contentSecurityPolicy).toContain("connect-src 'self';");
  });

  it('shows images only from the configured sources', () => {
    const rendered = renderPage({
      language: 'en',
      title: 'x',
      body: html``,
      imageSources: ["'self'", 'data:'],
    });
    expect(rendered.contentSecurityPolicy).toContain("img-src 'self' data:;");
    expect(page.contentSecurityPolicy).toContain('img-src data:;');
  });

  it('uses the colours of a bank, and allows the resulting style', () => {
    const brand = { ...plainTokens, light: { ...plainTokens.light, accent: '#123456' } };
    const rendered = renderPage({ language: 'en', title: 'x', body: html``, brand, style: '.x{color:red}' });
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(rendered.html) ?? [];
    expect(style).toContain('--accent:#123456;');
    expect(style).toContain('.x{color:red}');
    const digest = createHash('sha256').update(style).digest('base64');
    expect(rendered.contentSecurityPolicy).toContain(`style-src 'sha256-${digest}';`);
  });

  it('has an icon in the colour of the bank, which is not requested from a server', () => {
    const [, href = ''] = /<link rel="icon" href="([^"]+)">/.exec(page.html) ?? [];
    expect(href).toMatch(/^data:image\/svg\+xml,/);
    expect(decodeURIComponent(href)).toContain(`fill='${plainTokens.light.accent}'`);
  });

  it('uses no left or right, so that both directions work', () => {
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.html) ?? [];
    expect(style).not.toMatch(/\b(?:left|right|margin-top|margin-bottom|padding-top|padding-bottom)\b/);
  });
});

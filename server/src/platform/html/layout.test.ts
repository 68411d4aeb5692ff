import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';
import { renderPage } from './layout.ts';

const page = renderPage({ language: 'en', title: 'A <title>', body: html`<h1>Hello</h1>` });

describe('a page', () => {
  it('says its language, its title and how wide it is', () => {
    expect(page.html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page.html).toContain('<title>A &lt;title&gt;</title>');
    expect(page.html).toContain('width=device-width');
  });

  it('allows its own style by what it says, and nothing else', () => {
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.html) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page.contentSecurityPolicy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(page.html).not.toMatch(/<script|style="|\son\w+=|url\(|@import/);
  });

  it('lets a form lead on to where the browser is sent afterwards', () => {
    const { contentSecurityPolicy } = renderPage({
      language: 'en',
      title: 'x',
      body: html``,
      formOrigins: ['https://app.test'],
    });
    expect(contentSecurityPolicy).toContain("form-action 'self' https://app.test;");
  });
});

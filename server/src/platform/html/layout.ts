import { hash } from 'node:crypto';
import { type BrandTokens, plainTokens, tokenStyle } from './brand-tokens.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { pageStyle } from './page-style.ts';

/** A whole page, and what a browser may do with it. */
export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type Direction = 'ltr' | 'rtl';

export interface Layout {
  readonly language: string;
  readonly title: string;
  readonly body: Html;
  /** Where a form may lead in the end: browsers ask about every redirect behind it too. */
  readonly formOrigins?: readonly string[];
  readonly direction?: Direction;
  /** The bank's colours; plain ones otherwise. */
  readonly brand?: BrandTokens;
  /** Style for what only this page has. */
  readonly style?: string;
  /** What stands above and below the matter of the page. */
  readonly header?: Html;
  readonly footer?: Html;
  /** A script of our own, which only makes better what works without it. */
  readonly script?: string;
  /** Where pictures come from, as the policy spells it: `'self'`, `data:`. */
  readonly imageSources?: readonly string[];
}

/** Puts a page together. Nothing runs in it but our own script, nothing else is fetched, and nobody can frame it. */
export function renderPage(layout: Layout): RenderedPage {
  const { body, brand = plainTokens, direction = 'ltr', footer, header, language, script, title } = layout;
  const style = [tokenStyle(brand), pageStyle, layout.style].join('\n').trim();
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trustedHtml(style)}</style>
${script === undefined ? undefined : html`<script type="module">${trustedHtml(script)}</script>\n`}</head>
<body>
${header === undefined ? undefined : html`<header>\n${header}\n</header>\n`}<main>
${body}
</main>
${footer === undefined ? undefined : html`<footer>\n${footer}\n</footer>\n`}</body>
</html>
`;
  return { html: page.toString(), contentSecurityPolicy: policyFor(layout, style) };
}

function policyFor({ formOrigins = [], imageSources = [], script }: Layout, style: string): string {
  return [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'none'"]),
    ...(imageSources.length === 0 ? [] : [`img-src ${imageSources.join(' ')}`]),
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Allows exactly this text, and no other in its place. */
function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

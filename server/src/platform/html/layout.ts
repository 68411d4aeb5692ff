import { hash } from 'node:crypto';
import { type BrandTokens, plainTokens, tokenStyle } from './brand-tokens.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { pageStyle } from './page-style.ts';

/** A whole page with its content security policy. */
export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type Direction = 'ltr' | 'rtl';

export interface Layout {
  readonly language: string;
  readonly title: string;
  readonly body: Html;
  /** Origins a form may redirect to: browsers check every redirect after the form too. */
  readonly formOrigins?: readonly string[];
  readonly direction?: Direction;
  /** The bank's colours; plain ones by default. */
  readonly brand?: BrandTokens;
  /** Style for this page only. */
  readonly style?: string;
  /** Rendered above and below the main content. */
  readonly header?: Html;
  readonly footer?: Html;
  /** A script of our own; the page works without it. */
  readonly script?: string;
  /** Sources of images, in the form of the policy: `'self'`, `data:`. */
  readonly imageSources?: readonly string[];
  /** Sources that the script may request, in the form of the policy; none by default. */
  readonly connectSources?: readonly string[];
}

/** Renders a page. Only our own script runs in it, nothing else is fetched, and no site can frame it. */
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
${iconOf(brand)}
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

/**
 * A portico in the bank's colour; browsers request `/favicon.ico` on every visit of a page without an icon. The colour is
 * validated when the brand is loaded.
 */
function iconOf({ light: { accent } }: BrandTokens): Html {
  const shape = 'M4 0 8 3H0zM1 4h1v3H1zm2.5 0h1v3h-1zM6 4h1v3H6z';
  const svg = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23${accent.slice(1)}' d='${shape}'/%3E%3C/svg%3E`;
  return trustedHtml(`<link rel="icon" href="data:image/svg+xml,${svg}">`);
}

function policyFor(layout: Layout, style: string): string {
  const { connectSources = [], formOrigins = [], imageSources = [], script } = layout;
  const connect = connectSources.length === 0 ? "'none'" : connectSources.join(' ');
  return [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, `connect-src ${connect}`]),
    // The icon of the page is part of it.
    `img-src ${[...new Set([...imageSources, 'data:'])].join(' ')}`,
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Allows exactly this text by its hash. */
function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

import { hash } from 'node:crypto';
import { type Html, html, trustedHtml } from './html.ts';

/** A whole page, and what a browser may do with it. */
export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface Layout {
  readonly language: string;
  readonly title: string;
  readonly body: Html;
  /** Where a form may lead in the end: browsers ask about every redirect behind it too. */
  readonly formOrigins?: readonly string[];
}

/** One column, large enough to read, in the colours the person has chosen for everything else. */
const style = `
:root { color-scheme: light dark; --ink: #1a1d21; --quiet: #545b64; --paper: #ffffff; --ground: #eef0f3;
  --line: #d5d9df; --accent: #0b5cad; --accent-ink: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --quiet: #a9b1bb; --paper: #1d2126; --ground: #121519; --line: #363c44;
    --accent: #7cb8ff; --accent-ink: #08131f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 1rem; display: grid; place-items: center; background: var(--ground);
  color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 34rem; padding: clamp(1.25rem, 6vw, 2.5rem); background: var(--paper);
  border: 1px solid var(--line); border-top: .25rem solid var(--accent); border-radius: .5rem; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.action { display: inline-block; min-height: 2.75rem; padding: .625rem 1.25rem; border: 0; border-radius: .375rem;
  background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; text-decoration: none;
  cursor: pointer; }
.action:hover { text-decoration: underline; }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .1875rem; }
details { margin: 0 0 1rem; color: var(--quiet); font-size: .9375rem; }
summary { cursor: pointer; padding: .5rem 0; }
footer { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet);
  font-size: .875rem; }
footer p { margin: 0; }
footer code { display: block; }
code { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; }
@media (forced-colors: active) { .action { border: 1px solid ButtonText; } }
`;

const styleHash = hash('sha256', style, 'base64');

/** Puts a page together. Nothing in it runs, nothing is fetched, and nobody can put a frame around it. */
export function renderPage({ body, formOrigins = [], language, title }: Layout): RenderedPage {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return { html: page.toString(), contentSecurityPolicy: policyFor(formOrigins) };
}

function policyFor(formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Page } from '../ports/pages.ts';

/**
 * Default policy of all pages. The library has pages that submit a form by script; it adds the script's hash to an
 * existing `script-src`.
 */
const strictPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src";

export function guardPage(ctx: { set(name: string, value: string): void }): void {
  ctx.set('content-security-policy', strictPolicy);
  ctx.set('x-frame-options', 'DENY');
}

/** Sends a page instead of the library's own. */
export function sendPage(ctx: KoaContextWithOIDC, { contentSecurityPolicy, html }: Page): void {
  ctx.type = 'html';
  ctx.set('content-security-policy', contentSecurityPolicy);
  ctx.body = html;
}

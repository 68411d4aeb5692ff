import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Page } from '../ports/pages.ts';

/**
 * What holds for every page until one says otherwise. The library has pages of its own that send a form on at once;
 * it adds their script to a `script-src` that is there.
 */
const strictPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src";

export function guardPage(ctx: { set(name: string, value: string): void }): void {
  ctx.set('content-security-policy', strictPolicy);
  ctx.set('x-frame-options', 'DENY');
}

/** Shows a page in place of the library's own. */
export function sendPage(ctx: KoaContextWithOIDC, { contentSecurityPolicy, html }: Page): void {
  ctx.type = 'html';
  ctx.set('content-security-policy', contentSecurityPolicy);
  ctx.body = html;
}

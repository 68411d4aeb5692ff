import { type Html, html } from '#platform/html/html.ts';
import type { PageContext } from './page-context.ts';
import { stepForm } from './parts.ts';

interface PasskeyForm {
  readonly step: string;
  /** What the server wants of the browser, in JSON. */
  readonly options: string;
  /** `get-beside` also lets the browser offer a passkey where the user name is typed. */
  readonly use: 'create' | 'get' | 'get-beside';
  readonly body: Html;
}

/** Shown by script where the browser knows passkeys; script fills in what the browser answers. */
export function passkeyForm(context: PageContext, { body, options, step, use }: PasskeyForm): Html {
  const beside = use === 'get-beside' ? html` data-beside` : undefined;
  const kind = use === 'create' ? 'create' : 'get';
  return stepForm(context, {
    step,
    attributes: html` class="passkey" hidden data-passkey="${kind}"${beside} data-options="${options}"`,
    body: html`<input type="hidden" name="passkey">${body}`,
  });
}

/** Said when the browser's own dialog ended without a passkey. */
export function passkeyBroke(sentence: string): Html {
  return html`<div id="passkey-broke" class="fault" role="alert" hidden><p>${sentence}</p></div>\n`;
}

/** Said where passkeys cannot be used; script takes it away where they can. */
export function withoutPasskey(sentence: string): Html {
  return html`<p data-no-passkey>${sentence}</p>\n`;
}

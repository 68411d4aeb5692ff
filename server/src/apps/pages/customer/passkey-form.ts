import { type Html, html } from '#platform/html/html.ts';
import type { PageContext } from './page-context.ts';
import { stepForm } from './parts.ts';

interface PasskeyForm {
  readonly step: string;
  /** WebAuthn options as JSON. */
  readonly options: string;
  /** `get-beside` also lets the browser offer a passkey beside the username field. */
  readonly use: 'create' | 'get' | 'get-beside';
  readonly body: Html;
}

/**
 * Renders the form that the script shows if the browser supports passkeys; the script fills in the browser's response.
 */
export function passkeyForm(context: PageContext, { body, options, step, use }: PasskeyForm): Html {
  const beside = use === 'get-beside' ? html` data-beside` : undefined;
  const kind = use === 'create' ? 'create' : 'get';
  return stepForm(context, {
    step,
    attributes: html` class="passkey" hidden data-passkey="${kind}"${beside} data-options="${options}"`,
    body: html`<input type="hidden" name="passkey">${body}`,
  });
}

/** Renders the error for a browser dialog that ended without a passkey. */
export function passkeyBroke(sentence: string): Html {
  return html`<div id="passkey-broke" class="fault" role="alert" hidden><p>${sentence}</p></div>\n`;
}

/** Renders the notice for browsers without passkeys; the script removes it where they are supported. */
export function withoutPasskey(sentence: string): Html {
  return html`<p data-no-passkey>${sentence}</p>\n`;
}

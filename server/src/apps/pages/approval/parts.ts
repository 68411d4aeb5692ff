import type { WayBack } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { registrableDomain } from '#platform/kernel/registrable-domain.ts';
import { fill } from '../customer/fill.ts';
import { paragraph, type submit } from '../customer/parts.ts';
import type { ApprovalContext } from './approval-context.ts';
import { partyValue } from './values.ts';

/** Id of the form that buttons outside of other forms send. */
const actionFormId = 'act';

type ButtonStyle = Parameters<typeof submit>[1];

/** What a form asks for: the value of its field `do`. */
type Request =
  | 'identify'
  | 'other-name'
  | 'password'
  | 'accounts'
  | 'other-account'
  | 'method'
  | 'code'
  | 'passkey'
  | 'resend'
  | 'other-method'
  | 'refresh'
  | 'extend'
  | 'cancel';

interface RequestForm {
  readonly request: Request;
  readonly body: Html;
  readonly label: Html | string;
  /** Additional attributes of the button. */
  readonly attributes?: Html;
}

/** Renders a form with fields, its token and its one button. */
export function requestForm(
  { frame }: ApprovalContext,
  { attributes, body, label, request }: RequestForm,
): Html {
  return html`<form method="post" action="${frame.action}">${token(frame.csrf)}
${body}<button class="action wide" name="do" value="${request}"${attributes}>${label}</button>
</form>
`;
}

/** Renders the form of all buttons without fields. */
export function actionForm({ frame }: ApprovalContext): Html {
  return html`<form id="${actionFormId}" method="post" action="${frame.action}" hidden>${token(frame.csrf)}</form>\n`;
}

export function token(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** Renders a button that sends a request without fields. */
export function actionButton(request: Request, label: Html | string, style?: ButtonStyle): Html {
  const look = style === undefined ? undefined : html` class="${style}"`;
  return html`<button form="${actionFormId}"${look} name="do" value="${request}">${label}</button>\n`;
}

/** Renders the button that ends the approval and returns to the third party. */
export function cancelButton(context: ApprovalContext, style: ButtonStyle = 'second wide'): Html {
  const { frame, texts, words } = context;
  const party = partyValue(context);
  const label =
    frame.purpose === 'cancellation'
      ? fill(words.leaveCancellation, { party })
      : fill(texts.cancel, { client: party });
  return actionButton('cancel', label, style);
}

/** Schemes that run code or show a made-up page instead of a return. */
const refusedScheme = /^(?:about|blob|data|file|filesystem|javascript|vbscript|view-source):/i;

/**
 * Renders the link back to the third party, if there is one. A host that is not the third party's own is named in full,
 * in the spelling that browsers compare, and the part of it that somebody has registered stands out.
 */
export function backLink(context: ApprovalContext, { foreignHost, returnUrl }: WayBack): Html | undefined {
  // oxlint-disable-next-line no-control-regex -- browsers ignore control characters in front of a scheme
  const address = returnUrl?.replaceAll(/[\u0000-\u0020]/g, '');
  if (address === undefined || refusedScheme.test(address)) return undefined;
  if (foreignHost !== undefined) return foreignLink(context, address, foreignHost);
  const label = fill(context.texts.goBack, { client: partyValue(context) });
  return html`<a class="action wide" href="${address}">${label}</a>\n`;
}

function foreignLink(context: ApprovalContext, address: string, host: string): Html {
  const { go, next, title, what } = context.words.foreignHost;
  const domain = registrableDomain(host) ?? host;
  const before = host.slice(0, -domain.length);
  return html`<section class="host">
<h2>${title}</h2>
${paragraph(fill(what, { party: partyValue(context) }))}<p class="name"><bdi dir="ltr">${before}<strong>${domain}</strong></bdi></p>
${paragraph(next)}<a class="second wide" href="${address}">${go}</a>
</section>
`;
}

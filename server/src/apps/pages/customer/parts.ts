import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from './fill.ts';
import type { PageContext, PartContext } from './page-context.ts';

const referenceLength = 8;

/** Returns the end of the request id: enough for support to find it, short enough to read aloud. */
export function reference({ frame, texts }: PartContext): Html {
  return fill(texts.reference, { reference: leftToRight(frame.requestId.slice(-referenceLength)) });
}

/** Returns the help number, if the bank has configured one. */
export function helpLine({ brand: { helpPhone }, texts }: PartContext): Html | undefined {
  if (helpPhone === undefined) return undefined;
  const phone = html`<a href="tel:${helpPhone.replaceAll(' ', '')}">${leftToRight(helpPhone)}</a>`;
  return html`<p>${fill(texts.helpPhone, { phone })}</p>\n`;
}

export function heading(title: Html | string): Html {
  return html`<h1>${title}</h1>\n`;
}

export function paragraph(content: Html | string): Html {
  return html`<p>${content}</p>\n`;
}

/** Emphasises the first sentence, which says what happened; meaning and next step follow. */
export function emphasised(message: string): Html {
  const [first = '', ...rest] = message.split(/(?<=[.!?؟]) /);
  return html`<strong>${first}</strong> ${rest.join(' ')}`;
}

/** Renders an error so that screen readers announce it at once and the field refers to it. */
export function errorBox(context: PartContext, message: Html | undefined): Html | undefined {
  if (message === undefined) return undefined;
  return html`<div class="fault" role="alert"><p id="fault">${message} ${reference(context)}.</p></div>\n`;
}

export function noticeBox(message: Html | string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<div class="notice" role="status"><p>${message}</p></div>\n`;
}

/** A notice that has the focus, so that screen readers read it first; for pages without a field to fill in. */
export function focusedNotice(message: Html | string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<div class="notice" role="status" tabindex="-1" autofocus><p>${message}</p></div>\n`;
}

interface StepForm {
  readonly step: string;
  readonly body: Html;
  /** Additional attributes of the form. */
  readonly attributes?: Html;
}

/** Renders a form with its step and its CSRF token. */
export function stepForm({ frame }: PageContext, { attributes, body, step }: StepForm): Html {
  return html`<form method="post" action="${frame.action}"${attributes}>${hidden('csrf', frame.csrf)}${hidden('step', step)}
${body}
</form>
`;
}

function hidden(field: string, value: string): Html {
  return html`<input type="hidden" name="${field}" value="${value}">`;
}

type ButtonStyle = 'action wide' | 'second wide' | 'second' | 'plain';

export function submit(label: Html | string, style: ButtonStyle = 'action wide'): Html {
  return html`<button class="${style}">${label}</button>`;
}

interface StepButton {
  readonly step: string;
  readonly label: Html | string;
  readonly style?: ButtonStyle;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Renders a form with a single button. */
export function stepButton(
  context: PageContext,
  { fields = {}, label, style = 'plain', step }: StepButton,
): Html {
  const inputs = Object.entries(fields).map(([field, value]) => hidden(field, value));
  return stepForm(context, { step, body: html`${inputs}${submit(label, style)}` });
}

/** Renders secondary actions. */
export function secondaryActions(actions: readonly (Html | undefined)[]): Html | undefined {
  const present = actions.filter((action) => action !== undefined);
  return present.length === 0 ? undefined : html`<div class="quiet">\n${present}</div>\n`;
}

/** Renders the action that leaves the form: back to the client, or to the start on the bank's own page. */
export function leaveAction(context: PageContext): Html {
  return cancelAction(context) ?? stepButton(context, { step: 'cancel', label: context.texts.leave });
}

/** Renders the action back to the client, if there is one. */
export function cancelAction(context: PageContext, style: ButtonStyle = 'plain'): Html | undefined {
  const { clientName } = context.frame;
  if (clientName === undefined) return undefined;
  const label = fill(context.texts.cancel, { client: name(clientName) });
  return stepButton(context, { step: 'cancel', label, style });
}

interface Field {
  /** Form field name and element id. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  readonly type?: 'password' | 'text';
  /** The only field of its form: that it is required goes without saying. */
  readonly isOnly?: boolean;
  /** Constant attributes for autofill. */
  readonly attributes: Html;
  readonly state: 'faulty' | 'good';
  /** `first`: the page opens with the focus here. `never`: an invalid page does not focus this field. */
  readonly focus?: 'first' | 'never';
}

/** Renders a field with its label, its hint and the required mark, all linked to it. */
export function inputField({ texts }: PartContext, field: Field): Html {
  const { hint, isOnly = false, label, type = 'text' } = field;
  const needed = html` <span class="needed">${texts.needed}</span>`;
  const id = field.field;
  const shown = html`<input id="${id}" name="${id}" type="${type}" required${field.attributes}${stateOf(field)}${valueOf(field)}>`;
  return html`<div class="field"><label for="${id}">${label}${isOnly ? undefined : needed}</label>
${hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>\n`}${
  type === 'password' ? passwordPair(texts, id, shown) : shown
}</div>
`;
}

function valueOf({ value }: Field): Html | undefined {
  return value === undefined ? undefined : html` value="${value}"`;
}

function stateOf({ field, focus, hint, state }: Field): Html {
  const describedBy = [
    ...(state === 'faulty' ? ['fault'] : []),
    ...(hint === undefined ? [] : [`${field}-hint`]),
  ];
  const described = describedBy.length === 0 ? undefined : html` aria-describedby="${describedBy.join(' ')}"`;
  if (state === 'good') return html`${described}${focus === 'first' ? html` autofocus` : undefined}`;
  return html` aria-invalid="true"${described}${focus === 'never' ? undefined : html` autofocus`}`;
}

function passwordPair(texts: PartContext['texts'], id: string, input: Html): Html {
  const { capsLock, hide, hidePassword, show, showPassword } = texts;
  return html`<div class="pair">${input}<button type="button" class="second" hidden data-shows="${id}" aria-label="${showPassword}" data-other="${hide}" data-other-label="${hidePassword}">${show}</button></div>
<p class="hint" id="${id}-caps" role="status" hidden>${capsLock}</p>`;
}

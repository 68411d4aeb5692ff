import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from './fill.ts';
import type { PageContext } from './page-context.ts';

const referenceLength = 8;

/** The end of the request's id: enough for support to find it, short enough to read out. */
export function reference({ frame, texts }: PageContext): Html {
  return fill(texts.reference, { reference: leftToRight(frame.requestId.slice(-referenceLength)) });
}

/** Whom to call, where the bank says so. */
export function helpLine({ brand: { helpPhone }, texts }: PageContext): Html | undefined {
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

/** What happened stands out; what it means and what to do next follow. */
export function emphasised(message: string): Html {
  const [first = '', ...rest] = message.split(/(?<=[.!?؟]) /);
  return html`<strong>${first}</strong> ${rest.join(' ')}`;
}

/** What was wrong, heard at once and named by the field. */
export function faultBox(context: PageContext, message: Html | undefined): Html | undefined {
  if (message === undefined) return undefined;
  return html`<div class="fault" role="alert"><p id="fault">${message} ${reference(context)}.</p></div>\n`;
}

export function noticeBox(message: Html | string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<div class="notice" role="status"><p>${message}</p></div>\n`;
}

interface StepForm {
  readonly step: string;
  readonly body: Html;
  /** More attributes of the form. */
  readonly attributes?: Html;
}

/** A form that says what it is for, and that it came from us. */
export function stepForm({ frame }: PageContext, { attributes, body, step }: StepForm): Html {
  return html`<form method="post" action="${frame.action}"${attributes}>${hidden('csrf', frame.csrf)}${hidden('step', step)}
${body}
</form>
`;
}

function hidden(field: string, value: string): Html {
  return html`<input type="hidden" name="${field}" value="${value}">`;
}

type Look = 'action wide' | 'second wide' | 'second' | 'plain';

export function submit(label: Html | string, look: Look = 'action wide'): Html {
  return html`<button class="${look}">${label}</button>`;
}

interface StepButton {
  readonly step: string;
  readonly label: Html | string;
  readonly look?: Look;
  readonly fields?: Readonly<Record<string, string>>;
}

/** One button that does one thing. */
export function stepButton(
  context: PageContext,
  { fields = {}, label, look = 'plain', step }: StepButton,
): Html {
  const inputs = Object.entries(fields).map(([field, value]) => hidden(field, value));
  return stepForm(context, { step, body: html`${inputs}${submit(label, look)}` });
}

/** Ways that are not the main one. */
export function quietWays(ways: readonly (Html | undefined)[]): Html | undefined {
  const there = ways.filter((way) => way !== undefined);
  return there.length === 0 ? undefined : html`<div class="quiet">\n${there}</div>\n`;
}

/** Back to the client, where there is one. */
export function cancelWay(context: PageContext, look: Look = 'plain'): Html | undefined {
  const { clientName } = context.frame;
  if (clientName === undefined) return undefined;
  const label = fill(context.texts.cancel, { client: name(clientName) });
  return stepButton(context, { step: 'cancel', label, look });
}

interface Field {
  /** Name on the wire and id on the page. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  readonly type?: 'password' | 'text';
  /** What helps browsers to fill it in: constants of ours. */
  readonly attributes: Html;
  readonly state: 'faulty' | 'good';
  /** Whether it is the one that a faulty page begins at. */
  readonly focus?: 'never';
}

/** A field with its label, its hint and the word that it is required; all of them tied together. */
export function inputField({ texts }: PageContext, field: Field): Html {
  const { hint, label, type = 'text' } = field;
  const id = field.field;
  const shown = html`<input id="${id}" name="${id}" type="${type}" required${field.attributes}${stateOf(field)}${valueOf(field)}>`;
  return html`<div class="field"><label for="${id}">${label} <span class="needed">${texts.needed}</span></label>
${hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>\n`}${
  type === 'password' ? passwordPair(texts, id, shown) : shown
}</div>
`;
}

function valueOf({ value }: Field): Html | undefined {
  return value === undefined ? undefined : html` value="${value}"`;
}

function stateOf({ field, focus, hint, state }: Field): Html {
  const told = [...(state === 'faulty' ? ['fault'] : []), ...(hint === undefined ? [] : [`${field}-hint`])];
  const described = told.length === 0 ? undefined : html` aria-describedby="${told.join(' ')}"`;
  if (state === 'good') return html`${described}`;
  return html` aria-invalid="true"${described}${focus === 'never' ? undefined : html` autofocus`}`;
}

function passwordPair(texts: PageContext['texts'], id: string, input: Html): Html {
  const { capsLock, hide, hidePassword, show, showPassword } = texts;
  return html`<div class="pair">${input}<button type="button" class="second" hidden data-shows="${id}" aria-label="${showPassword}" data-other="${hide}" data-other-label="${hidePassword}">${show}</button></div>
<p class="hint" id="${id}-caps" role="status" hidden>${capsLock}</p>`;
}

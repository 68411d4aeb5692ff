import { type Html, html } from '#platform/html/html.ts';
import { name } from './fill.ts';
import { paragraph } from './parts.ts';

/** Renders a list, or a sentence if there is nothing to list. */
export function listOf(items: readonly Html[], none: string): Html {
  return items.length === 0 ? paragraph(none) : html`<ul class="things">\n${items}</ul>\n`;
}

/** Renders what is listed, what is known about it, and its action. */
export function listItem(title: string, about: Html, action?: Html): Html {
  return html`<li><div><strong>${name(title)}</strong><p>${about}</p></div>${action}</li>\n`;
}

/** Adds the name for screen readers, which may read the button alone. */
export function labelFor(label: string, what: string): Html {
  return html`${label}<span class="unseen"> ${name(what)}</span>`;
}

import { type Html, type HtmlPart, html } from '#platform/html/html.ts';

/** Puts values into the braces of a sentence. What is not HTML already becomes text. */
export function fill(sentence: string, values: Readonly<Record<string, HtmlPart>>): Html {
  const parts = sentence.split(/(\{[a-z]+\})/);
  return html`${parts.map((part) => (part.startsWith('{') ? html`${values[part.slice(1, -1)]}` : html`${part}`))}`;
}

/** The same for places where only text may stand, such as a title. */
export function fillText(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? '');
}

/** A name from outside: whatever its direction, the sentence around it keeps its own. */
export function name(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Codes, user names and numbers read from left to right in every language. */
export function leftToRight(text: string): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

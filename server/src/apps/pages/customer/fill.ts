import { type Html, type HtmlPart, html } from '#platform/html/html.ts';

/**
 * Replaces placeholders in braces with values. Escapes values that are not HTML. A value that ends with a full stop, such
 * as the name of a company, ends its sentence as well.
 */
export function fill(sentence: string, values: Readonly<Record<string, HtmlPart>>): Html {
  const parts = sentence.split(/(\{[a-z]+\})/);
  const filled: Html[] = [];
  for (const part of parts) {
    const isStopped = endsWithStop.test(filled.at(-1)?.toString() ?? '');
    if (part.startsWith('{')) filled.push(html`${values[part.slice(1, -1)]}`);
    else filled.push(html`${isStopped && part.startsWith('.') ? part.slice(1) : part}`);
  }
  return html`${filled}`;
}

const endsWithStop = /\.(?:<\/bdi>)?$/;

/** Replaces placeholders where only text is allowed, such as in a title. */
export function fillText(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Isolates an external name, so that its direction does not affect the sentence. */
export function name(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Codes, usernames and numbers read from left to right in every language. */
export function leftToRight(text: string): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

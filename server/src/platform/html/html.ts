/**
 * Text that is HTML already. A class, so that only this file can create one: everything else is text, and text is
 * escaped.
 */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  static of(strings: readonly string[], parts: readonly HtmlPart[]): Html {
    return new Html(strings.map((text, index) => `${text}${partText(parts[index])}`).join(''));
  }
}

/** Allowed values in a template: text, HTML, a list of HTML, or undefined. */
export type HtmlPart = string | number | Html | readonly Html[] | undefined;

/**
 * Creates HTML. Values are escaped for text and for quoted attributes; a value cannot introduce a tag, a script or a
 * style.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, parts);
}

/** Marks a text as HTML. Only for what our own server rendered; never for external input. */
export function trustedHtml(text: string): Html {
  return Html.of([text], []);
}

function partText(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(partText).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => entities[character] ?? '');
}

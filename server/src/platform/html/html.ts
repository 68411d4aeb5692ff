/**
 * Text that is HTML already. A class because nobody but this file may make one: whatever is not one is text, and text
 * is escaped.
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

/** What may stand in a template: text, HTML, a list of HTML, or nothing. */
export type HtmlPart = string | number | Html | readonly Html[] | undefined;

/**
 * Makes HTML. What is put in is escaped for text and for attributes in quotes; there is no way to put in a tag, a
 * script or a style.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, parts);
}

/** Takes a text for HTML as it is. Only for what our own server made; never for anything that came from outside. */
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

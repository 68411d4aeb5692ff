import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
export type PageElement = DefaultTreeAdapterTypes.Element;

/** Page as a browser parses it. */
export interface ReadPage {
  /** In document order, including the content of templates. */
  readonly elements: readonly PageElement[];
  all(tag: string): readonly PageElement[];
}

export function readPage(html: string): ReadPage {
  const errors: string[] = [];
  const page = parse(html, { onParseError: ({ code }) => errors.push(code) });
  if (errors.length > 0) throw new Error(`not well written: ${errors.join(', ')}`);
  const elements = below(page);
  return { elements, all: (tag) => elements.filter(({ tagName }) => tagName === tag) };
}

function below(node: Node): readonly PageElement[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(below) : [];
  const kept = 'content' in node ? below(node.content) : [];
  return 'tagName' in node ? [node, ...inner, ...kept] : [...inner, ...kept];
}

export function attribute({ attrs }: PageElement, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Returns what a form would send with its current values. */
export function fieldsOf(form: PageElement): Readonly<Record<string, string>> {
  const inputs = below(form).filter(({ tagName }) => tagName === 'input');
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const name = attribute(input, 'name');
      return name === undefined ? [] : [[name, attribute(input, 'value') ?? '']];
    }),
  );
}

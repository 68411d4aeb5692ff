import { ParseOption, XmlDocument, XmlElement, XmlParseError, XmlText } from 'libxml2-wasm';
import { XmlError } from './xml-error.ts';
import { scanXml } from './xml-scan.ts';
import { xmlText } from './xml-text.ts';

/** An element as plain values: no object of the parser outlives the function. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** All text within, unchanged. */
  readonly text: string;
  readonly children: readonly Element[];
}

/** Maximum length of the text of one element; the supported files contain names, numbers and keys. */
const textMaxLength = 10_000;

/** Parses a file that may be hostile: scanned as text first, then parsed without entities, catalogues and network. */
export function readXml(bytes: Uint8Array): Element {
  const text = xmlText(bytes);
  const lines = scanXml(text);
  const document = parsed(text);
  try {
    let at = 0;
    const nextLine = (): number => {
      const line = lines[at];
      at += 1;
      // The scanner and the parser must have seen the same elements.
      if (line === undefined) throw new XmlError('not-well-formed', 1);
      return line;
    };
    const root = elementOf(document.root, nextLine);
    if (at !== lines.length) throw new XmlError('not-well-formed', 1);
    return root;
  } finally {
    document.dispose();
  }
}

function parsed(text: string): XmlDocument {
  // A declaration could name an encoding the text no longer has.
  const option =
    ParseOption.XML_PARSE_NONET |
    ParseOption.XML_PARSE_NO_XXE |
    ParseOption.XML_PARSE_NO_SYS_CATALOG |
    ParseOption.XML_PARSE_NOCDATA |
    ParseOption.XML_PARSE_IGNORE_ENC;
  try {
    return XmlDocument.fromString(text, { option });
  } catch (error) {
    throw new XmlError('not-well-formed', lineOf(error));
  }
}

/** The parser's message is dropped: it quotes the file. */
function lineOf(error: unknown): number {
  return error instanceof XmlParseError ? Math.max(1, error.details[0]?.line ?? 1) : 1;
}

function elementOf(element: XmlElement, nextLine: () => number): Element {
  const line = nextLine();
  const children: Element[] = [];
  for (let node = element.firstChild; node !== null; node = node.next)
    if (node instanceof XmlElement) children.push(elementOf(node, nextLine));
  const text = children.length === 0 ? textOf(element, line) : '';
  // The attributes of supported files have no namespace, so a foreign one is never mistaken for one of them.
  const own = element.attrs.filter(({ namespaceUri }) => namespaceUri === '');
  const attributes = new Map(own.map(({ name, value }) => [name, value]));
  return { name: element.name, namespace: element.namespaceUri, line, attributes, text, children };
}

/**
 * Returns the text of an element without children. A comment or instruction inside it is refused: some parsers continue
 * after it and some do not, and an amount must be the same to all of them.
 */
function textOf(element: XmlElement, line: number): string {
  for (let node = element.firstChild; node !== null; node = node.next)
    if (!(node instanceof XmlText)) throw new XmlError('text-interrupted', line);
  const { content } = element;
  if (content.length > textMaxLength) throw new XmlError('text-too-long', line);
  return content;
}

/** An element as text, or nothing. */
export type XmlElement = string;

/** Characters that XML 1.0 has not, such as control characters in a text of another system. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would read it as a line feed.
  '\r': '&#13;',
};

/** Writes an element with elements; nothing if all of them are nothing. */
export function element(name: string, ...children: readonly XmlElement[]): XmlElement {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** Writes an element with a text; nothing without one. Every character of the text is escaped or replaced. */
export function textElement(
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  if (text === undefined || text === '') return '';
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${written.join('')}>${escape(text)}</${name}>`;
}

function escape(text: string): string {
  return text
    .replaceAll(notXml, '\uFFFD')
    .replaceAll(/[&<>"'\r]/g, (character) => references[character] ?? '');
}

/** An element to write: its content is a text or elements; undefined ones are left out. */
export interface XmlNode {
  readonly name: string;
  readonly content: string | readonly (XmlNode | undefined)[];
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Forms of the same document. */
export interface XmlStyle {
  /** Prefix of all elements; without one the namespace is the default. */
  readonly prefix?: string;
  /** White space between elements. */
  readonly space?: string;
  readonly quote?: '"' | "'";
  /** Attributes of the root, before or after the namespace. */
  readonly rootAttributes?: Readonly<Record<string, string>>;
  readonly areRootAttributesFirst?: boolean;
}

/** An element with a text; nothing without one. */
export function leaf(name: string, text: string | undefined): XmlNode | undefined {
  return text === undefined ? undefined : { name, content: text };
}

/** An element with elements; nothing if all are left out. */
export function node(name: string, ...content: readonly (XmlNode | undefined)[]): XmlNode | undefined {
  return content.every((child) => child === undefined) ? undefined : { name, content };
}

/** Writes a document. */
export function writeXml(root: XmlNode, namespace: string, style: XmlStyle = {}): string {
  const { areRootAttributesFirst = false, prefix, rootAttributes = {}, space = '' } = style;
  const declared = { [prefix === undefined ? 'xmlns' : `xmlns:${prefix}`]: namespace };
  const attributes = areRootAttributesFirst
    ? { ...rootAttributes, ...declared }
    : { ...declared, ...rootAttributes };
  return `<?xml version="1.0" encoding="UTF-8"?>${space}${rendered({ ...root, attributes }, style)}${space}`;
}

function rendered({ attributes = {}, content, name }: XmlNode, style: XmlStyle): string {
  const { prefix, quote = '"', space = '' } = style;
  const tag = prefix === undefined ? name : `${prefix}:${name}`;
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}=${quote}${escaped(value)}${quote}`);
  const inner =
    typeof content === 'string'
      ? escaped(content)
      : content
          .filter((child) => child !== undefined)
          .map((child) => space + rendered(child, style))
          .join('') + space;
  return `<${tag}${start.join('')}>${inner}</${tag}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

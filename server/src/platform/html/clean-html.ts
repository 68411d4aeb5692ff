import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Allowed tags, each with its allowed attributes. Other tags are removed, their text is not. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ...['p', 'br', 'hr', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'span', 'div'].map(
    (tag): [string, readonly string[]] => [tag, ['dir', 'lang']],
  ),
  ...['h1', 'h2', 'h3', 'h4', 'ul', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code'].map(
    (tag): [string, readonly string[]] => [tag, ['dir', 'lang']],
  ),
  ['ol', ['dir', 'lang', 'start']],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'].map((tag): [string, readonly string[]] => [
    tag,
    ['dir', 'lang'],
  ]),
  ['th', ['dir', 'lang', 'colspan', 'rowspan', 'scope']],
  ['td', ['dir', 'lang', 'colspan', 'rowspan']],
  ['a', ['href', 'dir', 'lang']],
]);

/** The content of these is not text for people and is removed. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
  'button',
]);

const withoutContent: ReadonlySet<string> = new Set(['br', 'hr']);
const depthMax = 64;

const attributeRules: Readonly<Record<string, RegExp>> = {
  dir: /^(?:ltr|rtl|auto)$/,
  lang: /^[A-Za-z0-9-]{2,35}$/,
  start: /^[0-9]{1,5}$/,
  colspan: /^[0-9]{1,3}$/,
  rowspan: /^[0-9]{1,3}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/,
};

/** What a cleaned text may link to. */
export interface CleaningRules {
  /** Hosts that `https` links may lead to; other links lose their target and keep their text. */
  readonly linkHosts: readonly string[];
}

/**
 * More elements than a letter ever needs. Repeated tags could expand a few thousand characters into millions of
 * elements.
 */
const elementsMax = 20_000;
const roundsMax = 4;

/** Thrown if there are too many elements. */
class TooComplex extends Error {}

/**
 * Rebuilds HTML from a short list of tags and attributes; undefined if it is too complex for a message. The text is
 * parsed as a browser would parse it, and the output is serialized from the tree: nothing of the source is copied, so
 * nothing can hide in it.
 */
export function cleanHtml(html: string, rules: CleaningRules): string | undefined {
  let written = html;
  // Removing a tag may join two that close each other; the output would then be parsed differently.
  for (let round = 0; round < roundsMax; round += 1) {
    const nodes = parsed(written);
    if (nodes === undefined) return undefined;
    const again = write(nodes, rules, 0);
    if (again === written) return again;
    written = again;
  }
  const content = textOfHtml(written);
  return content === undefined ? undefined : escaped(content);
}

/** Returns the text without its markup, for readers that show none; undefined if it is too complex. */
export function textOfHtml(html: string): string | undefined {
  const nodes = parsed(html);
  if (nodes === undefined) return undefined;
  return textOfNodes(nodes, 0, 'flowing')
    .replaceAll(/[ \t\f\r]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function parsed(html: string): readonly Node[] | undefined {
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...parts) => {
      elements += 1;
      if (elements > elementsMax) throw new TooComplex();
      return defaultTreeAdapter.createElement(...parts);
    },
  };
  try {
    return parseFragment(html, { treeAdapter }).childNodes;
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
}

function write(nodes: readonly Node[], rules: CleaningRules, depth: number): string {
  if (depth > depthMax) return '';
  return nodes.map((node) => writeNode(node, rules, depth)).join('');
}

function writeNode(node: Node, rules: CleaningRules, depth: number): string {
  if ('value' in node) return escaped(node.value);
  if (!('tagName' in node) || dropped.has(node.tagName)) return '';
  const inner = write(node.childNodes, rules, depth + 1);
  const attributes = allowed.get(node.tagName);
  if (attributes === undefined) return inner;
  // The parser drops one leading line break; add one for it to drop.
  const lead = node.tagName === 'pre' && inner.startsWith('\n') ? '\n' : '';
  const open = `<${node.tagName}${attributesOf(node, attributes, rules)}>${lead}`;
  return withoutContent.has(node.tagName) ? open : `${open}${inner}</${node.tagName}>`;
}

function attributesOf(element: Element, names: readonly string[], rules: CleaningRules): string {
  return element.attrs
    .filter(({ name }) => names.includes(name))
    .map(({ name, value }) => [name, name === 'href' ? linkIn(value, rules) : valueIn(name, value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(value ?? '')}"`)
    .join('');
}

function valueIn(name: string, value: string): string | undefined {
  return attributeRules[name]?.test(value) === true ? value : undefined;
}

/** Returns the address in its parsed form, so that no other parser reads it differently. */
function linkIn(value: string, { linkHosts }: CleaningRules): string | undefined {
  const url = URL.parse(value);
  const isFine =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    linkHosts.includes(url.hostname);
  return isFine ? url.href : undefined;
}

/** Elements that continue a line of text; all others begin a new line. */
const inline: ReadonlySet<string> = new Set(
  `a abbr b bdi bdo big cite code dfn em font i ins del kbd mark q s samp small span strike strong sub sup tt u var
   wbr`.split(/\s+/),
);
const cells: ReadonlySet<string> = new Set(['td', 'th']);

function textOfNodes(nodes: readonly Node[], depth: number, spacing: 'flowing' | 'kept'): string {
  if (depth > depthMax) return '';
  return nodes
    .map((node) => {
      if ('value' in node) return spacing === 'kept' ? node.value : node.value.replaceAll(/\s+/g, ' ');
      if (!('tagName' in node) || dropped.has(node.tagName)) return '';
      const { childNodes, tagName } = node;
      if (tagName === 'br') return '\n';
      const inner = textOfNodes(childNodes, depth + 1, tagName === 'pre' ? 'kept' : spacing);
      if (inline.has(tagName)) return inner;
      return cells.has(tagName) ? ` ${inner} ` : `\n${inner}\n`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

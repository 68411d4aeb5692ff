import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Tags that may stay, with the attributes each may keep. Everything else loses its tag, not its words. */
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

/** What stands in these is not text for people, and goes altogether. */
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
  /** Hosts that `https` links may lead to; other links lose their target and keep their words. */
  readonly linkHosts: readonly string[];
}

/** More elements than a letter ever needs. Tags that repeat themselves could make millions of a few thousand signs. */
const elementsMax = 20_000;
const roundsMax = 4;

/** Told to the parser's caller when there are too many elements. */
class TooComplex extends Error {}

/**
 * Rebuilds html from a short list of tags and attributes; undefined when it holds too much to be a message. The text is
 * parsed as a browser would parse it, and what leaves is written anew from the tree: nothing of the source is copied
 * through, so nothing can hide in it.
 */
export function cleanHtml(html: string, rules: CleaningRules): string | undefined {
  let written = html;
  // A tag that is left out may bring together two that close each other; then what we wrote would be read otherwise.
  for (let round = 0; round < roundsMax; round += 1) {
    const nodes = parsed(written);
    if (nodes === undefined) return undefined;
    const again = write(nodes, rules, 0);
    if (again === written) return again;
    written = again;
  }
  const words = textOfHtml(written);
  return words === undefined ? undefined : escaped(words);
}

/** The words of a text without its markup, for readers that show none; undefined when it holds too much. */
export function textOfHtml(html: string): string | undefined {
  const nodes = parsed(html);
  if (nodes === undefined) return undefined;
  return wordsOf(nodes, 0, 'flowing')
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
  // The parser drops one line break at the beginning; it gets one more to drop.
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

/** The address as it was understood, so that nobody understands it otherwise. */
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

/** What stands in a line with other words; everything else begins a line of its own. */
const inline: ReadonlySet<string> = new Set(
  `a abbr b bdi bdo big cite code dfn em font i ins del kbd mark q s samp small span strike strong sub sup tt u var
   wbr`.split(/\s+/),
);
const cells: ReadonlySet<string> = new Set(['td', 'th']);

function wordsOf(nodes: readonly Node[], depth: number, spacing: 'flowing' | 'kept'): string {
  if (depth > depthMax) return '';
  return nodes
    .map((node) => {
      if ('value' in node) return spacing === 'kept' ? node.value : node.value.replaceAll(/\s+/g, ' ');
      if (!('tagName' in node) || dropped.has(node.tagName)) return '';
      const { childNodes, tagName } = node;
      if (tagName === 'br') return '\n';
      const inner = wordsOf(childNodes, depth + 1, tagName === 'pre' ? 'kept' : spacing);
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

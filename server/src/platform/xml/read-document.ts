import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS, type XMLDecl } from 'saxes';
import { createElementTree, type ElementTree, type Visitors } from './element-tree.ts';
import { type DocumentErrorReason, XmlError } from './xml-error.ts';
import type { Element } from './xml-tree.ts';

/** Limits of a document; payment files stay far below all but the first. */
export const documentLimits = {
  bytesMax: 20 * 1_024 * 1_024,
  elementsMax: 1_000_000,
  depthMax: 32,
  attributesMax: 16,
  /** In the whole document. A payment file has one for each of its 10,000 amounts; each costs as much time as an element. */
  allAttributesMax: 12_000,
  nameMaxLength: 100,
  valueMaxLength: 1_000,
  textMaxLength: 10_000,
  commentsMax: 100,
} as const;

/** Larger than the longest text in bytes; a chunk in which nothing ends contains part of a longer one. */
const chunkBytes = 65_536;

type Parser = SaxesParser<{ readonly xmlns: true; readonly position: true }>;

/**
 * Reads an XML document of a request, which may be hostile. Accepts UTF-8 and plain elements, attributes, texts and
 * comments, and refuses all else that XML allows, because parsers differ in it. Reads in one pass, chunk by chunk.
 * Takes up to a second: call it in a thread, see `platform/documents`.
 *
 * @throws {XmlError} for the first reason to refuse it.
 */
export function readDocument(bytes: Uint8Array, visitors: Visitors = {}): Element {
  if (bytes.length > documentLimits.bytesMax) throw refusal('too-large', 1);
  const tree = createElementTree(visitors);
  const parser: Parser = new SaxesParser({ xmlns: true, position: true });
  const events = followParser(parser, tree);
  feed(bytes, parser, events);
  const root = tree.root();
  if (root === undefined) throw refusal('not-well-formed', parser.line);
  return root;
}

function refusal(reason: DocumentErrorReason, line: number): XmlError<DocumentErrorReason> {
  return new XmlError(reason, Math.max(1, line));
}

/** Counts what the parser has reported. */
interface Events {
  count: number;
}

function feed(bytes: Uint8Array, parser: Parser, events: Events): void {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  // The parser skips one byte order mark.
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const before = events.count;
    const chunk = bytes.subarray(at, at + chunkBytes);
    parser.write(decoded(parser, () => decoder.decode(chunk, { stream: true })));
    if (chunk.length === chunkBytes && events.count === before) throw refusal('text-too-long', parser.line);
  }
  parser.write(decoded(parser, () => decoder.decode()));
  parser.close();
}

function decoded(parser: Parser, decode: () => string): string {
  let text: string;
  try {
    text = decode();
  } catch {
    // The decoder throws only if the bytes are not UTF-8.
    throw refusal('encoding', parser.line);
  }
  // Every second byte of UTF-16 is a zero, and no XML text has one.
  if (text.includes('\0')) throw refusal('encoding', parser.line);
  return text;
}

/** Connects the parser with the tree; every limit is checked here. */
function followParser(parser: Parser, tree: ElementTree): Events {
  const events: Events = { count: 0 };
  const counts = { elements: 0, comments: 0, attributes: 0, allAttributes: 0 };
  const namespaces = new Map<string, string>();
  let startLine = 1;
  const refuse = (reason: DocumentErrorReason): never => {
    throw refusal(reason, parser.line);
  };
  parser.on('error', () => refuse('not-well-formed'));
  parser.on('doctype', () => refuse('doctype'));
  parser.on('processinginstruction', () => refuse('instruction'));
  parser.on('cdata', () => refuse('cdata'));
  parser.on('xmldecl', (declaration) => {
    events.count += 1;
    const reason = declarationError(declaration);
    if (reason !== undefined) refuse(reason);
  });
  parser.on('opentagstart', ({ name }) => {
    events.count += 1;
    counts.elements += 1;
    counts.attributes = 0;
    startLine = parser.line;
    if (counts.elements > documentLimits.elementsMax) refuse('too-many-marks');
    if (tree.depth() >= documentLimits.depthMax) refuse('too-deep');
    if (name.length > documentLimits.nameMaxLength) refuse('name-too-long');
  });
  parser.on('attribute', ({ name, value }) => {
    counts.attributes += 1;
    counts.allAttributes += 1;
    if (
      counts.attributes > documentLimits.attributesMax ||
      counts.allAttributes > documentLimits.allAttributesMax
    )
      refuse('too-many-attributes');
    if (name.length > documentLimits.nameMaxLength) refuse('name-too-long');
    if (value.length > documentLimits.valueMaxLength) refuse('text-too-long');
  });
  parser.on('opentag', (tag) => {
    if (tag.ns !== undefined && !bindsOnce(namespaces, tag.ns)) refuse('namespace');
    tree.open(elementOf(tag, { line: startLine, hasAttributes: counts.attributes > 0 }));
  });
  parser.on('text', (text) => {
    events.count += 1;
    if (text.length > documentLimits.textMaxLength) refuse('text-too-long');
    tree.text(text);
  });
  parser.on('comment', (text) => {
    events.count += 1;
    counts.comments += 1;
    if (counts.comments > documentLimits.commentsMax || text.length > documentLimits.textMaxLength)
      refuse('comments');
    tree.comment();
  });
  parser.on('closetag', () => tree.close());
  return events;
}

function declarationError({ encoding, version }: XMLDecl): DocumentErrorReason | undefined {
  // XML 1.1 has other characters and line ends.
  if (version !== '1.0') return 'version';
  return encoding === undefined || encoding.toLowerCase() === 'utf-8' ? undefined : 'encoding';
}

/** A prefix, or no prefix, means one namespace in the whole document: some parsers compare prefixes. */
function bindsOnce(namespaces: Map<string, string>, ns: NonNullable<SaxesTagNS['ns']>): boolean {
  for (const [prefix, uri] of Object.entries(ns)) {
    const known = namespaces.get(prefix);
    if (known === undefined) namespaces.set(prefix, uri);
    else if (known !== uri) return false;
  }
  return true;
}

const noAttributes: ReadonlyMap<string, string> = new Map();

/** Attributes with a namespace are left out, so a foreign one is never mistaken for one of the supported ones. */
function elementOf(
  { attributes, local, uri }: SaxesTagNS,
  { hasAttributes, line }: { readonly line: number; readonly hasAttributes: boolean },
): Omit<Element, 'text' | 'children'> {
  if (!hasAttributes) return { name: local, namespace: uri, line, attributes: noAttributes };
  const own = Object.values(attributes).filter(isOwn);
  return {
    name: local,
    namespace: uri,
    line,
    attributes: new Map(own.map((one) => [one.local, one.value])),
  };
}

function isOwn({ prefix, uri }: SaxesAttributeNS): boolean {
  return prefix === '' && uri === '';
}

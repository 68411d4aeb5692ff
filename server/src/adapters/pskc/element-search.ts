import type { Element } from '#platform/xml/xml-tree.ts';
import { PskcError, type PskcErrorReason } from './pskc-error.ts';

/** The namespaces of a PSKC file; that of algorithm parameters may be missing, as in RFC 6030 itself. */
export const namespaces = {
  pskc: 'urn:ietf:params:xml:ns:keyprov:pskc',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  password: 'http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#',
} as const;

/** Lists the children with this name. */
export function childrenOf(
  element: Element,
  name: string,
  namespace: string = namespaces.pskc,
): readonly Element[] {
  return element.children.filter((child) => child.name === name && child.namespace === namespace);
}

/** Returns the only child with this name. Rejects a second one: two parsers could use one each. */
export function childOf(
  element: Element | undefined,
  name: string,
  namespace: string = namespaces.pskc,
): Element | undefined {
  if (element === undefined) return undefined;
  const [first, second] = childrenOf(element, name, namespace);
  if (second !== undefined) throw new PskcError('value', second.line);
  return first;
}

/** Returns the trimmed text of the only child with this name. */
export function textOf(element: Element | undefined, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** Decodes strict base64, except for whitespace. */
export function bytesOf({ text, line }: Element, reason: PskcErrorReason = 'value'): Buffer {
  const compact = text.replaceAll(/[\t\n\r ]/g, '');
  const bytes = Buffer.from(compact, 'base64');
  // The decoder ignores invalid characters; comparing the re-encoded bytes detects them.
  if (compact === '' || bytes.toString('base64') !== compact) throw new PskcError(reason, line);
  return bytes;
}

/** Parses a non-negative integer. */
export function wholeNumber(text: string, line: number): number {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new PskcError('value', line);
  return value;
}

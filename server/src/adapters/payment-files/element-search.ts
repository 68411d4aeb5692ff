import type { Element } from '#platform/xml/xml-tree.ts';

/** Aborts parsing; caught only where parsing began. */
export class InvalidFile extends Error {
  override readonly name = 'InvalidFile';
}

/** Rejects elements of other namespaces anywhere: a parser that ignores namespaces would accept them. */
export function assertOneNamespace({ children, namespace }: Element): void {
  for (const child of children) {
    if (child.namespace !== namespace) throw new InvalidFile();
    assertOneNamespace(child);
  }
}

/** Lists the children with this name, in the namespace of the parent. */
function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name && child.namespace === element.namespace);
}

/** Returns the only child with this name. Rejects a second one: two parsers could use one each. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  if (element === undefined) return undefined;
  const [first, second] = childrenOf(element, name);
  if (second !== undefined) throw new InvalidFile();
  return first;
}

/** Returns the trimmed text of the only child with this name. */
export function textOf(element: Element | undefined, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** Returns a required value. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new InvalidFile();
  return value;
}

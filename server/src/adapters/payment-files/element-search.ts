import type { Element } from '#platform/xml/xml-tree.ts';

/** Leaves a reading in the middle; caught where the reading began and nowhere else. */
export class NotSuchAFile extends Error {
  override readonly name = 'NotSuchAFile';
}

/** Refuses elements of other namespaces anywhere: a reader that ignores namespaces would take them for its own. */
export function assertOneNamespace({ children, namespace }: Element): void {
  for (const child of children) {
    if (child.namespace !== namespace) throw new NotSuchAFile();
    assertOneNamespace(child);
  }
}

/** The children of a name, in the namespace of whoever asks. */
export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name && child.namespace === element.namespace);
}

/** The only child of a name. A second one is refused: two readers could take one each. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  if (element === undefined) return undefined;
  const [first, second] = childrenOf(element, name);
  if (second !== undefined) throw new NotSuchAFile();
  return first;
}

/** The text of the only child of a name, without the spaces around it. */
export function textOf(element: Element | undefined, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** What must be there. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new NotSuchAFile();
  return value;
}

import type { Element } from '#platform/xml/xml-tree.ts';

/** Returns the first child with this name; that there is no second one is a rule of the schema. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name && child.namespace === element.namespace);
}

/** Returns the element at the end of a path of names. */
export function elementAt(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  return names.reduce(childOf, element);
}

/** Returns the text at the end of a path of names; undefined if it is empty. */
export function textAt(element: Element | undefined, ...names: readonly string[]): string | undefined {
  const found = elementAt(element, ...names);
  return found === undefined ? undefined : textIn(found);
}

/** Returns the texts of all children with this name. */
export function textsAt(element: Element | undefined, name: string): readonly string[] {
  if (element === undefined) return [];
  return element.children
    .filter((child) => child.name === name && child.namespace === element.namespace)
    .map(({ text }) => trimmed(text));
}

function textIn({ text }: Element): string | undefined {
  const content = trimmed(text);
  return content === '' ? undefined : content;
}

/** Removes the white space of XML around a text. A no-break space is not white space there. */
export function trimmed(text: string): string {
  let from = 0;
  let until = text.length;
  while (from < until && isSpace(text.charCodeAt(from))) from += 1;
  while (until > from && isSpace(text.charCodeAt(until - 1))) until -= 1;
  return text.slice(from, until);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

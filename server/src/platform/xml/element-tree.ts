import { type DocumentErrorReason, XmlError } from './xml-error.ts';
import type { Element } from './xml-tree.ts';

/**
 * Functions by path of local names, `Document/CstmrCdtTrfInitn/PmtInf`. An element at such a path is passed to its
 * function as soon as it is complete and is not kept in its parent, so that memory does not grow with the document.
 */
export type Visitors = Readonly<Record<string, (element: Element) => void>>;

/** An element that has begun. */
interface OpenElement {
  readonly path: string;
  readonly element: Omit<Element, 'text' | 'children'>;
  readonly children: Element[];
  /** Kept only if the element has no children. */
  text: string;
  hasChild: boolean;
  hasComment: boolean;
}

/** Builds elements from what a parser reports in the order of the document. */
export interface ElementTree {
  open(element: Omit<Element, 'text' | 'children'>): void;
  text(text: string): void;
  comment(): void;
  close(): void;
  depth(): number;
  /** The outermost element, once it is complete. */
  root(): Element | undefined;
}

const noChildren: readonly Element[] = [];

/** Creates an empty tree. */
export function createElementTree(visitors: Visitors): ElementTree {
  const open: OpenElement[] = [];
  let root: Element | undefined;
  const isVisited = Object.keys(visitors).length > 0;

  function pathOf(name: string): string {
    if (!isVisited) return '';
    const above = open.at(-1);
    return above === undefined ? name : `${above.path}/${name}`;
  }

  return {
    open(element) {
      const above = open.at(-1);
      if (above !== undefined) above.hasChild = true;
      const path = pathOf(element.name);
      open.push({ path, element, children: [], text: '', hasChild: false, hasComment: false });
    },
    text(text) {
      const current = open.at(-1);
      if (current !== undefined) current.text += text;
    },
    comment() {
      const current = open.at(-1);
      if (current !== undefined) current.hasComment = true;
    },
    close() {
      const current = open.pop();
      if (current === undefined) return;
      const element = complete(current);
      const visit = isVisited && Object.hasOwn(visitors, current.path) ? visitors[current.path] : undefined;
      const above = open.at(-1);
      if (above === undefined) root = element;
      if (visit === undefined) above?.children.push(element);
      else visit(element);
    },
    depth: () => open.length,
    root: () => root,
  };
}

/**
 * A comment inside a text is refused: some parsers continue after it and some do not, and an amount must be the same to
 * all of them.
 */
function complete({ children, element, hasChild, hasComment, text }: OpenElement): Element {
  if (!hasChild && hasComment) throw new XmlError<DocumentErrorReason>('text-interrupted', element.line);
  return { ...element, text: hasChild ? '' : text, children: hasChild ? children : noChildren };
}

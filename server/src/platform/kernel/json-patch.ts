import { isSameJson, jsonNodes } from './json-value.ts';

/** An operation of a JSON Patch (RFC 6902). The members that an operation needs are there: the edge has checked them. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  /** Of `move` and `copy`. */
  readonly from?: string;
  /** Of `add`, `replace` and `test`. */
  readonly value?: unknown;
}

/** A patch applies as a whole or not at all; `index` is the operation that prevents it. */
export type PatchResult =
  | { readonly kind: 'done'; readonly document: unknown }
  | { readonly kind: 'test-failed' | 'not-applicable'; readonly index: number };

/** A patched document has at most this many values: copies of copies would grow without end. */
export const patchedNodesMax = 10_000;

const nothing = Symbol('nothing');
type Found = unknown;

/** Applies a patch to a document, which stays as it is. */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): PatchResult {
  let current = document;
  for (const [index, operation] of operations.entries()) {
    if (operation.op === 'test') {
      const found = findAt(current, tokensOf(operation.path));
      if (found === nothing || !isSameJson(found, operation.value)) return { kind: 'test-failed', index };
      continue;
    }
    const after = changed(current, operation);
    if (after === nothing || jsonNodes(after, patchedNodesMax) > patchedNodesMax)
      return { kind: 'not-applicable', index };
    current = after;
  }
  return { kind: 'done', document: current };
}

function changed(document: unknown, { from = '', op, path, value }: PatchOperation): Found {
  const target = tokensOf(path);
  switch (op) {
    case 'add':
      return added(document, target, value);
    case 'remove':
      return removed(document, target);
    case 'replace':
      return replaced(document, target, value);
    case 'copy':
      return addedFound(document, target, findAt(document, tokensOf(from)));
    case 'move':
      return moved(document, tokensOf(from), target);
    case 'test':
      return document;
  }
}

function moved(document: unknown, from: readonly string[], target: readonly string[]): Found {
  const found = findAt(document, from);
  const isSame = from.length === target.length && isWithin(from, target);
  if (found === nothing || isSame) return found === nothing ? nothing : document;
  // RFC 6902 4.4: a value cannot be moved into itself.
  if (isWithin(from, target)) return nothing;
  const without = removed(document, from);
  return without === nothing ? nothing : added(without, target, found);
}

function isWithin(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.every((token, index) => token === inner[index]);
}

function addedFound(document: unknown, target: readonly string[], found: Found): Found {
  return found === nothing ? nothing : added(document, target, found);
}

function added(document: unknown, [token, ...rest]: readonly string[], value: unknown): Found {
  if (token === undefined) return value;
  if (rest.length > 0) return within(document, token, (child) => added(child, rest, value));
  if (Array.isArray(document)) {
    const index = token === '-' ? document.length : indexOf(token);
    return index === undefined || index > document.length ? nothing : document.toSpliced(index, 0, value);
  }
  return isObject(document) ? withMember(document, token, value) : nothing;
}

function replaced(document: unknown, [token, ...rest]: readonly string[], value: unknown): Found {
  if (token === undefined) return value;
  return within(document, token, (child) => (rest.length > 0 ? replaced(child, rest, value) : value));
}

function removed(document: unknown, [token, ...rest]: readonly string[]): Found {
  // The whole document cannot be absent.
  if (token === undefined) return nothing;
  if (rest.length > 0) return within(document, token, (child) => removed(child, rest));
  if (childOf(document, token) === nothing) return nothing;
  if (Array.isArray(document)) return document.toSpliced(Number(token), 1);
  return Object.fromEntries(Object.entries(Object(document)).filter(([name]) => name !== token));
}

/** Changes a child that is there. */
function within(document: unknown, token: string, change: (child: unknown) => Found): Found {
  const child = childOf(document, token);
  if (child === nothing) return nothing;
  const after = change(child);
  if (after === nothing) return nothing;
  return Array.isArray(document)
    ? document.with(Number(token), after)
    : withMember(Object(document), token, after);
}

function withMember(document: object, name: string, value: unknown): unknown {
  return Object.fromEntries([...Object.entries(document).filter(([other]) => other !== name), [name, value]]);
}

function findAt(document: unknown, tokens: readonly string[]): Found {
  let current: Found = document;
  for (const token of tokens) {
    current = childOf(current, token);
    if (current === nothing) return nothing;
  }
  return current;
}

function childOf(document: Found, token: string): Found {
  if (Array.isArray(document)) {
    const index = indexOf(token);
    const items: readonly unknown[] = document;
    return index === undefined || index >= items.length ? nothing : items[index];
  }
  return isObject(document) && Object.hasOwn(document, token) ? Reflect.get(document, token) : nothing;
}

/** RFC 6901 4: no sign, no leading zero. */
function indexOf(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/v.test(token) ? Number(token) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The empty pointer is the whole document. */
function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, type PatchOperation, patchedNodesMax } from './json-patch.ts';

const done = (document: unknown): unknown => ({ kind: 'done', document });

// RFC 6902, appendix A, by its numbers.
test.each<[string, unknown, readonly PatchOperation[], unknown]>([
  ['A.1', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], done({ foo: 'bar', baz: 'qux' })],
  [
    'A.2',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    done({ foo: ['bar', 'qux', 'baz'] }),
  ],
  ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], done({ foo: 'bar' })],
  ['A.4', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], done({ foo: ['bar', 'baz'] })],
  ['A.5', { baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], done({ baz: 'boo' })],
  [
    'A.6',
    { foo: { bar: 1, waldo: 2 }, qux: {} },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    done({ foo: { bar: 1 }, qux: { thud: 2 } }),
  ],
  [
    'A.7',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    done({ foo: ['all', 'cows', 'eat', 'grass'] }),
  ],
  [
    'A.8',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    done({ baz: 'qux', foo: ['a', 2, 'c'] }),
  ],
  ['A.9', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], { kind: 'test-failed', index: 0 }],
  [
    'A.10',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    done({ foo: 'bar', child: { grandchild: {} } }),
  ],
  [
    'A.12',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz/bat', value: 'qux' }],
    { kind: 'not-applicable', index: 0 },
  ],
  ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], done({ '/': 9, '~1': 10 })],
  [
    'A.15',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: '10' }],
    { kind: 'test-failed', index: 0 },
  ],
  [
    'A.16',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    done({ foo: ['bar', ['abc', 'def']] }),
  ],
])('applies example %s of RFC 6902', (_, document, operations, expected) => {
  const before = structuredClone(document);
  expect(applyPatch(document, operations)).toEqual(expected);
  expect(document).toEqual(before);
});

test('a value cannot be moved into itself, removed as a whole, or found below a text', () => {
  const refused = { kind: 'not-applicable', index: 0 };
  expect(applyPatch({ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/c' }])).toEqual(refused);
  expect(applyPatch({ a: 1 }, [{ op: 'remove', path: '' }])).toEqual(refused);
  expect(applyPatch({ a: 'text' }, [{ op: 'replace', path: '/a/length', value: 1 }])).toEqual(refused);
  expect(applyPatch({}, [{ op: 'replace', path: '/constructor', value: 1 }])).toEqual(refused);
  expect(applyPatch({ a: [1] }, [{ op: 'remove', path: '/a/01' }])).toEqual(refused);
});

test('copies of copies end at a limit', () => {
  const doubling: PatchOperation[] = Array.from({ length: 50 }, () => ({
    op: 'copy',
    from: '',
    path: '/a/-',
  }));
  const result = applyPatch({ a: [] }, doubling);
  expect(result.kind).toBe('not-applicable');
  expect('index' in result && result.index).toBeLessThan(Math.log2(patchedNodesMax) + 2);
});

type Holder = Record<string, unknown>;

/** A copy in which no value is there twice, as text that was parsed has none. */
function cloned(value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return copy;
}

/** The value that holds the target of a pointer, and the name of the target in it. */
function spot(root: Holder, pointer: string): { readonly parent: Holder; readonly name: string } {
  const tokens = ['doc', ...pointer.split('/').slice(1)].map((token) =>
    token.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
  let parent: unknown = root;
  for (const token of tokens.slice(0, -1)) parent = childOf(holderOf(parent), token);
  return { parent: holderOf(parent), name: tokens.at(-1) ?? '' };
}

function holderOf(value: unknown): Holder {
  if (typeof value !== 'object' || value === null) throw new Error('holds nothing');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a model that changes values in place
  return value as Holder;
}

function childOf(parent: Holder, name: string): unknown {
  if (!Object.hasOwn(parent, name)) throw new Error('absent');
  if (Array.isArray(parent) && !/^(?:0|[1-9]\d*)$/v.test(name)) throw new Error('no index');
  return parent[name];
}

function put(root: Holder, pointer: string, value: unknown): void {
  const { name, parent } = spot(root, pointer);
  if (!Array.isArray(parent)) {
    parent[name] = value;
    return;
  }
  const index = name === '-' ? parent.length : Number(/^(?:0|[1-9]\d*)$/v.test(name) ? name : -1);
  if (index < 0 || index > parent.length) throw new Error('no place');
  parent.splice(index, 0, value);
}

function drop(root: Holder, pointer: string): void {
  const { name, parent } = spot(root, pointer);
  childOf(parent, name);
  if (pointer === '') throw new Error('the whole document');
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

function get(root: Holder, pointer: string): unknown {
  const { name, parent } = spot(root, pointer);
  return childOf(parent, name);
}

function isSame(root: Holder, pointer: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(get(root, pointer), value);
    // Thrown where the pointer leads nowhere.
  } catch {
    return false;
  }
}

function change(root: Holder, { from = '', op, path, value }: PatchOperation): void {
  if (op === 'add') put(root, path, cloned(value));
  if (op === 'remove') drop(root, path);
  if (op === 'copy') put(root, path, cloned(get(root, from)));
  if (op === 'replace') {
    const { name, parent } = spot(root, path);
    childOf(parent, name);
    parent[name] = cloned(value);
  }
  if (op === 'move') move(root, from, path);
}

function move(root: Holder, from: string, path: string): void {
  const found = get(root, from);
  if (from === path) return;
  if (path.startsWith(`${from}/`)) throw new Error('into itself');
  drop(root, from);
  put(root, path, found);
}

/** A model that changes a clone in place, as most libraries do. */
function model(document: unknown, operations: readonly PatchOperation[]): unknown {
  const root: Holder = { doc: cloned(document) };
  for (const operation of operations) {
    if (operation.op === 'test' && !isSame(root, operation.path, operation.value)) return 'test-failed';
    try {
      change(root, operation);
      // Thrown where the operation cannot be applied.
    } catch {
      return 'not-applicable';
    }
  }
  return root['doc'];
}

const leaf = fc.oneof(fc.constantFrom('x', '', 0, 1, true, null), fc.constant({}), fc.constant([]));
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '~', '/'), tie('node'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).node;
const pointer = fc
  .array(fc.constantFrom('a', 'b', '0', '1', '2', '-', '~0', '~1', '00'), { maxLength: 3 })
  .map((tokens) => tokens.map((token) => `/${token}`).join(''));
const operation = fc.record({
  op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
  path: pointer,
  from: pointer,
  value,
});

test('any patch gives what a model that changes a clone in place gives', () => {
  fc.assert(
    fc.property(value, fc.array(operation, { maxLength: 6 }), (document, operations) => {
      const before = structuredClone(document);
      const result = applyPatch(document, operations);
      expect(result.kind === 'done' ? result.document : result.kind).toEqual(model(document, operations));
      expect(document).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});

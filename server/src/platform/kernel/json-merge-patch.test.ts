import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePatch } from './json-merge-patch.ts';

// RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('merges %j and %j as RFC 7396 does', (document, patch, expected) => {
  expect(mergePatch(document, patch)).toEqual(expected);
});

test('a merge is idempotent and never leaves a null that the patch has sent', () => {
  const names = fc.constantFrom('a', 'b', 'c');
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      fc.constantFrom('x', 1, null),
      fc.dictionary(names, tie('node'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).node;
  fc.assert(
    fc.property(
      fc.dictionary(names, fc.constantFrom('x', 1)),
      fc.dictionary(names, value),
      (document, patch) => {
        const once = mergePatch(document, patch);
        expect(mergePatch(once, patch)).toEqual(once);
        expect(JSON.stringify(once)).not.toContain('null');
      },
    ),
  );
});

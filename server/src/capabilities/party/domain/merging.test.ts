import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merged, withoutAbsent } from './merging.ts';

interface Sample {
  readonly a?: number;
  readonly b?: string;
  readonly c?: readonly number[];
}

const present = fc.record(
  { a: fc.nat(), b: fc.string(), c: fc.array(fc.nat()) },
  { requiredKeys: [], noNullPrototype: true },
);
const change = fc.record(
  { a: fc.option(fc.nat()), b: fc.option(fc.string()), c: fc.option(fc.array(fc.nat())) },
  { requiredKeys: [], noNullPrototype: true },
);

describe('a merge', () => {
  test.each<[string, Sample | undefined, Parameters<typeof merged<Sample>>[1], Sample | undefined]>([
    ['of nothing into nothing', undefined, {}, undefined],
    ['into nothing', undefined, { a: 1 }, { a: 1 }],
    ['of a clearing into nothing', undefined, { a: null }, undefined],
    ['that leaves', { a: 1, b: 'x' }, { b: 'y' }, { a: 1, b: 'y' }],
    ['that clears', { a: 1, b: 'x' }, { a: null }, { b: 'x' }],
    ['that clears all', { a: 1, b: 'x' }, { a: null, b: null }, undefined],
    ['that replaces a list', { c: [1, 2] }, { c: [3] }, { c: [3] }],
    ['that empties a list', { c: [1, 2] }, { c: [] }, { c: [] }],
    ['of zero and the empty text', undefined, { a: 0, b: '' }, { a: 0, b: '' }],
  ])('%s', (_what, current, requested, after) => {
    expect(merged<Sample>(current, requested)).toStrictEqual(after);
  });

  test('has of each member the requested value, or the previous one', () => {
    fc.assert(
      fc.property(fc.option(present, { nil: undefined }), change, (current, requested) => {
        const after = merged<Sample>(current, requested);
        for (const name of ['a', 'b', 'c'] as const) {
          expect(after?.[name]).toEqual(name in requested ? (requested[name] ?? undefined) : current?.[name]);
        }
        expect(Object.values(after ?? { a: 1 })).not.toContain(null);
        expect(Object.keys(after ?? { a: 1 })).not.toEqual([]);
      }),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(present, change, (current, requested) => {
        const once = merged<Sample>(current, requested);
        expect(merged<Sample>(once, requested)).toEqual(once);
      }),
    );
  });
});

test('an undefined member is removed, and null is not', () => {
  const value: { readonly a: number | undefined; readonly b: null; readonly c: number } = {
    a: undefined,
    b: null,
    c: 0,
  };
  expect(withoutAbsent(value)).toStrictEqual({ b: null, c: 0 });
});

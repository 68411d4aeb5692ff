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
  ])('%s', (_what, current, wish, after) => {
    expect(merged<Sample>(current, wish)).toStrictEqual(after);
  });

  test('has of each member what was wished, or what was there', () => {
    fc.assert(
      fc.property(fc.option(present, { nil: undefined }), change, (current, wish) => {
        const after = merged<Sample>(current, wish);
        for (const name of ['a', 'b', 'c'] as const) {
          expect(after?.[name]).toEqual(name in wish ? (wish[name] ?? undefined) : current?.[name]);
        }
        expect(Object.values(after ?? { a: 1 })).not.toContain(null);
        expect(Object.keys(after ?? { a: 1 })).not.toEqual([]);
      }),
    );
  });

  test('done twice is done once', () => {
    fc.assert(
      fc.property(present, change, (current, wish) => {
        const once = merged<Sample>(current, wish);
        expect(merged<Sample>(once, wish)).toEqual(once);
      }),
    );
  });
});

test('what is absent is no member any more, and null is not absent', () => {
  const value: { readonly a: number | undefined; readonly b: null; readonly c: number } = {
    a: undefined,
    b: null,
    c: 0,
  };
  expect(withoutAbsent(value)).toStrictEqual({ b: null, c: 0 });
});

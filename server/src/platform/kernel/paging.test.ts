import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PageLimits, pageMetadata, pageOf } from './paging.ts';

const limits: PageLimits = { pageSizeDefault: 10, pageSizeMax: 100, listWindow: 10_000 };
const sorting = { sortBy: 'name', sortOrder: 'asc' } as const;

const anyLimits = fc
  .record({
    pageSizeMax: fc.integer({ min: 1, max: 200 }),
    listWindow: fc.integer({ min: 200, max: 20_000 }),
  })
  .map((max): PageLimits => ({ pageSizeDefault: 1, ...max }));
const positive = fc.integer({ min: 1, max: 30_000 });

test('the first page of the default size is the default', () => {
  expect(pageOf({}, limits)).toEqual({ page: 1, pageSize: 10, offset: 0, limit: 10, listWindow: 10_000 });
});

test('a later page starts after the earlier ones', () => {
  expect(pageOf({ page: 3, pageSize: 25 }, limits)).toMatchObject({ offset: 50, limit: 25 });
});

test('the last page inside the result limit is served, the next refused', () => {
  expect(pageOf({ page: 100, pageSize: 100 }, limits)).toMatchObject({ offset: 9900 });
  expect(pageOf({ page: 101, pageSize: 100 }, limits)).toBe('window-exceeded');
  expect(pageOf({ page: 1e300 }, limits)).toBe('window-exceeded');
});

test('a page larger than the bank allows is refused', () => {
  expect(pageOf({ pageSize: 101 }, limits)).toBe('page-size-exceeded');
});

test('a page that no contract allows is an internal error', () => {
  expect(() => pageOf({ page: 0 }, limits)).toThrow('count from one');
  expect(() => pageOf({ pageSize: 1.5 }, limits)).toThrow('at least one item');
});

test('no page ever exceeds the result limit or the largest size', () => {
  fc.assert(
    fc.property(anyLimits, positive, positive, (max, page, pageSize) => {
      const result = pageOf({ page, pageSize }, max);
      const isWithin = pageSize <= max.pageSizeMax && page * pageSize <= max.listWindow;
      expect(typeof result === 'object').toBe(isWithin);
      expect(typeof result === 'string' || result.limit <= max.pageSizeMax).toBe(true);
      expect(typeof result === 'string' || result.offset + result.limit <= max.listWindow).toBe(true);
    }),
  );
});

test('metadata counts pages and repeats the sorting', () => {
  const page = pageOf({ page: 2 }, limits);
  if (typeof page === 'string') throw new Error(page);
  expect(pageMetadata(page, 21, sorting)).toEqual({
    page: 2,
    pageSize: 10,
    totalCount: 21,
    totalPages: 3,
    totalCountIsEstimate: false,
    sortBy: 'name',
    sortOrder: 'asc',
  });
  expect(pageMetadata(page, 0, sorting)).toMatchObject({ totalCount: 0, totalPages: 0 });
});

test('a count above the result limit is returned as the limit and marked as an estimate', () => {
  const page = pageOf({}, limits);
  if (typeof page === 'string') throw new Error(page);
  const atWindow = { totalCount: 10_000, totalPages: 1000 };
  expect(pageMetadata(page, 10_000, sorting)).toMatchObject({ ...atWindow, totalCountIsEstimate: false });
  expect(pageMetadata(page, 10_001, sorting)).toMatchObject({ ...atWindow, totalCountIsEstimate: true });
});

test('the announced pages contain exactly the shown count', () => {
  fc.assert(
    fc.property(anyLimits, positive, (max, totalCount) => {
      const page = pageOf({ pageSize: max.pageSizeMax }, max);
      if (typeof page === 'string') throw new Error(page);
      const shown = pageMetadata(page, totalCount, sorting);
      expect(shown.totalPages * page.pageSize).toBeGreaterThanOrEqual(shown.totalCount);
      expect((shown.totalPages - 1) * page.pageSize).toBeLessThan(shown.totalCount);
    }),
  );
});

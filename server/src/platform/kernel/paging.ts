import assert from 'node:assert/strict';

/** The bank's policy for lists. */
export type PageLimits = {
  readonly pageSizeDefault: number;
  readonly pageSizeMax: number;
  /** How many items of a list can be read: `page` times `pageSize` stays within it. */
  readonly listWindow: number;
};

/** The requested page; pages count from one. */
export type PageRequest = {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
};

/** The page of a request that names none. */
export const pageDefault = 1;

/** A page within the limits: `offset` and `limit` are for the statement, the rest is for the response. */
export type Page = {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly limit: number;
  readonly listWindow: number;
};

/** The direction of a sort; ties are always broken by resource id ascending. */
export type SortOrder = 'asc' | 'desc';

/** SPEC 1.8: the direction of a request that names none. */
export const sortOrderDefault = 'asc' satisfies SortOrder;

/** How a list is sorted, by a sort key of its operation. */
export type Sorting<Key extends string = string> = {
  readonly sortBy: Key;
  readonly sortOrder: SortOrder;
};

/** The page metadata of a response, before a dialect gives it wire names. */
export type PageMetadata<Key extends string = string> = Sorting<Key> & {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly totalPages: number;
  readonly totalCountIsEstimate: boolean;
};

/**
 * Converts a request to a page within the bank's limits. Contracts check the lower bounds; the upper ones are bank
 * policy and known only here, so exceeding them is a problem and not an internal error.
 */
export function pageOf(
  request: PageRequest,
  limits: PageLimits,
): Page | 'window-exceeded' | 'page-size-exceeded' {
  const { page = pageDefault, pageSize = limits.pageSizeDefault } = request;
  assert(Number.isInteger(page) && page >= 1, 'pages count from one');
  assert(Number.isInteger(pageSize) && pageSize >= 1, 'a page has at least one item');
  if (pageSize > limits.pageSizeMax) return 'page-size-exceeded';
  if (page * pageSize > limits.listWindow) return 'window-exceeded';
  const offset = (page - 1) * pageSize;
  return { page, pageSize, offset, limit: pageSize, listWindow: limits.listWindow };
}

/**
 * Describes a page of a list with `totalCount` items. Above the result limit items are not counted: a statement may
 * stop one past it, and the response then has the limit and marks it as an estimate.
 */
export function pageMetadata<Key extends string>(
  page: Page,
  totalCount: number,
  sorting: Sorting<Key>,
): PageMetadata<Key> {
  assert(Number.isInteger(totalCount) && totalCount >= 0, 'a count is a whole number');
  const shownCount = Math.min(totalCount, page.listWindow);
  return {
    page: page.page,
    pageSize: page.pageSize,
    totalCount: shownCount,
    totalPages: Math.ceil(shownCount / page.pageSize),
    totalCountIsEstimate: totalCount > page.listWindow,
    sortBy: sorting.sortBy,
    sortOrder: sorting.sortOrder,
  };
}

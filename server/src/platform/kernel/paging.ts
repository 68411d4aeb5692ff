import assert from 'node:assert/strict';

/** The bank's policy for lists. */
export type PageLimits = {
  readonly pageSizeDefault: number;
  readonly pageSizeMax: number;
  /** How deep a list can be read at all: `page` times `pageSize` stays within it. */
  readonly listWindow: number;
};

/** What the caller asks for; pages count from one. */
export type PageRequest = {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
};

/** One page that may be read: `offset` and `limit` are for the statement, the rest is for the answer. */
export type Page = {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  readonly limit: number;
  readonly listWindow: number;
};

/** The direction of a sort; ties are always broken by resource id ascending. */
export type SortOrder = 'asc' | 'desc';

/** How a list is sorted, by a sort key of its operation. */
export type Sorting<Key extends string = string> = {
  readonly sortBy: Key;
  readonly sortOrder: SortOrder;
};

/** What an answer says about its page, before a dialect gives it wire names. */
export type PageMetadata<Key extends string = string> = Sorting<Key> & {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly totalPages: number;
  readonly totalCountIsEstimate: boolean;
};

/**
 * Turns a request into a page within the bank's limits. Contracts check the lower bounds; the upper ones are
 * bank policy and known only here, so exceeding them is an answer and not a bug.
 */
export function pageOf(
  request: PageRequest,
  limits: PageLimits,
): Page | 'window-exceeded' | 'page-size-exceeded' {
  const { page = 1, pageSize = limits.pageSizeDefault } = request;
  assert(Number.isInteger(page) && page >= 1, 'pages count from one');
  assert(Number.isInteger(pageSize) && pageSize >= 1, 'a page has at least one item');
  if (pageSize > limits.pageSizeMax) return 'page-size-exceeded';
  if (page * pageSize > limits.listWindow) return 'window-exceeded';
  const offset = (page - 1) * pageSize;
  return { page, pageSize, offset, limit: pageSize, listWindow: limits.listWindow };
}

/**
 * Describes a page of a list with `totalCount` items. Beyond the window nobody counts: a statement may stop one
 * past it, and the answer then names the window and says that it is an estimate.
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

import type { PageMetadata } from '#platform/kernel/paging.ts';

/** Page metadata in wire names. */
export function toPageMetadata(metadata: PageMetadata): {
  readonly page: number;
  readonly 'page-size': number;
  readonly 'total-count': number;
  readonly 'total-pages': number;
  readonly 'total-count-is-estimate': boolean;
  readonly 'sort-by': string;
  readonly 'sort-order': string;
} {
  return {
    page: metadata.page,
    'page-size': metadata.pageSize,
    'total-count': metadata.totalCount,
    'total-pages': metadata.totalPages,
    'total-count-is-estimate': metadata.totalCountIsEstimate,
    'sort-by': metadata.sortBy,
    'sort-order': metadata.sortOrder,
  };
}

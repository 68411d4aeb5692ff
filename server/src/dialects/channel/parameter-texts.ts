/** Parameters that mean the same on every interface of this dialect. */
export const channelParameters = {
  'accept-language': 'Languages of texts in the response, the preferred one first.',
  'if-match':
    'The `ETag` of the version that the change is made to; the change is rejected if there is a newer one.',
  include: 'Members to add that are left out by default.',
  page: 'Number of the page, from 1 on.',
  'page-size': 'Items of a page; the bank limits it.',
  'schema-id': 'Id of the classification, from the list.',
  'sort-by': 'Member by which the items are ordered.',
  'sort-order': 'Ascending (`asc`) or descending (`desc`).',
  trim: 'Members to leave out of the response.',
} as const;

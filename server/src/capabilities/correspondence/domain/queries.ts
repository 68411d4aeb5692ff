/** Sort keys of communications. */
export const communicationSortKeys = ['created', 'priority', 'expires', 'status', 'sent'] as const;
export type CommunicationSortKey = (typeof communicationSortKeys)[number];

/** The sort key of a request that names none. */
export const communicationSortKeyDefault = 'created' satisfies CommunicationSortKey;

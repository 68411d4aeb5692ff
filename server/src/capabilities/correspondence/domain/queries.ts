/** Sort keys of communications. */
export const communicationSortKeys = ['created', 'priority', 'expires', 'status', 'sent'] as const;
export type CommunicationSortKey = (typeof communicationSortKeys)[number];

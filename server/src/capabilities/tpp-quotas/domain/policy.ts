import { Temporal } from 'temporal-polyfill';

/** What a resource costs beside its content: its rows in all tables, with their indexes. */
export const rowBytes = 4_096;

/**
 * When the content of what ended unsigned is due for deletion. The clean-up runs every night; it may fail for five nights
 * before a content is older than seven days.
 */
export const contentKeptHours = 24;

/** Within which account numbers that a third party names in vain are counted. */
export const unknownWindow = Temporal.Duration.from({ hours: 1 });

/** A reservation whose resource was never stored is given back so long after its life: its process died. */
export const orphanHours = 1;

/** Contents are deleted by night: a third party that has none left need not ask more often. */
export const contentRetrySeconds = 3_600;

/** Expired resources are recorded each minute: then the count is lower at the earliest. */
export const expirySeconds = 60;

import type { Reader } from '#platform/db/reader.ts';

/**
 * Port: restrictions of users and of their devices, which another capability records. Returns which of these users may
 * not sign, read in the caller's transaction. Does the same work for ids that no user has.
 */
export type Restrictions = (
  db: Reader,
  criteria: { readonly bankId: string; readonly userIds: readonly string[] },
) => Promise<ReadonlySet<string>>;

/** Used where no restrictions are recorded. */
export const noRestrictions: Restrictions = async () => new Set();

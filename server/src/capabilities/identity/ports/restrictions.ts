import type { Reader } from '#platform/db/reader.ts';

/** What a restriction of a customer may forbid its users; `sign` is more than `pay`. */
export type RestrictedAct = 'sign-in' | 'sign' | 'pay';

/**
 * Port: restrictions of customers, which another capability records. Returns what each of these customers may not do,
 * read in the caller's transaction; a customer without restrictions is left out. Does the same work for numbers that no
 * customer has.
 */
export type Restrictions = (
  db: Reader,
  criteria: { readonly bankId: string; readonly customerNumbers: readonly string[] },
) => Promise<ReadonlyMap<string, ReadonlySet<RestrictedAct>>>;

/** Used where no restrictions are recorded. */
export const noRestrictions: Restrictions = async () => new Map();

import { omitUndefined } from '#platform/kernel/members.ts';
import type { Day } from './facts.ts';
import { mandateScope } from './relationships.ts';

/** What a proxy may do for a principal, and when. */
export interface MandateTerms {
  /** Kinds of resources that the proxy may sign. */
  readonly scope: readonly string[];
  /** The group of the principal in which the proxy signs. */
  readonly signingGroup?: string;
  readonly office?: string;
  readonly validFrom: Day;
  /** The last valid day; absent: until it is ended. */
  readonly validUntil?: Day;
}

/** Terms as they are entered. */
export interface EnteredTerms {
  /** Absent: everything that requires a signature. */
  readonly scope?: readonly string[] | undefined;
  readonly signingGroup?: string | undefined;
  readonly office?: string | undefined;
  /** Absent: from today on. */
  readonly validFrom?: Day | undefined;
  readonly validUntil?: Day | undefined;
}

/** Returns the terms in full. */
export function completeTerms(
  { office, scope = mandateScope, signingGroup, validFrom, validUntil }: EnteredTerms,
  today: Day,
): MandateTerms {
  return omitUndefined({
    scope: [...new Set(scope)],
    signingGroup,
    office,
    validFrom: validFrom ?? today,
    validUntil,
  });
}

/** A recorded mandate, as far as its time matters. */
export interface MandatePeriod {
  readonly validFrom: Day;
  readonly validUntil?: Day | undefined;
}

/** Why terms cannot be recorded. */
export type TermsFault = 'scope-empty' | 'scope-unknown' | 'begins-in-the-past' | 'ends-before-it-begins';

/**
 * Returns what is wrong with the terms of a mandate. A mandate never begins in the past: what was signed without one must
 * not become valid afterwards.
 */
export function termsFault(
  { scope, validFrom, validUntil }: MandateTerms,
  today: Day,
): TermsFault | undefined {
  if (scope.length === 0) return 'scope-empty';
  if (scope.some((kind) => !mandateScope.includes(kind))) return 'scope-unknown';
  if (validFrom < today) return 'begins-in-the-past';
  return validUntil !== undefined && validUntil < validFrom ? 'ends-before-it-begins' : undefined;
}

/** Returns whether a mandate is valid on a day, or will be. */
export function isValidFrom({ validUntil }: MandatePeriod, day: Day): boolean {
  return validUntil === undefined || validUntil >= day;
}

/** Codes of the findings of a rule check. */
export type FindingCode =
  | 'band-gap'
  | 'band-overlap'
  | 'payment-gap'
  | 'unreachable-quorum'
  | 'unreachable-alternative'
  | 'quorum-needs-initiator'
  | 'quorum-needs-absentee'
  | 'one-person-suffices'
  | 'initiator-alone'
  | 'users-of-one-party'
  | 'validity-over'
  | 'never-matches'
  | 'shadowed'
  | 'duplicate-rule'
  | 'duplicate-version'
  | 'two-versions'
  | 'unknown-entity'
  | 'unknown-kind'
  | 'mandatory-of-owner'
  | 'reference-currency'
  | 'nothing-required'
  | 'level-hole';

/** An error or a suspected mistake in rules that are about to become active. */
export interface Finding {
  /** An error prevents activation; a warning is shown to the person who activates the rules. */
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  readonly ruleIds: readonly string[];
  /** A sentence without names of people. */
  readonly message: string;
  /** Path of the member, with the indexes of alternative and requirement where applicable. */
  readonly path: string;
}

/** What a check of rules can find. */
export type FindingCode =
  | 'band-gap'
  | 'band-overlap'
  | 'unreachable-quorum'
  | 'unreachable-alternative'
  | 'quorum-needs-initiator'
  | 'quorum-needs-absentee'
  | 'one-person-suffices'
  | 'initiator-alone'
  | 'validity-over'
  | 'never-matches'
  | 'shadowed'
  | 'duplicate-rule'
  | 'duplicate-version'
  | 'two-versions'
  | 'unknown-entity'
  | 'mandatory-of-owner'
  | 'reference-currency'
  | 'nothing-required'
  | 'level-hole';

/** One thing that is wrong, or looks wrong, with rules that are about to become active. */
export interface Finding {
  /** An error keeps the rules from becoming active; a warning is for the person who activates them. */
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  readonly ruleIds: readonly string[];
  /** In plain words, without names of people. */
  readonly message: string;
  /** The member of the rule, with the numbers of alternative and requirement where there are some. */
  readonly path: string;
}

import type { Temporal } from 'temporal-polyfill';
import type { EffectiveRule } from './merge-rules.ts';
import {
  groupsOf,
  isEntity,
  isInOtherGroup,
  isMandated,
  isSamePerson,
  peopleOf,
  type RosterIndex,
  representedBy,
  type Signatory,
} from './roster.ts';
import type { Alternative, EntityLevel, Requirement } from './rule.ts';

/** A stored signature. The history of a collection is the list of them in the order in which they were given. */
export interface Signature extends Signatory {
  readonly digest: string;
  readonly signedAt: Temporal.Instant;
  readonly state: 'valid' | 'void';
  /** When it became void; until then it blocked others and unlocked higher levels. */
  readonly voidedAt?: Temporal.Instant;
}

/** Why a signatory counts for no requirement of an alternative. */
export type MatchError =
  | 'already-signed'
  | 'initiator-barred'
  | 'delegation-missing'
  | 'already-represented'
  | 'no-entity'
  | 'mandate-missing'
  | 'other-group'
  | 'entity-full'
  | 'wrong-order';

/** The requirement of an alternative that a signatory counts for, or why for none. */
export type RequirementMatch =
  | { readonly kind: 'matched'; readonly requirement: Requirement }
  | { readonly kind: 'refused'; readonly why: MatchError };

/** Context that a history is evaluated against. */
export interface CountingContext {
  readonly rule: EffectiveRule;
  readonly initiator: string | undefined;
  readonly roster: RosterIndex;
}

/** A signature with the requirement that it matches in one alternative. */
export interface MatchedSignature {
  readonly signature: Signature;
  readonly match: RequirementMatch;
}

/** A signatory at a time. */
export interface Attempt {
  readonly signatory: Signatory;
  readonly atMs: number;
}

/**
 * Evaluates a history from its start. Each signature is matched against those that stood when it was given, so the same
 * history always counts the same, and only the signatures need to be stored.
 */
export function matchHistory(
  context: CountingContext,
  alternative: Alternative,
  history: readonly Signature[],
): readonly MatchedSignature[] {
  const matched: MatchedSignature[] = [];
  for (const signature of history) {
    const attempt = { signatory: signature, atMs: signature.signedAt.epochMilliseconds };
    const standing = standingAt(matched, attempt.atMs, context.roster);
    matched.push({ signature, match: matchRequirement(context, { alternative, standing }, attempt) });
  }
  return matched;
}

/**
 * Returns the signatures that are not void at a time, whose signers still have the mandate that they count under, and
 * that repeat no other one.
 */
export function standingAt(
  matched: readonly MatchedSignature[],
  atMs: number,
  roster: RosterIndex,
): readonly MatchedSignature[] {
  const left = matched.filter(({ signature, match: placement }) => {
    const { state, voidedAt } = signature;
    if (state === 'void' && (voidedAt === undefined || voidedAt.epochMilliseconds <= atMs)) return false;
    if (placement.kind === 'refused') return true;
    return peopleOf(signature).every((userId) => isMandated(placement.requirement, userId, atMs, roster));
  });
  return left.filter((one, index) => !isRepetition(one, left.slice(0, index), roster));
}

/**
 * Returns whether the person has signed before, or was represented before. Two users who signed become one person when
 * their parties are merged; the later signature then neither counts nor bars that person once the earlier one is void.
 */
function isRepetition(
  { match: placement, signature }: MatchedSignature,
  earlier: readonly MatchedSignature[],
  roster: RosterIndex,
): boolean {
  if (placement.kind === 'refused')
    return placement.why === 'already-signed' || placement.why === 'already-represented';
  return earlier.some(
    (one) =>
      one.match.kind === 'matched' &&
      (isSamePerson(one.signature.userId, signature.userId, roster) ||
        isSamePerson(authorityOf(one.signature), authorityOf(signature), roster)),
  );
}

/** Returns the person whose right to sign is used. */
function authorityOf({ onBehalfOf, userId }: Signatory): string {
  return onBehalfOf ?? userId;
}

/** An alternative and the signatures that stand in it. */
export interface Filling {
  readonly alternative: Alternative;
  readonly standing: readonly MatchedSignature[];
}

/**
 * Matches a signatory to a requirement. SPEC channel-interfaces 9.4: once per alternative, for the most specific entity
 * that lacks signatures.
 */
export function matchRequirement(
  context: CountingContext,
  filling: Filling,
  attempt: Attempt,
): RequirementMatch {
  const personal = signatoryError(context, filling, attempt);
  if (personal !== undefined) return { kind: 'refused', why: personal };
  const { rule, roster } = context;
  const steps: readonly Step[] = [
    ['no-entity', (requirement) => isEntityOf(requirement, attempt, roster)],
    ['mandate-missing', (requirement) => isMandatedSignatory(requirement, attempt, roster)],
    ['other-group', (requirement) => isOfOneGroup(requirement, filling.alternative, { attempt, roster })],
    ['entity-full', (requirement) => isLacking(requirement, filling)],
    ['wrong-order', (requirement) => !rule.enforceHierarchy || isOpen(requirement, filling)],
  ];
  return filterRequirements(filling.alternative, steps);
}

type Step = readonly [MatchError, (requirement: Requirement) => boolean];

/** Filters the requirements by each step; the step that leaves none is the reason for the rejection. */
function filterRequirements(alternative: Alternative, steps: readonly Step[]): RequirementMatch {
  let left = alternative;
  for (const [why, passes] of steps) {
    left = left.filter(passes);
    if (left.length === 0) return { kind: 'refused', why };
  }
  return { kind: 'matched', requirement: left.reduce(moreSpecific) };
}

/** SPEC channel-interfaces 9.4. */
const entityRank: Readonly<Record<EntityLevel, number>> = {
  'user-id': 0,
  'user-name': 1,
  'customer-group': 2,
  'special-group': 3,
  customer: 4,
};

function moreSpecific(first: Requirement, next: Requirement): Requirement {
  return entityRank[next.entityLevel] < entityRank[first.entityLevel] ? next : first;
}

/** Returns why a signatory is barred from the whole alternative, if so. */
function signatoryError(
  { rule, initiator, roster }: CountingContext,
  { standing }: Filling,
  { signatory, atMs }: Attempt,
): MatchError | undefined {
  const isSame = (one: string, other: string): boolean => isSamePerson(one, other, roster);
  const isInitiator = (userId: string): boolean => initiator !== undefined && isSame(userId, initiator);
  if (standing.some(({ signature }) => isSame(signature.userId, signatory.userId))) return 'already-signed';
  if (!rule.initiatorMaySign && isInitiator(signatory.userId)) return 'initiator-barred';
  if (signatory.onBehalfOf !== undefined) {
    // Otherwise the initiator could sign through a delegate, or a second time on behalf of a colleague.
    if (peopleOf(signatory).some(isInitiator)) return 'initiator-barred';
    if (!representedBy(signatory.userId, atMs, roster).includes(signatory.onBehalfOf))
      return 'delegation-missing';
  }
  const authority = authorityOf(signatory);
  const isRepresented = standing.some(({ signature }) => isSame(authorityOf(signature), authority));
  return isRepresented ? 'already-represented' : undefined;
}

function isEntityOf(requirement: Requirement, { signatory, atMs }: Attempt, roster: RosterIndex): boolean {
  return isEntity(requirement, authorityOf(signatory), atMs, roster);
}

function isMandatedSignatory(
  requirement: Requirement,
  { signatory, atMs }: Attempt,
  roster: RosterIndex,
): boolean {
  return peopleOf(signatory).every((userId) => isMandated(requirement, userId, atMs, roster));
}

interface AttemptContext {
  readonly attempt: Attempt;
  readonly roster: RosterIndex;
}

/** Returns whether the groups of the delegate or of the represented person bar the signature. */
function isOfOneGroup(requirement: Requirement, alternative: Alternative, context: AttemptContext): boolean {
  if (!requirement.distinctGroup) return true;
  const { attempt, roster } = context;
  const memberships = peopleOf(attempt.signatory).flatMap((userId) => groupsOf(userId, attempt.atMs, roster));
  return !isInOtherGroup(requirement, alternative, memberships);
}

function isLacking(requirement: Requirement, { standing }: Filling): boolean {
  return existingOf(requirement, standing) < requirement.required;
}

/** SPEC channel-interfaces 9.1: levels complete in ascending order. */
function isOpen({ level }: Requirement, filling: Filling): boolean {
  return filling.alternative.every((other) => other.level >= level || !isLacking(other, filling));
}

/** Returns how many signatures count for a requirement. */
export function existingOf(requirement: Requirement, standing: readonly MatchedSignature[]): number {
  return standing.filter(
    ({ match: placement }) => placement.kind === 'matched' && placement.requirement === requirement,
  ).length;
}

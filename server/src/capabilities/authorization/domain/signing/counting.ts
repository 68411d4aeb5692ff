import type { Temporal } from 'temporal-polyfill';
import type { EffectiveRule } from './merge-rules.ts';
import {
  groupsOf,
  isEntity,
  isInOtherGroup,
  isMandated,
  peopleOf,
  type RosterIndex,
  representedBy,
  type Signatory,
} from './roster.ts';
import type { Alternative, EntityLevel, Requirement } from './rule.ts';

/** A signature as it was given. The history of a collection is the list of them in the order they were given. */
export interface Signature extends Signatory {
  readonly digest: string;
  readonly signedAt: Temporal.Instant;
  readonly state: 'valid' | 'void';
  /** When it became void; until then it stood in the way of others and let higher levels begin. */
  readonly voidedAt?: Temporal.Instant;
}

/** Why a hand counts for nothing in an alternative. */
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

/** For which requirement of an alternative a hand counts, or why for none. */
export type Placement =
  | { readonly kind: 'placed'; readonly requirement: Requirement }
  | { readonly kind: 'refused'; readonly why: MatchError };

/** What a history is read against. */
export interface CountingContext {
  readonly rule: EffectiveRule;
  readonly initiator: string | undefined;
  readonly roster: RosterIndex;
}

/** A signature with its place in one alternative. */
export interface PlacedSignature {
  readonly signature: Signature;
  readonly placement: Placement;
}

/** A hand at a moment. */
export interface Attempt {
  readonly signatory: Signatory;
  readonly atMs: number;
}

/**
 * Reads a history from its beginning. Each signature is placed among those that stood when it was given, so the same
 * history always counts the same, and nothing but the signatures need be kept.
 */
export function placeHistory(
  context: CountingContext,
  alternative: Alternative,
  history: readonly Signature[],
): readonly PlacedSignature[] {
  const placed: PlacedSignature[] = [];
  for (const signature of history) {
    const attempt = { signatory: signature, atMs: signature.signedAt.epochMilliseconds };
    const standing = standingAt(placed, attempt.atMs, context.roster);
    placed.push({ signature, placement: matchRequirement(context, { alternative, standing }, attempt) });
  }
  return placed;
}

/** Those that are not void at a moment, and whose signers still have the mandate under which they count. */
export function standingAt(
  placed: readonly PlacedSignature[],
  atMs: number,
  roster: RosterIndex,
): readonly PlacedSignature[] {
  return placed.filter(({ signature, placement }) => {
    const { state, voidedAt } = signature;
    if (state === 'void' && (voidedAt === undefined || voidedAt.epochMilliseconds <= atMs)) return false;
    if (placement.kind === 'refused') return true;
    return peopleOf(signature).every((userId) => isMandated(placement.requirement, userId, atMs, roster));
  });
}

/** An alternative and the signatures that stand in it. */
export interface Filling {
  readonly alternative: Alternative;
  readonly standing: readonly PlacedSignature[];
}

/** Finds the place of a hand. SPEC channel-interfaces 9.4: once per alternative, for the most specific entity that lacks signatures. */
export function matchRequirement(context: CountingContext, filling: Filling, attempt: Attempt): Placement {
  const personal = personalFault(context, filling, attempt);
  if (personal !== undefined) return { kind: 'refused', why: personal };
  const { rule, roster } = context;
  const steps: readonly Step[] = [
    ['no-entity', (requirement) => isEntityOf(requirement, attempt, roster)],
    ['mandate-missing', (requirement) => isMandatedHand(requirement, attempt, roster)],
    ['other-group', (requirement) => isOfOneGroup(requirement, filling.alternative, { attempt, roster })],
    ['entity-full', (requirement) => isLacking(requirement, filling)],
    ['wrong-order', (requirement) => !rule.enforceHierarchy || isOpen(requirement, filling)],
  ];
  return sift(filling.alternative, steps);
}

type Step = readonly [MatchError, (requirement: Requirement) => boolean];

/** Leaves of the requirements what passes each step; the step that leaves none is the reason. */
function sift(alternative: Alternative, steps: readonly Step[]): Placement {
  let left = alternative;
  for (const [why, passes] of steps) {
    left = left.filter(passes);
    if (left.length === 0) return { kind: 'refused', why };
  }
  return { kind: 'placed', requirement: left.reduce(moreSpecific) };
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

/** What bars a person from the whole alternative. */
function personalFault(
  { rule, initiator, roster }: CountingContext,
  { standing }: Filling,
  { signatory: hand, atMs }: Attempt,
): MatchError | undefined {
  if (standing.some(({ signature }) => signature.userId === hand.userId)) return 'already-signed';
  if (!rule.initiatorMaySign && hand.userId === initiator) return 'initiator-barred';
  if (hand.onBehalfOf !== undefined) {
    // Else the initiator could sign through a colleague, or a second time in a colleague's name.
    if (peopleOf(hand).some((userId) => userId === initiator)) return 'initiator-barred';
    if (!representedBy(hand.userId, atMs, roster).includes(hand.onBehalfOf)) return 'delegation-missing';
  }
  const authority = hand.onBehalfOf ?? hand.userId;
  const isTaken = standing.some(({ signature }) => (signature.onBehalfOf ?? signature.userId) === authority);
  return isTaken ? 'already-represented' : undefined;
}

function isEntityOf(
  requirement: Requirement,
  { signatory: hand, atMs }: Attempt,
  roster: RosterIndex,
): boolean {
  return isEntity(requirement, hand.onBehalfOf ?? hand.userId, atMs, roster);
}

function isMandatedHand(
  requirement: Requirement,
  { signatory: hand, atMs }: Attempt,
  roster: RosterIndex,
): boolean {
  return peopleOf(hand).every((userId) => isMandated(requirement, userId, atMs, roster));
}

interface AttemptContext {
  readonly attempt: Attempt;
  readonly roster: RosterIndex;
}

/** The delegate's own groups bar as well as those of whom he represents. */
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

/** How many signatures count for a requirement. */
export function existingOf(requirement: Requirement, standing: readonly PlacedSignature[]): number {
  return standing.filter(
    ({ placement }) => placement.kind === 'placed' && placement.requirement === requirement,
  ).length;
}

import {
  groupsOf,
  isEntity,
  isInOtherGroup,
  isMandated,
  isWithin,
  peopleOf,
  personOf,
  type RosterIndex,
  representedBy,
  type Signatory,
  standingError,
} from './roster.ts';
import type { Alternative, Requirement } from './rule.ts';

/** People who are available for a rule. */
export interface QuorumContext {
  readonly roster: RosterIndex;
  readonly atMs: number;
  /** Whether people who are absent at the time are excluded; their delegates then stand in. */
  readonly absences: 'ignored' | 'counted';
  /** A user who may not sign: the initiator. */
  readonly without?: string;
}

/**
 * Returns whether enough different people exist for an alternative: every required signature needs its own person.
 * Finds a maximum matching between signatures and people by augmenting paths.
 */
export function isReachable(alternative: Alternative, context: QuorumContext): boolean {
  const slots = alternative.flatMap((requirement) =>
    Array.from({ length: requirement.required }, () => signersOf(requirement, alternative, context)),
  );
  const slotOf = new Map<string, number>();
  return slots.every((_, slot) => assign(slots, slot, { slotOf, tried: new Set() }));
}

interface Matching {
  readonly slotOf: Map<string, number>;
  readonly tried: Set<string>;
}

function assign(slots: readonly (readonly string[])[], slot: number, matching: Matching): boolean {
  const { slotOf, tried } = matching;
  return (slots[slot] ?? []).some((userId) => {
    if (tried.has(userId)) return false;
    tried.add(userId);
    const currentSlot = slotOf.get(userId);
    if (currentSlot !== undefined && !assign(slots, currentSlot, matching)) return false;
    slotOf.set(userId, slot);
    return true;
  });
}

/** Returns the people who can sign for a requirement. */
function signersOf(
  requirement: Requirement,
  alternative: Alternative,
  context: QuorumContext,
): readonly string[] {
  const signatories = [...context.roster.signers.keys()].flatMap((userId) => signatoriesOf(userId, context));
  const able = signatories.filter((signatory) => isAble(signatory, requirement, { alternative, context }));
  return [...new Set(able.map(({ userId }) => personOf(userId, context.roster)))];
}

/**
 * Returns the roles in which a user can sign: in the own name unless absent, and on behalf of the represented people.
 */
function signatoriesOf(userId: string, { roster, atMs, absences }: QuorumContext): readonly Signatory[] {
  if (absences === 'ignored') return [{ userId }];
  const represented = representedBy(userId, atMs, roster).map((onBehalfOf) => ({ userId, onBehalfOf }));
  return isAway(userId, atMs, roster) ? represented : [{ userId }, ...represented];
}

function isAway(userId: string, atMs: number, roster: RosterIndex): boolean {
  return roster.absences.some(
    (absence) =>
      absence.userId === userId && isWithin({ validFrom: absence.from, validUntil: absence.until }, atMs),
  );
}

interface AbleContext {
  readonly alternative: Alternative;
  readonly context: QuorumContext;
}

function isAble(
  signatory: Signatory,
  requirement: Requirement,
  { alternative, context }: AbleContext,
): boolean {
  const { roster, atMs, without } = context;
  const people = peopleOf(signatory);
  const barred = without === undefined ? undefined : personOf(without, roster);
  if (people.some((userId) => personOf(userId, roster) === barred)) return false;
  if (people.some((userId) => standingError(roster.signers.get(userId)) !== undefined)) return false;
  if (!isEntity(requirement, signatory.onBehalfOf ?? signatory.userId, atMs, roster)) return false;
  if (!people.every((userId) => isMandated(requirement, userId, atMs, roster))) return false;
  const memberships = people.flatMap((userId) => groupsOf(userId, atMs, roster));
  return !requirement.distinctGroup || !isInOtherGroup(requirement, alternative, memberships);
}

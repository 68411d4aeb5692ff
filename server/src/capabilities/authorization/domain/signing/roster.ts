import type { Temporal } from 'temporal-polyfill';
import { type Alternative, entityText, isGroupLevel, type Requirement } from './rule.ts';

/** A span of time: the beginning belongs to it, the end does not. */
export interface Validity {
  readonly validFrom: Temporal.Instant;
  readonly validUntil?: Temporal.Instant;
}

/** The right to act for a customer. */
export interface Mandate extends Validity {
  readonly customer: string;
}

/** Somebody who may be asked to sign, as he stands now. */
export interface Signer {
  readonly userId: string;
  readonly userName: string;
  /** An agent comes from the workforce directory and has no mandate of a customer. */
  readonly kind: 'customer' | 'agent';
  readonly isActive: boolean;
  readonly isRestricted: boolean;
  readonly mandates: readonly Mandate[];
}

/** A place in a group of the owner or of the bank; with a level it counts for requirements of that level only. */
export interface Membership extends Validity {
  readonly entityLevel: 'customer-group' | 'special-group';
  readonly group: string;
  readonly userId: string;
  readonly level?: number;
}

/** While somebody is away his delegate may sign by virtue of his memberships. */
export interface Absence {
  readonly owner: string;
  readonly userId: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly delegateId?: string;
}

/** The people of one owner together with the groups of the bank. Groups of other owners do not belong here. */
export interface Roster {
  readonly owner: string;
  readonly signers: readonly Signer[];
  readonly memberships: readonly Membership[];
  readonly absences: readonly Absence[];
}

/** Who signs, and in whose place. */
export interface Signatory {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

/** A roster that is asked many times. */
export interface RosterIndex {
  readonly owner: string;
  readonly signers: ReadonlyMap<string, Signer>;
  readonly memberships: ReadonlyMap<string, readonly Membership[]>;
  readonly absences: readonly Absence[];
}

/** Sorts a roster by user. */
export function indexRoster({ owner, signers, memberships, absences }: Roster): RosterIndex {
  return {
    owner,
    signers: new Map(signers.map((signer) => [signer.userId, signer])),
    memberships: Map.groupBy(memberships, ({ userId }) => userId),
    absences: absences.filter((absence) => absence.owner === owner),
  };
}

/** Whether a moment lies in a span of time. */
export function isWithin({ validFrom, validUntil }: Validity, atMs: number): boolean {
  if (atMs < validFrom.epochMilliseconds) return false;
  return validUntil === undefined || atMs < validUntil.epochMilliseconds;
}

/** Why somebody may sign nothing at all at present; nothing when he may. */
export type StandingError = 'unknown-user' | 'not-active' | 'restricted';

export function standingError(signer: Signer | undefined): StandingError | undefined {
  if (signer === undefined) return 'unknown-user';
  if (!signer.isActive) return 'not-active';
  return signer.isRestricted ? 'restricted' : undefined;
}

/** Everybody who puts his name to a signature: the hand itself, and whom it represents. */
export function peopleOf({ userId, onBehalfOf }: Signatory): readonly string[] {
  return onBehalfOf === undefined ? [userId] : [userId, onBehalfOf];
}

/** The absent people somebody represents at a moment, in the order of the roster. There are no chains: a delegate's own delegate is none. */
export function representedBy(userId: string, atMs: number, roster: RosterIndex): readonly string[] {
  const absent = roster.absences
    .filter(({ delegateId, userId: absentId }) => delegateId === userId && absentId !== userId)
    .filter(({ from, until }) => isWithin({ validFrom: from, validUntil: until }, atMs))
    .map((absence) => absence.userId);
  return [...new Set(absent)];
}

/** Whether an entity stands for this person, mandates aside. */
export function isEntity(
  requirement: Requirement,
  userId: string,
  atMs: number,
  roster: RosterIndex,
): boolean {
  const { entityLevel, entityId, level } = requirement;
  switch (entityLevel) {
    case 'user-id':
      return entityId === userId;
    case 'user-name':
      return entityId === roster.signers.get(userId)?.userName;
    case 'customer':
      return hasMandate(userId, entityId, atMs, roster);
    case 'customer-group':
    case 'special-group':
      return groupsOf(userId, atMs, roster).some(
        (membership) =>
          isGroup(requirement, membership) && (membership.level === undefined || membership.level === level),
      );
  }
}

/** Whether somebody may act where the requirement wants it; bank groups and agents act without a mandate. */
export function isMandated(
  requirement: Requirement,
  userId: string,
  atMs: number,
  roster: RosterIndex,
): boolean {
  const { entityLevel, entityId } = requirement;
  if (entityLevel === 'special-group') return true;
  if (entityLevel === 'customer') return hasMandate(userId, entityId, atMs, roster);
  const isAgent = roster.signers.get(userId)?.kind === 'agent';
  return (isAgent && entityLevel !== 'customer-group') || hasMandate(userId, roster.owner, atMs, roster);
}

/** Whether a person also belongs to another group of the alternative. */
export function isInOtherGroup(
  requirement: Requirement,
  alternative: Alternative,
  memberships: readonly Membership[],
): boolean {
  return alternative
    .filter((other) => isGroupLevel(other.entityLevel) && entityText(other) !== entityText(requirement))
    .some((other) => memberships.some((membership) => isGroup(other, membership)));
}

/** The groups a person belongs to at a moment. */
export function groupsOf(userId: string, atMs: number, roster: RosterIndex): readonly Membership[] {
  return (roster.memberships.get(userId) ?? []).filter((membership) => isWithin(membership, atMs));
}

function isGroup({ entityLevel, entityId }: Requirement, membership: Membership): boolean {
  return membership.entityLevel === entityLevel && membership.group === entityId;
}

function hasMandate(userId: string, customer: string, atMs: number, roster: RosterIndex): boolean {
  const mandates = roster.signers.get(userId)?.mandates ?? [];
  return mandates.some((mandate) => mandate.customer === customer && isWithin(mandate, atMs));
}

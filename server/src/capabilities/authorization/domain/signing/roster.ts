import type { Temporal } from 'temporal-polyfill';
import { employeeKey } from '#platform/kernel/employee-id.ts';
import { type Alternative, entityText, isGroupLevel, type Requirement } from './rule.ts';

/** A period: the start is included, the end is not. */
export interface Validity {
  readonly validFrom: Temporal.Instant;
  readonly validUntil?: Temporal.Instant;
}

/** The right to act for a customer. */
export interface Mandate extends Validity {
  readonly customer: string;
}

/** A person who may be asked to sign, in the current state. */
export interface Signer {
  readonly userId: string;
  readonly userName: string;
  /** An agent comes from the workforce directory and has no mandate of a customer. */
  readonly kind: 'customer' | 'agent';
  readonly isActive: boolean;
  readonly isRestricted: boolean;
  readonly mandates: readonly Mandate[];
}

/** Membership in a group of the owner or of the bank; with a level it counts for requirements of that level only. */
export interface Membership extends Validity {
  readonly entityLevel: 'customer-group' | 'special-group';
  readonly group: string;
  readonly userId: string;
  readonly level?: number;
}

/** While a person is absent, the delegate may sign with the memberships of that person. */
export interface Absence {
  readonly owner: string;
  readonly userId: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly delegateId?: string;
}

/** People of one owner together with the groups of the bank. Groups of other owners are not included. */
export interface Roster {
  readonly owner: string;
  readonly signers: readonly Signer[];
  readonly memberships: readonly Membership[];
  readonly absences: readonly Absence[];
}

/** The person who signs, and the person who is represented, if any. */
export interface Signatory {
  readonly userId: string;
  readonly onBehalfOf?: string;
}

/** A roster indexed for repeated lookups. */
export interface RosterIndex {
  readonly owner: string;
  readonly signers: ReadonlyMap<string, Signer>;
  readonly memberships: ReadonlyMap<string, readonly Membership[]>;
  readonly absences: readonly Absence[];
}

/** Indexes a roster by user. */
export function indexRoster({ owner, signers, memberships, absences }: Roster): RosterIndex {
  return {
    owner,
    signers: new Map(signers.map((signer) => [signer.userId, signer])),
    memberships: Map.groupBy(memberships, ({ userId }) => userId),
    absences: absences.filter((absence) => absence.owner === owner),
  };
}

/** Returns whether a time lies in a period. */
export function isWithin({ validFrom, validUntil }: Validity, atMs: number): boolean {
  if (atMs < validFrom.epochMilliseconds) return false;
  return validUntil === undefined || atMs < validUntil.epochMilliseconds;
}

/** Why a person may not sign at all at present. */
export type StandingError = 'unknown-user' | 'not-active' | 'restricted';

export function standingError(signer: Signer | undefined): StandingError | undefined {
  if (signer === undefined) return 'unknown-user';
  if (!signer.isActive) return 'not-active';
  return signer.isRestricted ? 'restricted' : undefined;
}

/**
 * Returns the id by which people are distinguished. Ids of users are exact; ids of staff, whom the bank's own directory
 * names, are the same in upper and lower case.
 */
export function personOf(userId: string, { signers }: RosterIndex): string {
  return signers.get(userId)?.kind === 'customer' ? userId : employeeKey(userId);
}

/** Returns all people whose name is on a signature: the signer, and the represented person. */
export function peopleOf({ userId, onBehalfOf }: Signatory): readonly string[] {
  return onBehalfOf === undefined ? [userId] : [userId, onBehalfOf];
}

/**
 * Returns the absent people that a user represents at a time, in the order of the roster. Delegation is not transitive:
 * a delegate of a delegate represents only the latter.
 */
export function representedBy(userId: string, atMs: number, roster: RosterIndex): readonly string[] {
  const absent = roster.absences
    .filter(({ delegateId, userId: absentId }) => delegateId === userId && absentId !== userId)
    .filter(({ from, until }) => isWithin({ validFrom: from, validUntil: until }, atMs))
    .map((absence) => absence.userId);
  return [...new Set(absent)];
}

/** Returns whether an entity includes this person, mandates aside. */
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

/**
 * Returns whether a person may act for the customer of a requirement; groups of the bank and agents need no mandate.
 */
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

/** Returns whether a person also belongs to another group of the alternative. */
export function isInOtherGroup(
  requirement: Requirement,
  alternative: Alternative,
  memberships: readonly Membership[],
): boolean {
  return alternative
    .filter((other) => isGroupLevel(other.entityLevel) && entityText(other) !== entityText(requirement))
    .some((other) => memberships.some((membership) => isGroup(other, membership)));
}

/** Returns the groups that a person belongs to at a time. */
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

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
  /** The surviving party of a customer: users of one party are one person. */
  readonly party?: string;
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
  /** The surviving parties of users who are not among the signers: the initiator, who may have lost the mandate. */
  readonly parties?: ReadonlyMap<string, string>;
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
  /** The person behind each user whose party or kind is known. */
  readonly people: ReadonlyMap<string, string>;
}

/** Indexes a roster by user. */
export function indexRoster({ owner, signers, memberships, absences, parties }: Roster): RosterIndex {
  return {
    owner,
    people: new Map([
      ...[...(parties ?? [])].map(([userId, party]) => [userId, partyKey(party)] as const),
      ...signers.map((signer) => [signer.userId, personBehind(signer)] as const),
    ]),
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
 * Returns the id by which people are distinguished. Users of one party are one person, whichever of them signs. Ids of
 * users without a party are exact; ids of staff, whom the bank's own directory names, are the same in upper and lower
 * case.
 */
export function personOf(userId: string, { people }: RosterIndex): string {
  return people.get(userId) ?? employeeKey(userId);
}

/** Returns whether two users are the same person. */
export function isSamePerson(one: string, other: string, roster: RosterIndex): boolean {
  return personOf(one, roster) === personOf(other, roster);
}

function personBehind({ kind, party, userId }: Signer): string {
  if (kind === 'agent') return employeeKey(userId);
  return party === undefined ? userId : partyKey(party);
}

/** Neither an id of a user nor that of an employee contains a blank. */
function partyKey(party: string): string {
  return `party ${party}`;
}

/** Returns all people whose name is on a signature: the signer, and the represented person. */
export function peopleOf({ userId, onBehalfOf }: Signatory): readonly string[] {
  return onBehalfOf === undefined ? [userId] : [userId, onBehalfOf];
}

/**
 * Returns the absent people that a user represents at a time, in the order of the roster. Delegation is not transitive:
 * a delegate of a delegate represents only the latter, and a person is not represented by another user of the same party.
 */
export function representedBy(userId: string, atMs: number, roster: RosterIndex): readonly string[] {
  const absent = roster.absences
    .filter(
      ({ delegateId, userId: absentId }) => delegateId === userId && !isSamePerson(absentId, userId, roster),
    )
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

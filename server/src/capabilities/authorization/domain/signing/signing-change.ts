import type { Temporal } from 'temporal-polyfill';
import { employeeKey, isSameEmployee } from '#platform/kernel/employee-id.ts';
import type { OwnerKind } from './facts.ts';
import type { SigningRule } from './rule.ts';

/** A member of a group, as an employee enters it. */
export interface GroupMember {
  readonly userId: string;
  readonly validFrom: Temporal.Instant;
  /** Absent: until removed. */
  readonly validUntil: Temporal.Instant | undefined;
}

/** What an employee proposes to change for one owner. */
export type SigningChangeContent =
  | {
      readonly kind: 'rules';
      readonly ownerKind: OwnerKind;
      readonly rules: readonly SigningRule[];
      /** Ids of the rules to retire. */
      readonly retire: readonly string[];
    }
  | { readonly kind: 'group'; readonly groupId: string; readonly members: readonly GroupMember[] }
  | {
      readonly kind: 'absence';
      readonly userId: string;
      readonly delegateId: string | undefined;
      readonly from: Temporal.Instant;
      readonly until: Temporal.Instant;
    }
  | { readonly kind: 'absence-end'; readonly absenceId: string };

export const signingChangeStates = ['proposed', 'approved', 'rejected'] as const;
export type SigningChangeState = (typeof signingChangeStates)[number];

/** A change of the signing rules, groups or absences of an owner, and the employees who decided it. */
export interface SigningChange {
  readonly changeId: string;
  /** Customer number; `*`: the bank. */
  readonly owner: string;
  readonly content: SigningChangeContent;
  readonly reason: string;
  readonly state: SigningChangeState;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
  readonly decidedBy: string | undefined;
  readonly decidedAt: Temporal.Instant | undefined;
  /** The resource that the owner signed instead of a second employee. */
  readonly signedResourceId: string | undefined;
}

/** Returns what a change is about. One change of the same subject waits for its decision at a time. */
export function subjectOf(content: SigningChangeContent): string {
  switch (content.kind) {
    case 'rules':
      return 'rules';
    case 'group':
      return `group ${content.groupId}`;
    case 'absence':
      return `absence of ${content.userId}`;
    case 'absence-end':
      return `end of absence ${content.absenceId}`;
  }
}

/** Returns whether an employee may approve a change: another one than who proposed it, in any spelling. */
export function mayApprove({ proposedBy }: Pick<SigningChange, 'proposedBy'>, employeeId: string): boolean {
  return !isSameEmployee(employeeId, proposedBy);
}

/** Returns whether a group names one person in two spellings: the ids of employees differ in more than the case. */
export function namesOneTwice(members: readonly GroupMember[]): boolean {
  const ids = new Set(members.map(({ userId }) => userId));
  return new Set([...ids].map(employeeKey)).size < ids.size;
}

/** Returns the users whom a change names; each must exist. */
export function usersIn(content: SigningChangeContent): readonly string[] {
  switch (content.kind) {
    case 'rules':
    case 'absence-end':
      return [];
    case 'group':
      return content.members.map(({ userId }) => userId);
    case 'absence':
      return content.delegateId === undefined ? [content.userId] : [content.userId, content.delegateId];
  }
}

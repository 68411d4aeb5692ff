import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type EnteredKind, type RelationshipTerms, relationshipFault } from '../domain/relationship-terms.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { touchParties } from '../store/parties.store.ts';
import { insertRelationship } from '../store/relationships.store.ts';
import { type LoadedParty, loadParty } from './load-party.ts';
import { ruleContextOf } from './rule-context.ts';
import { saveParty } from './save-party.ts';

/** Two parties, and which employee says what about them. */
export interface RelationshipChange {
  readonly partyNumber: string;
  readonly other: string;
  readonly kind: EnteredKind;
  /** The caller is a command, which acts for an employee. */
  readonly employeeId: string;
  readonly reason: string;
}

export interface LockedPair {
  readonly first: LoadedParty;
  readonly other: LoadedParty;
}

/** Locks two parties in a fixed order, so that commands about the same two cannot deadlock. */
export async function lockPair(
  ctx: Context & PartyPorts,
  work: Work,
  { other, partyNumber }: RelationshipChange,
): Promise<LockedPair> {
  if (other === partyNumber) throw problems['related-party-unknown']();
  const locked = new Map<string, LoadedParty>();
  for (const number of [partyNumber, other].toSorted())
    locked.set(
      number,
      await loadParty(ctx, work, { partyNumber: number }).catch(unknownIf(number === other)),
    );
  const [first, second] = [locked.get(partyNumber), locked.get(other)];
  if (first === undefined || second === undefined) throw standardProblems['not-found']();
  return { first, other: second };
}

/** A related party that is unknown, merged or erased is an error of the command, not a missing page. */
function unknownIf(isOther: boolean): (error: unknown) => never {
  return (error) => {
    if (isOther && error instanceof Problem) throw problems['related-party-unknown']();
    throw error;
  };
}

/** Records a relationship between two locked parties. */
export function writeRelationship(
  ctx: Context & PartyPorts,
  work: Work,
  { first, other }: LockedPair,
  { kind, role, validFrom, validUntil }: RelationshipTerms,
): void {
  const { bankId, clock } = ctx;
  const { partyNumber } = first.party;
  const fault = relationshipFault(
    { kind, role, validFrom, validUntil },
    { first: first.party.kind, other: other.party.kind },
  );
  if (fault !== undefined) throw problems['relationship-terms-invalid']();
  insertRelationship(
    work,
    { bankId, now: clock.now() },
    {
      id: ruleContextOf(ctx, partyNumber).nextId(),
      fromParty: partyNumber,
      toParty: other.party.partyNumber,
      kind,
      role,
      validFrom,
      ...(validUntil === undefined ? {} : { validUntil }),
    },
  );
}

/**
 * Reports a change of a relationship to the audit trail and to those who read both parties. The reason is free text, which
 * may be about a person: it is encrypted with the key of the first party.
 */
export function reportRelationship(
  ctx: Context & PartyPorts,
  work: Work,
  report: {
    readonly pair: LockedPair;
    readonly change: RelationshipChange;
    readonly changes: readonly AuditedChange[];
  },
): void {
  const { change, changes, pair } = report;
  const { employeeId, kind, other, partyNumber, reason } = change;
  saveParty(ctx, work, {
    before: pair.first,
    decision: {
      facts: pair.first.party,
      events: [],
      audited: {
        changes: [
          { field: 'relationship-kind', after: kind },
          { field: 'related-party', after: other },
          ...changes,
          { field: 'employee', after: employeeId },
        ],
        sealed: { fact: 'relationship', before: null, after: { other, reason } },
      },
    },
  });
  work.emit(partyEvent('relationshipChanged', pair.first.party, other));
  touchParties(work, { bankId: ctx.bankId, numbers: [partyNumber, other] });
}

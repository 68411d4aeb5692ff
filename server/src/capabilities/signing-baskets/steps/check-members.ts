import type { Subject } from '#capabilities/sca/index.ts';
import type { FieldError, FieldErrorCode } from '#platform/kernel/problem.ts';
import type { MemberRef } from '../domain/members.ts';
import { membersMax } from '../domain/policy.ts';
import { problems } from '../problems.ts';
import { faultOf, type MemberFault } from './grouping.ts';

/** A list of resources, and what the third party says about the start of its authorisation. */
interface SentList {
  readonly members: readonly MemberRef[];
  readonly isExplicitPreferred: boolean | undefined;
}

/** Refuses a list that no basket can have, before any resource is looked up. SPEC xs2a 1.7 */
export function refuseFaultyList({ isExplicitPreferred, members }: SentList, profileMax: number): void {
  const entriesMax = Math.min(profileMax, membersMax);
  if (isExplicitPreferred === false)
    throw faulty({
      part: 'header',
      path: ['TPP-Explicit-Authorisation-Preferred'],
      code: 'enum',
      message: 'The authorisation of a basket always starts by a request of its own: send true, or nothing.',
    });
  if (members.length === 0)
    throw faulty(inBody([], 'required', 'Name at least one of paymentIds and consentIds.'));
  if (members.length > entriesMax)
    throw faulty(inBody([], 'too-many', `A basket has at most ${entriesMax} payments and consents.`));
  const ids = members.map(({ id }) => id);
  const repeated = members.find(({ id }, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined)
    throw faulty(inBody([listOf(repeated)], 'duplicate', 'A payment or consent is named twice.'));
}

function faulty(fieldError: FieldError): Error {
  return problems['basket-faulty']({ fieldErrors: [fieldError] });
}

function inBody(path: FieldError['path'], code: FieldErrorCode, message: string): FieldError {
  return { part: 'body', path, code, message };
}

const problemOf = {
  unknown: problems['member-unknown'],
  expired: problems['member-expired'],
  closed: problems['member-closed'],
  blocked: problems['member-grouped'],
  unverified: problems['member-closed'],
  'accounts-open': problems['member-closed'],
} as const satisfies Record<MemberFault, unknown>;

/** Returns the resources of a list; refuses it for the first one that cannot be grouped, and names all with that fault. */
export function refuseFaultyMembers(
  members: readonly MemberRef[],
  found: ReadonlyMap<MemberRef, Subject | undefined>,
  organisationId: string,
): readonly Subject[] {
  const faults = members.map((member) => faultOf(found.get(member), organisationId));
  const first = faults.find((fault) => fault !== undefined);
  if (first === undefined) return members.flatMap((member) => found.get(member) ?? []);
  const problem = problemOf[first];
  const { message } = problem.entry;
  const fieldErrors = members.flatMap((member, index) =>
    faults[index] === first ? [inBody([listOf(member), placeIn(members, member)], 'mismatch', message)] : [],
  );
  throw problem({ fieldErrors });
}

function listOf({ kind }: MemberRef): string {
  return kind === 'payment' ? 'paymentIds' : 'consentIds';
}

function placeIn(members: readonly MemberRef[], member: MemberRef): number {
  return members.filter(({ kind }) => kind === member.kind).indexOf(member);
}

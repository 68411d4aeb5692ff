import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { GroupMember, SigningChangeContent } from '../domain/signing/signing-change.ts';
import {
  type DecidedSigningChange,
  decideSigningChange,
} from '../operations/signing-rules/decide-signing-change.ts';
import {
  proposeSigningChange,
  type SigningProposal,
} from '../operations/signing-rules/propose-signing-change.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';

type Ctx = Context & AuthorizationPorts;

/** Proposes a change as the employee e-1. */
export function propose(ctx: Ctx, owner: string, content: SigningChangeContent): Promise<SigningProposal> {
  const knownStaff = content.kind === 'group' ? content.members.map(({ userId }) => userId) : [];
  return proposeSigningChange(ctx, {
    owner,
    content,
    employeeId: 'e-1',
    reason: 'a decision of the bank',
    knownStaff,
  });
}

/** Changes something by two employees, e-1 and e-2; returns what became of it. */
export async function changeSigning(
  ctx: Ctx,
  owner: string,
  content: SigningChangeContent,
): Promise<DecidedSigningChange | Exclude<SigningProposal, { kind: 'proposed' }>> {
  const proposed = await propose(ctx, owner, content);
  if (proposed.kind !== 'proposed') return proposed;
  return decideSigningChange(ctx, { changeId: proposed.changeId, verdict: 'approve', employeeId: 'e-2' });
}

/** Replaces the members of a group. */
export async function saveSigningGroup(
  ctx: Ctx,
  {
    groupId,
    members,
    owner,
  }: { readonly owner: string; readonly groupId: string; readonly members: readonly GroupMember[] },
): Promise<void> {
  await changeSigning(ctx, owner, { kind: 'group', groupId, members });
}

/** Records an absence; returns its id. */
export async function saveAbsence(
  ctx: Ctx,
  {
    owner,
    ...absence
  }: {
    readonly owner: string;
    readonly userId: string;
    readonly delegateId: string | undefined;
    readonly from: Temporal.Instant;
    readonly until: Temporal.Instant;
  },
): Promise<string> {
  const decided = await changeSigning(ctx, owner, { kind: 'absence', ...absence });
  if (decided.kind !== 'approved') throw new Error(`absence is ${decided.kind}`);
  return decided.change.changeId;
}

import { lockName } from '#platform/db/named-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import { replaceGroup } from '../../domain/signing/group-periods.ts';
import {
  mayApprove,
  type SigningChange,
  type SigningChangeContent,
  subjectOf,
} from '../../domain/signing/signing-change.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { applyRuleChange, checkRuleChange, lockRules } from '../../steps/rule-changes.ts';
import { insertAbsence, updateAbsenceEnd } from '../../store/signing-absences.store.ts';
import { lockProposedSigningChange, updateSigningChange } from '../../store/signing-changes.store.ts';
import { lockGroupMembers, replaceMembers } from '../../store/signing-groups.store.ts';
import { lockSigners } from '../../store/signing-people.store.ts';

type Ctx = Context & AuthorizationPorts;
type Content<Kind> = Extract<SigningChangeContent, { readonly kind: Kind }>;

/** What a second employee decides about a proposed change. */
export interface SigningVerdict {
  readonly changeId: string;
  readonly verdict: 'approve' | 'reject';
  readonly employeeId: string;
}

/** What became of the change; it waits on if rules that were activated since then contradict it. */
export type DecidedSigningChange =
  | {
      readonly kind: 'approved' | 'rejected';
      readonly change: SigningChange;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'refused'; readonly change: SigningChange; readonly findings: readonly Finding[] };

/** Approves a change, which takes effect at once, or rejects it. Its proposer may withdraw it, not approve it. */
export async function decideSigningChange(
  ctx: Ctx,
  { changeId, employeeId, verdict }: SigningVerdict,
): Promise<DecidedSigningChange> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const change = await lockProposedSigningChange(work, { bankId, changeId });
    if (change === undefined) throw problems['signing-change-not-proposed']();
    if (verdict === 'approve' && !mayApprove(change, employeeId)) throw problems['own-signing-approval']();
    const applied =
      verdict === 'approve' ? await apply(ctx, work, change) : { isApplied: true, findings: [] };
    const { findings, isApplied } = applied;
    const state = verdict === 'approve' ? 'approved' : 'rejected';
    work.audit({
      aggregateKind: 'signing-change',
      aggregateId: changeId,
      changes: [
        { field: 'owner', after: change.owner },
        { field: 'subject', after: subjectOf(change.content) },
        { field: 'state', before: 'proposed', after: isApplied ? state : 'refused' },
        { field: 'proposed-by', after: change.proposedBy },
        { field: 'employee', after: employeeId },
      ],
    });
    if (!isApplied) return { kind: 'refused', change, findings };
    const decidedAt = clock.now();
    updateSigningChange(work, { bankId, changeId, state, decidedBy: employeeId, decidedAt });
    return { kind: state, change: { ...change, state, decidedBy: employeeId, decidedAt }, findings };
  });
}

interface Applied {
  readonly isApplied: boolean;
  readonly findings: readonly Finding[];
}

const done: Applied = { isApplied: true, findings: [] };

async function apply(ctx: Ctx, work: Work, change: SigningChange): Promise<Applied> {
  const { content } = change;
  switch (content.kind) {
    case 'rules':
      return applyRules(ctx, work, { ...change, content });
    case 'group':
      return applyGroup(ctx, work, { ...change, content });
    case 'absence':
      return applyAbsence(ctx, work, { ...change, content });
    case 'absence-end':
      return applyAbsenceEnd(ctx, work, { ...change, content });
  }
}

type ChangeOf<Kind> = Omit<SigningChange, 'content'> & { readonly content: Content<Kind> };

async function applyRules(
  ctx: Ctx,
  work: Work,
  { changeId, content, owner }: ChangeOf<'rules'>,
): Promise<Applied> {
  await lockRules(work, ctx.bankId, owner);
  const checked = await checkRuleChange(ctx, work, { owner, ...content });
  if (checked.kind === 'foreign-rule') throw problems['foreign-signing-rule']();
  if (checked.kind === 'refused') return { isApplied: false, findings: checked.findings };
  await applyRuleChange(ctx, work, { changeId, rules: checked.rules, retire: content.retire });
  return { isApplied: true, findings: checked.findings };
}

/** Locks those who leave: a signature that they are giving has been committed, or is refused. */
async function applyGroup(
  ctx: Ctx,
  work: Work,
  { changeId, content, owner }: ChangeOf<'group'>,
): Promise<Applied> {
  const { bankId, clock } = ctx;
  const { groupId, members } = content;
  const key = { bankId, owner, groupId };
  await lockName(work, 'signing group', bankId, owner, groupId);
  const current = await lockGroupMembers(work, key);
  const stay = new Set(members.map(({ userId }) => userId));
  const leaving = current.map(({ userId }) => userId).filter((userId) => !stay.has(userId));
  if (leaving.length > 0) await lockSigners(work, { bankId, userIds: leaving, now: clock.now() });
  const now = clock.now();
  replaceMembers(work, key, { ...replaceGroup(current, members, now), changeId, now });
  return done;
}

async function applyAbsence(
  { bankId, clock }: Ctx,
  work: Work,
  { changeId: absenceId, content, owner }: ChangeOf<'absence'>,
): Promise<Applied> {
  const { delegateId, from, until, userId } = content;
  // An absence has the id of the change that entered it.
  insertAbsence(work, { bankId, absenceId, owner, userId, delegateId, from, until, now: clock.now() });
  return done;
}

async function applyAbsenceEnd(
  { bankId, clock }: Ctx,
  work: Work,
  { content: { absenceId }, owner }: ChangeOf<'absence-end'>,
): Promise<Applied> {
  if (!(await updateAbsenceEnd(work, { bankId, owner, absenceId, now: clock.now() })))
    throw problems['absence-over']();
  return done;
}

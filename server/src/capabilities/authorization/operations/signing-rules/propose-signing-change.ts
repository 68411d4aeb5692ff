import { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Finding } from '../../domain/signing/finding.ts';
import {
  namesOneTwice,
  type SigningChangeContent,
  subjectOf,
  usersIn,
} from '../../domain/signing/signing-change.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { checkRuleChange } from '../../steps/rule-changes.ts';
import { findAbsence } from '../../store/signing-absences.store.ts';
import { insertSigningChange } from '../../store/signing-changes.store.ts';

type Ctx = Context & AuthorizationPorts;

/** A change that an employee proposes. */
export interface ProposedSigningChange {
  /** Customer number; `*`: the bank. */
  readonly owner: string;
  readonly content: SigningChangeContent;
  readonly reason: string;
  readonly employeeId: string;
  /** Ids that the caller knows to be employees: groups of the bank may contain staff, who are no users. */
  readonly knownStaff: readonly string[];
}

/** What became of a proposal; rules with errors are not stored. */
export type SigningProposal =
  | { readonly kind: 'proposed'; readonly changeId: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'foreign-rule' };

/** Proposes a change of rules, a group or an absence, for another employee to approve. Nothing changes before that. */
export async function proposeSigningChange(
  ctx: Ctx,
  proposal: ProposedSigningChange,
): Promise<SigningProposal> {
  const { bankId, clock, ids } = ctx;
  const { content, employeeId, owner, reason } = proposal;
  return runCommand(ctx, async (work) => {
    await requireUsers(ctx, work, proposal);
    const checked = await check(ctx, work, proposal);
    const changeId = ids.uuid(virtualShard(bankId, owner));
    // Without the reason: it may be about a person, and the trail cannot forget it.
    work.audit({
      aggregateKind: 'signing-change',
      aggregateId: changeId,
      changes: [
        { field: 'owner', after: owner },
        { field: 'subject', after: subjectOf(content) },
        { field: 'state', after: checked.kind === 'checked' ? 'proposed' : checked.kind },
        { field: 'employee', after: employeeId },
      ],
    });
    if (checked.kind !== 'checked') return checked;
    const change = {
      changeId,
      owner,
      content,
      reason,
      state: 'proposed' as const,
      proposedBy: employeeId,
      proposedAt: clock.now(),
      decidedBy: undefined,
      decidedAt: undefined,
      signedResourceId: undefined,
    };
    insertSigningChange(work, bankId, change, problems['signing-change-proposed']);
    return { kind: 'proposed', changeId, findings: checked.findings };
  });
}

/** A misspelt id would be a member who never signs, or a delegate whom the absent person never gets. */
async function requireUsers(
  { bankId, users }: Ctx,
  db: Reader,
  { content, knownStaff, owner }: ProposedSigningChange,
): Promise<void> {
  if (content.kind === 'group' && namesOneTwice(content.members)) throw problems['signer-twice']();
  const named = [...new Set(usersIn(content))];
  if (named.length === 0) return;
  const found = await users.findAll(db, { bankId, userIds: named });
  const known = new Set([...found.map(({ userId }) => userId), ...(owner === '*' ? knownStaff : [])]);
  if (named.some((userId) => !known.has(userId))) throw problems['unknown-signer']();
}

function isOpenAt(now: Temporal.Instant, absence: Awaited<ReturnType<typeof findAbsence>>): boolean {
  if (absence === undefined || absence.endedAt !== undefined) return false;
  return Temporal.Instant.compare(now, absence.until) < 0;
}

async function check(
  ctx: Ctx,
  work: Work,
  { content, owner }: ProposedSigningChange,
): Promise<
  | { readonly kind: 'checked'; readonly findings: readonly Finding[] }
  | Exclude<SigningProposal, { kind: 'proposed' }>
> {
  switch (content.kind) {
    case 'rules':
      return checkRuleChange(ctx, work, { owner, ...content });
    case 'group':
      if (namesOneTwice(content.members)) throw problems['signer-twice']();
      return { kind: 'checked', findings: [] };
    case 'absence': {
      const isOver = Temporal.Instant.compare(content.from, content.until) >= 0;
      if (isOver || content.userId === content.delegateId) throw problems['absence-not-possible']();
      return { kind: 'checked', findings: [] };
    }
    case 'absence-end': {
      const absence = await findAbsence(work, { bankId: ctx.bankId, owner, absenceId: content.absenceId });
      if (!isOpenAt(ctx.clock.now(), absence)) throw problems['absence-over']();
      return { kind: 'checked', findings: [] };
    }
  }
}

import { callerId } from '#platform/auth/caller.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { applyReport, type DeliveryReport } from '../../domain/delivery-report.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { problems } from '../../problems.ts';
import { recordStatusChanges, type StatusChanges } from '../../steps/status-changes.ts';
import type { StoredCommunication } from '../../store/communication-rows.ts';
import { lockCommunications } from '../../store/communications.store.ts';

/** A report of a gateway about one communication. */
export interface StatusUpdate extends Omit<DeliveryReport, 'reporter'> {
  readonly communicationId: string;
}

/** Records reports of gateways, all of them or none. */
export async function updateStatuses(
  ctx: Context & CorrespondencePorts,
  { updates }: { readonly updates: readonly StatusUpdate[] },
): Promise<void> {
  const { bankId, caller, gateways } = ctx;
  const reporter = callerId(caller);
  const media = caller.kind === 'application' ? gateways.mediaOf(caller.clientId) : [];
  return runCommand(ctx, async (work) => {
    const ids = [...new Set(updates.map(({ communicationId }) => communicationId))];
    const known = await lockCommunications(work, bankId, ids);
    const statusChanges = changesOf(updates, {
      reporter,
      now: ctx.clock.now(),
      // Messages that a gateway does not deliver are not found.
      find: (id) => {
        const found = known.get(id);
        return found !== undefined && media.includes(found.medium) ? found : undefined;
      },
    });
    await recordStatusChanges(ctx, work, { statusChanges });
    work.audit({
      aggregateKind: 'delivery-report',
      aggregateId: ctx.origin.requestId,
      changes: statusChanges.map(({ after, communication }) => ({
        field: communication.communicationId,
        before: communication.status,
        after: after.status,
      })),
    });
  });
}

interface Reported {
  readonly reporter: string;
  readonly now: StoredCommunication['dueAt'];
  readonly find: (id: string) => StoredCommunication | undefined;
}

type ChangeOf = StatusChanges['statusChanges'][number];

/** Applies reports in order; several about one communication build on each other. */
function changesOf(updates: readonly StatusUpdate[], { find, now, reporter }: Reported): readonly ChangeOf[] {
  const fieldErrors: FieldError[] = [];
  const statusChanges = new Map<string, ChangeOf>();
  for (const [index, { communicationId, ...report }] of updates.entries()) {
    const stored = find(communicationId);
    if (stored === undefined) {
      fieldErrors.push(fieldErrorAt(index, 'communication-id', 'Unknown communication.'));
      continue;
    }
    const before = statusChanges.get(communicationId);
    const current = before === undefined ? stored : { ...stored, ...before.after };
    const outcome = applyReport(current, { ...report, reporter }, now);
    if (outcome.kind === 'already-taken') throw problems['communication-already-taken']();
    if (outcome.kind === 'not-due')
      fieldErrors.push(fieldErrorAt(index, 'status', 'The message is scheduled for later.'));
    if (outcome.kind === 'moved')
      statusChanges.set(communicationId, {
        communication: stored,
        after: outcome.after,
        usesNextMedium: outcome.usesNextMedium,
      });
  }
  if (fieldErrors.length > 0) throw standardProblems.invalid({ fieldErrors });
  return [...statusChanges.values()];
}

function fieldErrorAt(index: number, member: string, message: string): FieldError {
  return { part: 'body', path: ['items', index, member], code: 'mismatch', message };
}

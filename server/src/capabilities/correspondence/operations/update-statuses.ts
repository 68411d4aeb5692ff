import { callerId } from '#platform/auth/caller.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { applyReport, type DeliveryReport } from '../domain/delivery-report.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { problems } from '../problems.ts';
import { type RecordedMoves, recordMoves } from '../steps/record-moves.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';
import { lockCommunications } from '../store/communications.store.ts';

/** What a gateway says about one communication. */
export interface StatusUpdate extends Omit<DeliveryReport, 'reporter'> {
  readonly communicationId: string;
}

/** Enters what gateways report, all of it or nothing. */
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
    const moves = movesBy(updates, {
      reporter,
      now: ctx.clock.now(),
      // What a gateway does not deliver is not there for it.
      find: (id) => {
        const found = known.get(id);
        return found !== undefined && media.includes(found.medium) ? found : undefined;
      },
    });
    await recordMoves(ctx, work, { moves });
    work.audit({
      aggregateKind: 'delivery-report',
      aggregateId: ctx.origin.requestId,
      changes: moves.map(({ after, communication }) => ({
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

type MoveOf = RecordedMoves['moves'][number];

/** Applies reports one after the other; several about one communication each build on the one before. */
function movesBy(updates: readonly StatusUpdate[], { find, now, reporter }: Reported): readonly MoveOf[] {
  const faults: FieldError[] = [];
  const moves = new Map<string, MoveOf>();
  for (const [place, { communicationId, ...report }] of updates.entries()) {
    const stored = find(communicationId);
    if (stored === undefined) {
      faults.push(faultAt(place, 'communication-id', 'There is no such communication.'));
      continue;
    }
    const before = moves.get(communicationId);
    const current = before === undefined ? stored : { ...stored, ...before.after };
    const move = applyReport(current, { ...report, reporter }, now);
    if (move.kind === 'already-taken') throw problems['communication-already-taken']();
    if (move.kind === 'not-due') faults.push(faultAt(place, 'status', 'It is planned for later.'));
    if (move.kind === 'moved')
      moves.set(communicationId, { communication: stored, after: move.after, goesOn: move.goesOn });
  }
  if (faults.length > 0) throw standardProblems.invalid({ faults });
  return [...moves.values()];
}

function faultAt(place: number, member: string, message: string): FieldError {
  return { part: 'body', path: ['items', place, member], code: 'mismatch', message };
}

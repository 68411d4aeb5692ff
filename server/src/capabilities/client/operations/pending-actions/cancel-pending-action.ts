import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAction } from '../../steps/actions.ts';
import { lockAction } from '../../store/pending-actions.store.ts';

/** Takes an action back that is no longer needed. */
export async function cancelPendingAction(
  ctx: Context & ClientPorts,
  { actionId, employeeId }: { readonly actionId: string; readonly employeeId: string },
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const action = await lockAction(work, { bankId, actionId });
    if (action === undefined) throw standardProblems['not-found']();
    if (action.state !== 'pending') throw standardProblems.gone();
    await endAction(ctx, work, { action, event: 'cancelled' });
    work.audit({
      aggregateKind: 'pending-action',
      aggregateId: actionId,
      changes: [{ field: 'state', after: `cancelled by ${employeeId}` }],
    });
  });
}

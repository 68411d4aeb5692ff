import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { taxStatusDays } from '../../domain/policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { requestAction } from '../../steps/actions.ts';

const dayHours = 24;

/** Asks a customer who moved to another country to confirm where taxes are paid. */
export async function followResidence(
  ctx: Context & ClientPorts,
  { aggregateId, data }: DeliveredEvent,
): Promise<void> {
  const { bankId, clock } = ctx;
  if (data['reference'] !== 'confirm-tax-status') return;
  await runCommand(ctx, async (work) => {
    const standing = await lockStanding(work, { bankId, customerNumber: aggregateId });
    const isNew =
      standing?.state === 'living' &&
      (await requestAction(ctx, work, {
        customerNumber: standing.partyNumber,
        kind: 'confirm-tax-status',
        reference: '',
        isMandatory: true,
        dueAt: clock.now().add({ hours: taxStatusDays * dayHours }),
      }));
    work.audit({
      aggregateKind: 'client',
      aggregateId,
      changes: isNew ? [{ field: 'action-confirm-tax-status', after: 'requested' }] : [],
    });
  });
}

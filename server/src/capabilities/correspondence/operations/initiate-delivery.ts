import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { InitiateDelivery } from '../domain/initiation.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { composeDelivery } from './compose-delivery.ts';
import { type EnteredDelivery, queueDelivery } from './queue-delivery.ts';

/** Schedules a message for delivery. */
export async function initiateDelivery(
  ctx: Context & CorrespondencePorts,
  asked: InitiateDelivery,
): Promise<EnteredDelivery> {
  const composed = await prepareCommand(ctx, () => composeDelivery(ctx, asked));
  return runCommand(ctx, async (work) => {
    const entered = await queueDelivery(ctx, work, composed);
    work.audit({
      aggregateKind: 'communication',
      aggregateId: entered.communicationId,
      changes: [
        { field: 'message-kind', after: asked.messageKind },
        { field: 'contact-medium', after: entered.medium },
      ],
    });
    return entered;
  });
}

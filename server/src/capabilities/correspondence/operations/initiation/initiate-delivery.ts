import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { InitiateDelivery } from '../../domain/initiation.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { composeDelivery } from './compose-delivery.ts';
import { type QueuedDelivery, queueDelivery } from './queue-delivery.ts';

/** Schedules a message for delivery. */
export async function initiateDelivery(
  ctx: Context & CorrespondencePorts,
  request: InitiateDelivery,
): Promise<QueuedDelivery> {
  const composed = await prepareCommand(ctx, () => composeDelivery(ctx, request));
  return runCommand(ctx, async (work) => {
    const queued = await queueDelivery(ctx, work, composed);
    work.audit({
      aggregateKind: 'communication',
      aggregateId: queued.communicationId,
      changes: [
        { field: 'message-kind', after: request.messageKind },
        { field: 'contact-medium', after: queued.medium },
      ],
    });
    return queued;
  });
}

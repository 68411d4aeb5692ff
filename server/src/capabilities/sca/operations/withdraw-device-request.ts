import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { systemContextFor } from '../steps/system-context.ts';

/** Removes a request from its device after the authorisation ended without an answer. */
export async function withdrawDeviceRequest(
  ctx: Context & ScaPorts,
  { aggregateId: authorisationId, data }: DeliveredEvent,
): Promise<void> {
  const requestId = data['deviceRequestId'];
  if (typeof requestId !== 'string') return;
  await ctx.devices.withdraw(systemContextFor(ctx, { authorisationId }), { requestId });
}

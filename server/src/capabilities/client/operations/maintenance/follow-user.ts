import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { applyRequestEvent } from '../../steps/change-requests.ts';
import { lockOpenRequestsOfUser } from '../../store/change-requests.store.ts';
import { deleteSettingsOfUser } from '../../store/client-preferences.store.ts';

/** Cancels the requests of a closed user, and deletes the settings. */
export async function followUser(
  ctx: Context & ClientPorts,
  { aggregateId: userId }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    for (const request of await lockOpenRequestsOfUser(work, { bankId, userId }))
      applyRequestEvent(ctx, work, { request, event: 'cancelled' });
    deleteSettingsOfUser(work, { bankId, userId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'own-data', after: 'deleted' }],
    });
  });
}

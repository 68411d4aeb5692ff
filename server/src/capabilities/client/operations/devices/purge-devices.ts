import { listUserIdsOf } from '#capabilities/identity/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endAllPairings } from '../../steps/devices/end-pairing.ts';
import { deleteActivationCodesOf } from '../../store/activation-codes.store.ts';
import { deleteDevicesOf } from '../../store/device-clean-up.store.ts';

/** Deletes the devices of the users of an erased party, also those that were unpaired before. */
export async function purgeDevices(
  ctx: Context & ClientPorts,
  { aggregateId: customerNumber }: DeliveredEvent,
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const userIds = await listUserIdsOf(work, { bankId, customerNumber });
    for (const userId of userIds) {
      await endAllPairings(ctx, work, { userId, reason: 'user-closed' });
      deleteDevicesOf(work, { bankId, userId });
      deleteActivationCodesOf(work, { bankId, userId });
    }
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: 'users-without-devices', after: userIds.length }],
    });
  });
}

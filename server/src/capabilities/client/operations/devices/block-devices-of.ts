import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { type BlockDevices, blockDevices } from '../../steps/devices/block-devices.ts';

/** Blocks or unblocks devices of a user in a command of its own, for staff; returns the ids of those that changed. */
export async function blockDevicesOf(
  ctx: Context & ClientPorts,
  command: BlockDevices,
): Promise<readonly string[]> {
  return runCommand(ctx, async (work) => {
    const changed = await blockDevices(ctx, work, command);
    work.audit({
      aggregateKind: 'user',
      aggregateId: command.userId,
      changes: changed.map((deviceId) => ({ field: 'device', before: deviceId, after: command.change })),
    });
    return changed;
  });
}

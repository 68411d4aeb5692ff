import { endSessionsOf } from '#capabilities/identity/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { EndReason } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { identityContext } from '../../steps/contexts.ts';
import { type EndedPairing, endPairing } from '../../steps/devices/end-pairing.ts';

/** A device that the bank unpairs. */
export interface EndDevice {
  readonly userId: string;
  readonly deviceId: string;
  readonly reason: EndReason;
}

/** Unpairs a device for the bank, also when it is the only second factor, and ends the sign-ins of the user. */
export async function endDevice(
  ctx: Context & ClientPorts,
  { deviceId, reason, userId }: EndDevice,
): Promise<EndedPairing> {
  return runCommand(ctx, async (work) => {
    const outcome = await endPairing(ctx, work, { userId, deviceId, reason });
    if (outcome === 'unpaired') await endSessionsOf(identityContext(ctx), work, { userId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'device', before: deviceId, after: outcome }],
    });
    return outcome;
  });
}

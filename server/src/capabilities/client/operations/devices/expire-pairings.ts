import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { endPairing } from '../../steps/devices/end-pairing.ts';
import { listLateDevices } from '../../store/device-clean-up.store.ts';

/** Pairings that one run records. */
const listMax = 500;

/** Records the end of pairings that were not confirmed in time; reading has decided it before. */
export async function expirePairings(ctx: Context & ClientPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const late = await listLateDevices(db, { bankId, now: clock.now(), listMax });
  for (const { deviceId, userId } of late)
    await runCommand(ctx, async (work) => {
      const outcome = await endPairing(ctx, work, { userId, deviceId, reason: 'not-confirmed' });
      work.audit({
        aggregateKind: 'user',
        aggregateId: userId,
        changes: [{ field: 'device', before: deviceId, after: outcome }],
      });
    });
  return late.length;
}

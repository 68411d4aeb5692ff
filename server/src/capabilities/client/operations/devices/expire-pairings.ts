import { endTokens, lockUserTokens } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { stateAt } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { authorizationContext } from '../../steps/contexts.ts';
import { recordEnd } from '../../steps/devices/end-pairing.ts';
import { type LatePairing, listLatePairings } from '../../store/device-clean-up.store.ts';
import { lockDevices } from '../../store/devices.store.ts';

type Ctx = Context & ClientPorts;

/** Pairings that one run records. */
const listMax = 500;

/** Records the end of pairings that were not confirmed in time; reading has decided it before. */
export async function expirePairings(ctx: Ctx): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-pairings');
  const late = await listLatePairings(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
  const byId = new Map(late.map((pairing) => [pairing.pairingId, pairing]));
  return rows.forEach({ keys: [...byId.keys()], areAll: late.length < listMax }, async (pairingId) => {
    const pairing = byId.get(pairingId);
    if (pairing !== undefined) await expire(ctx, pairing);
  });
}

/** The installation may have been paired again since the list was read: only this pairing ends. */
async function expire(ctx: Ctx, { deviceId, pairingId, userId }: LatePairing): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  await runCommand(ctx, async (work) => {
    await lockUserTokens(authorizationContext(ctx), work, { userId });
    const devices = await lockDevices(work, clientVault.devices, { bankId, userId });
    const device = devices.find((one) => one.pairingId === pairingId);
    const isLate = device !== undefined && stateAt(device.state, clock.now()).status === 'unpaired';
    if (isLate) {
      await endTokens(authorizationContext(ctx), work, { userId, deviceId });
      recordEnd(ctx, work, device, 'not-confirmed');
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: isLate ? [{ field: 'device', before: deviceId, after: 'not-confirmed' }] : [],
    });
  });
}

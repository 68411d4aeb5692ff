import { endTokens, lockUserTokens } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { changeDevice, type Device, type EndReason, stateAt } from '../../domain/devices/device.ts';
import { deviceEvents } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listDevices, lockDevice, lockDevices, updateDeviceState } from '../../store/devices.store.ts';
import { deleteOpenOfflineLogins } from '../../store/offline-logins.store.ts';
import { authorizationContext } from '../contexts.ts';

type Ctx = Context & ClientPorts;

/** A device whose pairing ends, and why. */
export interface EndPairing {
  readonly userId: string;
  readonly deviceId: string;
  readonly reason: EndReason;
  /** Called with the device and the user's other ones, all locked, before anything is changed; may throw. */
  readonly check?: (device: Device, others: readonly Device[]) => Promise<void>;
}

/** What was found: no such device of this user, one that was unpaired already, or one that this command unpaired. */
export type EndedPairing = 'unknown' | 'unpaired-before' | 'unpaired';

/**
 * Ends the pairing of a device with all that it has: tokens with their seeds, open challenges, push handle, offline
 * sign-ins. Locks the tokens before the devices, as the confirmation by a code does.
 */
export async function endPairing(
  ctx: Ctx,
  work: Work,
  { check, deviceId, reason, userId }: EndPairing,
): Promise<EndedPairing> {
  const { bankId, clientVault, clock } = ctx;
  await lockUserTokens(authorizationContext(ctx), work, { userId });
  const live = await lockDevices(work, clientVault.devices, { bankId, userId });
  const device = live.find((one) => one.deviceId === deviceId);
  if (device === undefined) {
    const former = await lockDevice(work, clientVault.devices, { bankId, userId, deviceId });
    return former === undefined ? 'unknown' : 'unpaired-before';
  }
  const now = clock.now();
  if (stateAt(device.state, now).status === 'unpaired') {
    await endTokens(authorizationContext(ctx), work, { userId, deviceId });
    recordEnd(ctx, work, device, 'not-confirmed');
    return 'unpaired-before';
  }
  await check?.(
    device,
    live.filter((one) => one !== device && stateAt(one.state, now).status !== 'unpaired'),
  );
  await endTokens(authorizationContext(ctx), work, { userId, deviceId });
  recordEnd(ctx, work, device, reason);
  return 'unpaired';
}

/** Ends all pairings of a user, in the command that ends the user; returns how many. */
export async function endAllPairings(
  ctx: Ctx,
  work: Work,
  { reason, userId }: { readonly userId: string; readonly reason: EndReason },
): Promise<number> {
  const { bankId, clientVault } = ctx;
  for (const { deviceId } of await listDevices(work, clientVault.devices, { bankId, userId }))
    await endTokens(authorizationContext(ctx), work, { userId, deviceId });
  const devices = await lockDevices(work, clientVault.devices, { bankId, userId });
  for (const device of devices) recordEnd(ctx, work, device, reason);
  return devices.length;
}

/** Records the end of a locked device whose tokens have ended. */
export function recordEnd(
  { bankId, clock }: Context,
  work: Work,
  { deviceId, pairingId, state, userId }: Device,
  reason: EndReason,
): void {
  const now = clock.now();
  const ended = changeDevice(state, { kind: 'unpair', reason }, now) ?? stateAt(state, now);
  if (ended.status !== 'unpaired') return;
  updateDeviceState(work, { bankId, pairingId, state: ended, now });
  deleteOpenOfflineLogins(work, { bankId, userId });
  work.emit(
    eventOf(deviceEvents.unpaired, pairingId, {
      'user-id': userId,
      'device-id': deviceId,
      reason: ended.reason,
    }),
  );
}

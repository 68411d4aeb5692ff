import { blockTokens } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type Blocker, changeDevice, type Device } from '../../domain/devices/device.ts';
import { deviceEvents } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { lockDevices, updateDeviceState } from '../../store/devices.store.ts';
import { authorizationContext } from '../contexts.ts';

/** Devices of a user that are blocked or unblocked. */
export interface BlockDevices {
  readonly userId: string;
  /** Absent: all devices of the user. */
  readonly deviceIds?: readonly string[];
  readonly change: 'block' | 'unblock';
  /** A device stays blocked until everyone who blocked it has unblocked it. */
  readonly by: Blocker;
}

type Ctx = Context & ClientPorts;

/** Blocks or unblocks devices of a user in the caller's transaction; returns the ids of those that changed. */
export async function blockDevices(
  ctx: Ctx,
  work: Work,
  { by, change, deviceIds, userId }: BlockDevices,
): Promise<readonly string[]> {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  const devices = await lockDevices(work, clientVault.devices, { bankId, userId });
  const changed: string[] = [];
  for (const device of devices) {
    if (deviceIds !== undefined && !deviceIds.includes(device.deviceId)) continue;
    const state = changeDevice(device.state, { kind: change, by }, now);
    if (state === undefined) continue;
    updateDeviceState(work, { bankId, pairingId: device.pairingId, state, now });
    if (state.status !== device.state.status) await announce(ctx, work, { device, status: state.status });
    changed.push(device.deviceId);
  }
  return changed;
}

/** The tokens of a device count only while the device is active. */
async function announce(
  ctx: Ctx,
  work: Work,
  { device, status }: { readonly device: Device; readonly status: Device['state']['status'] },
): Promise<void> {
  const { deviceId, pairingId, userId } = device;
  const to = status === 'blocked' ? 'blocked' : 'active';
  await blockTokens(authorizationContext(ctx), work, { userId, deviceId, to });
  const event = to === 'blocked' ? deviceEvents.blocked : deviceEvents.unblocked;
  work.emit(eventOf(event, pairingId, { 'user-id': userId, 'device-id': deviceId }));
}

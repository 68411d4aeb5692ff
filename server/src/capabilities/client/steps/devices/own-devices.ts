import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { type Device, type DeviceState, stateAt } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listDevices } from '../../store/devices.store.ts';

/** A device in the client's own view. SPEC 4.1 */
export interface OwnDevice
  extends Pick<Device, 'deviceId' | 'lastUsedAt' | 'model' | 'nickname' | 'pairedAt' | 'platform'> {
  readonly status: DeviceState['status'];
  readonly isCurrent: boolean;
}

interface DevicesOf {
  readonly bankId: string;
  readonly userId: string;
  /** The device that the token names. */
  readonly current: string | undefined;
  readonly now: Temporal.Instant;
}

/** Lists the devices of a user that are not unpaired. */
export async function listOwnDevices(
  { clientVault }: Pick<ClientPorts, 'clientVault'>,
  db: Reader,
  { bankId, current, now, userId }: DevicesOf,
): Promise<readonly OwnDevice[]> {
  const devices = await listDevices(db, clientVault.devices, { bankId, userId });
  return devices.flatMap(({ deviceId, lastUsedAt, model, nickname, pairedAt, platform, state }) => {
    const { status } = stateAt(state, now);
    if (status === 'unpaired') return [];
    return [
      { deviceId, nickname, platform, model, status, pairedAt, lastUsedAt, isCurrent: deviceId === current },
    ];
  });
}

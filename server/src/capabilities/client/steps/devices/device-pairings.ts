import type { DevicePairings } from '#capabilities/authorization/index.ts';
import { eventOf } from '#platform/work/event.ts';
import { changeDevice } from '../../domain/devices/device.ts';
import { deviceEvents } from '../../events.ts';
import type { ClientVault } from '../../store/client-vault.ts';
import { lockInstallation, updateDeviceState } from '../../store/devices.store.ts';

/** Implements the port through which the first code of a device confirms its pairing. */
export function createDevicePairings({ devices }: ClientVault): DevicePairings {
  return {
    async confirm({ bankId, clock }, work, { deviceId, userId }) {
      const device = await lockInstallation(work, devices, { bankId, deviceId });
      if (device?.userId !== userId) return false;
      const { pairingId, state } = device;
      const now = clock.now();
      const confirmed = changeDevice(state, { kind: 'confirm' }, now);
      if (confirmed === undefined) return false;
      updateDeviceState(work, { bankId, pairingId, state: confirmed, now });
      work.emit(eventOf(deviceEvents.paired, pairingId, { 'user-id': userId, 'device-id': deviceId }));
      return true;
    },
  };
}

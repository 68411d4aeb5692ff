import type { DeviceKeys } from '#capabilities/authorization/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { isDeviceSignature, pairingIn } from '../../engine/devices/device-signature.ts';
import { findActiveDevice, updateDeviceUse } from '../../store/devices.store.ts';

/**
 * Implements the port through which signatures of devices are verified: a detached JWS by the key of an active device,
 * whose header names the pairing, the resource and a current time.
 */
export function createDeviceKeys({
  clock,
  database,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): DeviceKeys {
  return {
    async isSignature({ bankId, deviceId, resource, signature, text, userId }) {
      if (!isUuid(deviceId)) return false;
      const device = await findActiveDevice(database.forBank(bankId), { bankId, userId, deviceId });
      if (device === undefined) return false;
      return isDeviceSignature({ signature, text, resource, now: clock.now() }, device);
    },
    async lockSigner(work, { bankId, deviceId, signature, userId }) {
      const device = await updateDeviceUse(work, { bankId, userId, deviceId, now: clock.now() });
      // The installation may have been paired again, with another key, since its signature was verified.
      return device !== undefined && device.pairingId === pairingIn(signature);
    },
  };
}

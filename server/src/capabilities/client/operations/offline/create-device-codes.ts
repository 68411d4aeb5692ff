import type { DeviceCodes } from '#capabilities/identity/index.ts';
import { readOfflineToken } from '../../engine/offline/offline-token.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { lockActiveDevice } from '../../store/devices.store.ts';
import { consumeOfflineLogin } from '../../store/offline-logins.store.ts';

/** Implements the port through which a sign-in accepts the token of an offline sign-in, once. SPEC 10.13 */
export function createDeviceCodes({
  baseUrl,
  clientVault,
}: Pick<ClientPorts, 'clientVault'> & { readonly baseUrl: string }): DeviceCodes {
  return {
    async prepare({ bankId, clock }, token) {
      const keys = clientVault.devices.offlineKeys(bankId);
      const read = await readOfflineToken(token, { bankId, server: baseUrl, now: clock.now(), keys });
      if (read === undefined) return undefined;
      const { keyKind, offlineLoginId, userId } = read;
      return {
        userId,
        async consume(work) {
          const used = await consumeOfflineLogin(work, { bankId, offlineLoginId, userId, now: clock.now() });
          if (used?.deviceId === undefined) return undefined;
          const { deviceId, verifiedAt } = used;
          const device = await lockActiveDevice(work, { bankId, userId, deviceId });
          return device && { deviceId, pairingId: device.pairingId, keyKind, at: verifiedAt.toString() };
        },
      };
    },
    // An installation that was paired again since has another pairing.
    async lockDevice({ bankId }, work, { deviceId, pairingId, userId }) {
      const device = await lockActiveDevice(work, { bankId, userId, deviceId });
      return device?.pairingId === pairingId;
    },
  };
}

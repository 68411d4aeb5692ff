import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type Device, stateAt } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listDevices } from '../../store/devices.store.ts';

/** Lists the devices of a user that are not unpaired, newest first, with the state that counts now. */
export async function listLiveDevices(
  { bankId, clientVault, clock }: Context & Pick<ClientPorts, 'clientVault'>,
  db: Reader,
  userId: string,
): Promise<readonly Device[]> {
  const devices = await listDevices(db, clientVault.devices, { bankId, userId });
  const now = clock.now();
  return devices
    .map((device) => ({ ...device, state: stateAt(device.state, now) }))
    .filter(({ state }) => state.status !== 'unpaired');
}

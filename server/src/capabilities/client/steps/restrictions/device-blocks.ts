import { lockUserTokens } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { concernsDevice, stateAt } from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { lockDevices } from '../../store/devices.store.ts';
import type { Restriction } from '../../store/restrictions.store.ts';
import { authorizationContext } from '../contexts.ts';
import { blockDevices } from '../devices/block-devices.ts';
import { endPairing } from '../devices/end-pairing.ts';
import { type LockedClient, lockRestrictionsOf } from './lock-client.ts';

type Ctx = Context & ClientPorts;

interface DeviceBlocks {
  readonly userIds: readonly string[];
  /** Of the client, as they are after the command. */
  readonly restrictions: readonly Restriction[];
}

/**
 * Blocks the devices that restrictions of a locked client concern, and unblocks those that none concerns any more. A
 * pairing that was not confirmed yet ends instead. Called by every command that sets or ends a `device-block`.
 */
export async function applyDeviceBlocks(
  ctx: Ctx,
  work: Work,
  { restrictions, userIds }: DeviceBlocks,
): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  const scopes = restrictions
    .filter((one) => one.kind === 'device-block' && stateAt(one, now) === 'active')
    .map(({ details }) => details.scope);
  const isConcerned = ({ deviceId }: { readonly deviceId: string }): boolean =>
    scopes.some((scope) => concernsDevice(scope, deviceId));
  for (const userId of userIds) {
    await lockUserTokens(authorizationContext(ctx), work, { userId });
    const devices = await lockDevices(work, clientVault.devices, { bankId, userId });
    const concerned = devices.filter(isConcerned);
    const others = devices.filter((device) => !isConcerned(device));
    await blockDevices(ctx, work, {
      userId,
      deviceIds: idsOf(concerned),
      change: 'block',
      by: 'restriction',
    });
    await blockDevices(ctx, work, { userId, deviceIds: idsOf(others), change: 'unblock', by: 'restriction' });
    const unconfirmed = concerned.filter(({ state }) => state.status === 'awaiting-confirmation');
    for (const { deviceId } of unconfirmed)
      await endPairing(ctx, work, { userId, deviceId, reason: 'not-confirmed' });
  }
}

function idsOf(devices: readonly { readonly deviceId: string }[]): readonly string[] {
  return devices.map(({ deviceId }) => deviceId);
}

/** The same with the restrictions that a client has in the database, without the one that ends in this command. */
export async function releaseDevices(
  ctx: Ctx,
  work: Work,
  { client, ended }: { readonly client: LockedClient; readonly ended: Restriction },
): Promise<void> {
  if (ended.kind !== 'device-block') return;
  const active = await lockRestrictionsOf(ctx, work, client);
  const restrictions = active.filter(({ restrictionId }) => restrictionId !== ended.restrictionId);
  await applyDeviceBlocks(ctx, work, { userIds: client.userIds, restrictions });
}

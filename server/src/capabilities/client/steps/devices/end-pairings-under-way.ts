import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { replaceActivationCodes } from '../../store/activation-codes.store.ts';
import { listDevices } from '../../store/devices.store.ts';
import { deleteOpenOfflineLogins } from '../../store/offline-logins.store.ts';
import { endPairing } from './end-pairing.ts';

/**
 * Ends what a stranger may have begun in the name of users: activation codes, pairings that were not confirmed yet, and
 * offline sign-ins. None of them needs a session to be finished.
 */
export async function endPairingsUnderWay(
  ctx: Context & ClientPorts,
  work: Work,
  userIds: readonly string[],
): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  for (const userId of userIds) {
    replaceActivationCodes(work, { bankId, userId, now });
    deleteOpenOfflineLogins(work, { bankId, userId });
    const devices = await listDevices(work, clientVault.devices, { bankId, userId });
    const unconfirmed = devices.filter(({ state }) => state.status === 'awaiting-confirmation');
    for (const { deviceId } of unconfirmed)
      await endPairing(ctx, work, { userId, deviceId, reason: 'not-confirmed' });
  }
}

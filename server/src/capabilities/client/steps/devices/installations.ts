import { endTokens } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { stateAt } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { lockInstallation } from '../../store/devices.store.ts';
import { authorizationContext } from '../contexts.ts';
import { recordEnd } from './end-pairing.ts';

/**
 * Ends the former pairing of an installation: one with the same user is replaced, one that was not confirmed in time is
 * recorded as ended. One of another user stays, and so does one that is blocked: pairing again does not end a block.
 */
export async function releaseInstallation(
  ctx: Context & ClientPorts,
  work: Work,
  { deviceId, userId }: { readonly userId: string; readonly deviceId: string },
): Promise<'released' | 'taken' | 'blocked'> {
  const { bankId, clientVault, clock } = ctx;
  const former = await lockInstallation(work, clientVault.devices, { bankId, deviceId });
  if (former === undefined) return 'released';
  const isLate = stateAt(former.state, clock.now()).status === 'unpaired';
  if (former.userId !== userId && !isLate) return 'taken';
  if (former.state.status === 'blocked') return 'blocked';
  await endTokens(authorizationContext(ctx), work, { userId: former.userId, deviceId });
  recordEnd(ctx, work, former, 'replaced');
  return 'released';
}

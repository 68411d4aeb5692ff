import type { Context } from '#platform/work/context.ts';
import { problems } from '../../problems.ts';
import type { AskedDevice } from '../../store/approvals.store.ts';

/** Returns the paired device that calls. Its token is bound to its key, and names it. */
export function callingDevice({ caller }: Context): AskedDevice {
  if (caller.kind !== 'customer' || caller.deviceId === undefined) throw problems['device-required']();
  return { userId: caller.userId, deviceId: caller.deviceId };
}

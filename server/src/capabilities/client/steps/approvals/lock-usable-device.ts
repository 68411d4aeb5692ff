import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AskedDevice } from '../../store/approvals.store.ts';
import { type ActiveDevice, lockActiveDevice } from '../../store/devices.store.ts';

/** Finds a user by id, as authorization does. */
export type UserFinder = Pick<AuthorizationPorts['users'], 'find'>;

/** A locked device and the client it acts for. */
export interface UsableDevice extends ActiveDevice {
  readonly customerNumber: string | undefined;
}

/**
 * Locks an active device and its client in a command that uses a signature of the device, the client first, as the
 * commands that restrict it do. Returns undefined for a device that is blocked or unpaired.
 */
export async function lockUsableDevice(
  { users }: { readonly users: UserFinder },
  work: Work,
  { bankId, deviceId, userId }: AskedDevice & { readonly bankId: string },
): Promise<UsableDevice | undefined> {
  const customerNumber = (await users.find(work, { bankId, name: userId }))?.customerNumber;
  if (customerNumber !== undefined)
    await lockCustomersShared(work, { bankId, customerNumbers: [customerNumber] });
  const device = await lockActiveDevice(work, { bankId, userId, deviceId });
  return device && { ...device, customerNumber };
}

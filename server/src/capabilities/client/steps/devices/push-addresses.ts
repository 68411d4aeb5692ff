import type { PushAddresses } from '#capabilities/correspondence/index.ts';
import { listUserIdsOf } from '#capabilities/identity/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ClientVault } from '../../store/client-vault.ts';
import { listPushHandles } from '../../store/push-handles.read.ts';

/**
 * Implements the port through which messages find the devices of a customer: the web push subscriptions of the active
 * devices of all its users, the one that was used last first. Handles of other platforms have no delivery yet.
 */
export function createPushAddresses({
  database,
  vault: { devices },
}: {
  readonly database: Database;
  readonly vault: ClientVault;
}): PushAddresses {
  return {
    async of(bankId, customerNumber) {
      const db = database.forBank(bankId);
      const userIds = await listUserIdsOf(db, { bankId, customerNumber });
      return listPushHandles(db, devices, { bankId, userIds });
    },
  };
}

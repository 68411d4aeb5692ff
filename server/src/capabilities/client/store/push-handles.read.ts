import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { DeviceVault } from './device-vault.ts';
import type { DeviceTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

interface OfUsers {
  readonly bankId: string;
  readonly userIds: readonly string[];
}

type PushRow = Pick<DeviceTable, 'pairing_id' | 'sealed_push'>;

const ofUsers = statement<OfUsers>()(({ bankId, userIds }) =>
  rawQuery(sql<PushRow>`
    select pairing_id, sealed_push from client.device
     where bank_id = ${bankId} and user_id = any(${userIds}::text[]) and status = 'active'
       and push_platform = 'web-push' and sealed_push is not null
     order by coalesce(last_used_at, created_at) desc, pairing_id desc
     limit 20`),
);

/** Lists the web push subscriptions of the active devices of these users, that of the device used last first. */
export async function listPushHandles(
  db: Reader,
  vault: DeviceVault,
  criteria: OfUsers,
): Promise<readonly string[]> {
  const rows = await db.rows(ofUsers(criteria));
  return rows.flatMap(({ pairing_id, sealed_push }) =>
    sealed_push === null ? [] : [vault.openPush(criteria.bankId, pairing_id, sealed_push)],
  );
}

import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { DeviceKey } from './devices.store.ts';
import { rawQuery } from './tables.ts';

const kind = statement<DeviceKey>()(({ bankId, deviceId, userId }) =>
  rawQuery(sql<{ attested_by: string }>`
    select attested_by from client.device
     where bank_id = ${bankId} and device_id = ${deviceId} and user_id = ${userId} and status = 'active'`),
);

/** Finds what vouches for the key of an active device. */
export async function findDeviceKind(db: Reader, key: DeviceKey): Promise<string | undefined> {
  return (await db.first(kind(key)))?.attested_by;
}

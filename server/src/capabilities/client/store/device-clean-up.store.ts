import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { EndReason } from '../domain/devices/device.ts';
import type { DeviceTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** Rows older than a given time, limited to one batch per transaction. */
export interface CleanUpScope {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const unpaired = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ done: number }>`
    delete from client.device where bank_id = ${bankId} and ctid = any(array(
      select ctid from client.device where bank_id = ${bankId} and unpaired_at < ${before}
       order by unpaired_at limit ${listMax}))
    returning 1 as done`),
);

const codes = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ done: number }>`
    delete from client.activation_code where bank_id = ${bankId} and ctid = any(array(
      select ctid from client.activation_code where bank_id = ${bankId} and created_at < ${before}
       order by created_at limit ${listMax}))
    returning 1 as done`),
);

const logins = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ done: number }>`
    delete from client.offline_login where bank_id = ${bankId} and ctid = any(array(
      select ctid from client.offline_login where bank_id = ${bankId} and expires_at < ${before}
       order by expires_at limit ${listMax}))
    returning 1 as done`),
);

const quotas = statement<CleanUpScope>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql<{ done: number }>`
    delete from client.address_quota where bank_id = ${bankId} and ctid = any(array(
      select ctid from client.address_quota where bank_id = ${bankId} and used_on < ${utcDayOf(before)}
       order by used_on limit ${listMax}))
    returning 1 as done`),
);

const statements = { unpaired, codes, logins, quotas };

/** Deletes one batch of old rows of a kind; returns how many. */
export async function deleteOld(
  work: Writer,
  kind: keyof typeof statements,
  scope: CleanUpScope,
): Promise<number> {
  return (await work.executeAll(statements[kind](scope))).length;
}

interface Late {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  /** Pairings that are left out. */
  readonly except: readonly string[];
}

const late = statement<Late>()(({ bankId, except, listMax, now }) =>
  tables
    .selectFrom('device')
    .select(['pairing_id', 'user_id', 'device_id'])
    .where('bank_id', '=', bankId)
    .where('status', '=', sql.lit('awaiting-confirmation' as const))
    .where('confirm_until', '<=', now)
    .where(sql<boolean>`pairing_id <> all(${except}::uuid[])`)
    .orderBy('confirm_until')
    .limit(listMax),
);

interface EndedFor {
  readonly bankId: string;
  readonly pairingId: string;
  readonly reason: EndReason;
  readonly now: Temporal.Instant;
}

const endedFor = statement<EndedFor>('write')(({ bankId, now, pairingId, reason }) =>
  rawQuery(sql`
    update client.device set unpair_reason = ${reason}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and pairing_id = ${pairingId} and status = 'unpaired'`),
);

/** Changes why a pairing has ended. */
export function updateEndReason(work: Writer, ended: EndedFor): void {
  work.write(endedFor(ended), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

/** A pairing that was not confirmed in time. */
export interface LatePairing {
  readonly pairingId: string;
  readonly userId: string;
  readonly deviceId: string;
}

/** Lists pairings that were not confirmed in time, oldest first. */
export async function listLatePairings(db: Reader, criteria: Late): Promise<readonly LatePairing[]> {
  const rows = await db.rows(late(criteria));
  return rows.map(({ device_id, pairing_id, user_id }) => ({
    pairingId: pairing_id,
    userId: user_id,
    deviceId: device_id,
  }));
}

const ofUser = statement<{ readonly bankId: string; readonly userId: string }>('write')(
  ({ bankId, userId }) =>
    tables.deleteFrom('device').where('bank_id', '=', bankId).where('user_id', '=', userId),
);

/** Deletes the devices of an erased user. */
export function deleteDevicesOf(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string },
): void {
  work.write(ofUser(key));
}

type DeviceHead = Pick<DeviceTable, 'pairing_id' | 'device_id' | 'user_id' | 'modified_at'>;

const heads = statement<{ readonly bankId: string; readonly pairingIds: readonly string[] }>()(
  ({ bankId, pairingIds }) =>
    rawQuery(sql<DeviceHead>`
      select pairing_id, device_id, user_id, modified_at from client.device
       where bank_id = ${bankId} and pairing_id = any(${pairingIds}::uuid[]) and status <> 'unpaired'`),
);

/** A pairing that is not unpaired, and when it changed last. */
export interface LivePairing {
  readonly pairingId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly changedAt: Temporal.Instant;
}

/** Lists those of these pairings that are not unpaired. */
export async function listLivePairings(
  db: Reader,
  criteria: { readonly bankId: string; readonly pairingIds: readonly string[] },
): Promise<readonly LivePairing[]> {
  return (await db.rows(heads(criteria))).map((row) => ({
    pairingId: row.pairing_id,
    deviceId: row.device_id,
    userId: row.user_id,
    changedAt: row.modified_at,
  }));
}

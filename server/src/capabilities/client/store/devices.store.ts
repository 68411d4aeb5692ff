import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AttestationKind, Device, DeviceState } from '../domain/devices/device.ts';
import { problems } from '../problems.ts';
import { attestationIn, deviceOf, stateColumns } from './device-rows.ts';
import type { DeviceVault } from './device-vault.ts';
import type { DeviceTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** As a literal, for the index of live devices. */
const unpaired = sql.lit('unpaired' as const);

/** Names the devices of a user. */
export interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

/** Names a device of a user. */
export interface DeviceKey extends OfUser {
  /** Of the app installation. */
  readonly deviceId: string;
}

/** A device that may approve. */
export interface ActiveDevice {
  readonly pairingId: string;
  readonly deviceId: string;
  /** SubjectPublicKeyInfo of its P-256 key. */
  readonly publicKey: Buffer;
  readonly attestedBy: AttestationKind;
}

type ActiveRow = Pick<DeviceTable, 'pairing_id' | 'device_id' | 'public_key' | 'attested_by'>;

function activeDeviceOf({ attested_by, device_id, pairing_id, public_key }: ActiveRow): ActiveDevice {
  return {
    pairingId: pairing_id,
    deviceId: device_id,
    publicKey: public_key,
    attestedBy: attestationIn(attested_by),
  };
}

const activeOfUser = statement<OfUser>()(({ bankId, userId }) =>
  rawQuery(sql<ActiveRow>`
    select pairing_id, device_id, public_key, attested_by from client.device
     where bank_id = ${bankId} and user_id = ${userId} and status = 'active'
     order by coalesce(last_used_at, created_at) desc, pairing_id desc`),
);

/** Lists the devices with which a user can approve: the one that was used last first. */
export async function listActiveDevices(db: Reader, key: OfUser): Promise<readonly ActiveDevice[]> {
  return (await db.rows(activeOfUser(key))).map(activeDeviceOf);
}

const activeDetails = statement<OfUser>()(({ bankId, userId }) =>
  rawQuery(sql<Pick<DeviceTable, 'pairing_id' | 'device_id' | 'sealed_details'>>`
    select pairing_id, device_id, sealed_details from client.device
     where bank_id = ${bankId} and user_id = ${userId} and status = 'active'
     order by coalesce(last_used_at, created_at) desc, pairing_id desc`),
);

/** Lists the devices with which a user can approve, with the names by which the customer knows them. */
export async function listActiveNames(
  db: Reader,
  vault: DeviceVault,
  key: OfUser,
): Promise<readonly { readonly deviceId: string; readonly name?: string }[]> {
  const rows = await db.rows(activeDetails(key));
  return rows.map(({ device_id: deviceId, pairing_id, sealed_details }) => {
    const { model, nickname } = vault.openDetails(key.bankId, pairing_id, sealed_details);
    return { deviceId, ...omitUndefined({ name: nickname ?? model }) };
  });
}

const activeOne = statement<DeviceKey>()(({ bankId, deviceId, userId }) =>
  rawQuery(sql<ActiveRow>`
    select pairing_id, device_id, public_key, attested_by from client.device
     where bank_id = ${bankId} and device_id = ${deviceId} and user_id = ${userId} and status = 'active'`),
);

/** Finds a device with which a user can approve. */
export async function findActiveDevice(db: Reader, key: DeviceKey): Promise<ActiveDevice | undefined> {
  const row = await db.first(activeOne(key));
  return row && activeDeviceOf(row);
}

const pushOf = statement<DeviceKey>()(({ bankId, deviceId, userId }) =>
  rawQuery(sql<{ pairing_id: string; sealed_push: Buffer }>`
    select pairing_id, sealed_push from client.device
     where bank_id = ${bankId} and device_id = ${deviceId} and user_id = ${userId} and status = 'active'
       and sealed_push is not null`),
);

/** Finds where a device receives push messages. */
export async function findPushAddress(
  db: Reader,
  vault: DeviceVault,
  key: DeviceKey,
): Promise<{ readonly handle: string } | undefined> {
  const row = await db.first(pushOf(key));
  return row && { handle: vault.openPush(key.bankId, row.pairing_id, row.sealed_push) };
}

const lockActive = statement<DeviceKey>('lock')(({ bankId, deviceId, userId }) =>
  rawQuery(sql<ActiveRow>`
    select pairing_id, device_id, public_key, attested_by from client.device
     where bank_id = ${bankId} and device_id = ${deviceId} and user_id = ${userId} and status = 'active'
       for share`),
);

/**
 * Locks a device with which a user can approve; undefined if it is not active any more. It cannot be unpaired or blocked
 * before the command that approves has committed.
 */
export async function lockActiveDevice(work: Writer, key: DeviceKey): Promise<ActiveDevice | undefined> {
  const row = await work.lock(lockActive(key));
  return row && activeDeviceOf(row);
}

const ofUser = statement<OfUser>()(({ bankId, userId }) =>
  tables
    .selectFrom('device')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('status', '<>', unpaired)
    .orderBy('created_at', 'desc'),
);

/** Lists the devices of a user that are not unpaired, newest first. */
export async function listDevices(db: Reader, vault: DeviceVault, key: OfUser): Promise<readonly Device[]> {
  return (await db.rows(ofUser(key))).map((row) => deviceOf(vault, row));
}

const lockOfUser = statement<OfUser>('lock')(({ bankId, userId }) =>
  tables
    .selectFrom('device')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('status', '<>', unpaired)
    .orderBy('pairing_id')
    .forUpdate(),
);

/** Locks the devices of a user that are not unpaired, always in the same order. */
export async function lockDevices(work: Writer, vault: DeviceVault, key: OfUser): Promise<readonly Device[]> {
  return (await work.lockAll(lockOfUser(key))).map((row) => deviceOf(vault, row));
}

const lockLive = statement<{ readonly bankId: string; readonly deviceId: string }>('lock')(
  ({ bankId, deviceId }) =>
    tables
      .selectFrom('device')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('device_id', '=', deviceId)
      .where('status', '<>', unpaired)
      .forUpdate(),
);

/** Locks the pairing of an app installation that is not unpaired, of any user. */
export async function lockInstallation(
  work: Writer,
  vault: DeviceVault,
  key: { readonly bankId: string; readonly deviceId: string },
): Promise<Device | undefined> {
  const row = await work.lock(lockLive(key));
  return row && deviceOf(vault, row);
}

const latestOfKey = statement<DeviceKey>('lock')(({ bankId, deviceId, userId }) =>
  rawQuery(sql<DeviceTable>`
    select * from client.device
     where bank_id = ${bankId} and user_id = ${userId} and device_id = ${deviceId}
     order by created_at desc, pairing_id desc limit 1
       for update`),
);

/** Locks the latest pairing of an installation with a user, also one that is unpaired. */
export async function lockDevice(
  work: Writer,
  vault: DeviceVault,
  key: DeviceKey,
): Promise<Device | undefined> {
  const row = await work.lock(latestOfKey(key));
  return row && deviceOf(vault, row);
}

const insert = statement<DeviceTable>('write')((row) =>
  tables.insertInto('device').values({
    bank_id: row.bank_id,
    pairing_id: row.pairing_id,
    device_id: row.device_id,
    user_id: row.user_id,
    status: row.status,
    platform: row.platform,
    public_key: row.public_key,
    attested_by: row.attested_by,
    sealed_details: row.sealed_details,
    push_platform: row.push_platform,
    sealed_push: row.sealed_push,
    blocks: row.blocks,
    confirm_until: row.confirm_until,
    confirmed_at: row.confirmed_at,
    last_used_at: row.last_used_at,
    unpaired_at: row.unpaired_at,
    unpair_reason: row.unpair_reason,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

/** Inserts a new pairing; a conflict when another one has paired the installation since. */
export function insertDevice(work: Writer, row: DeviceTable): void {
  work.write(insert(row), { constraints: { device_live: problems['device-taken'] } });
}

interface StateUpdate {
  readonly bankId: string;
  readonly pairingId: string;
  readonly status: string;
  readonly blocks: readonly string[];
  readonly confirmedAt: Temporal.Instant | null;
  readonly unpairedAt: Temporal.Instant | null;
  readonly reason: string | null;
  readonly now: Temporal.Instant;
}

const update = statement<StateUpdate>('write')((row) =>
  rawQuery(sql`
    update client.device
       set status = ${row.status}, blocks = ${row.blocks}::text[],
           confirmed_at = coalesce(confirmed_at, ${row.confirmedAt}::timestamptz),
           unpaired_at = ${row.unpairedAt}::timestamptz, unpair_reason = ${row.reason}::text,
           sealed_push = case when ${row.unpairedAt}::timestamptz is null then sealed_push end,
           row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and pairing_id = ${row.pairingId} and status <> 'unpaired'`),
);

/** Changes the state of a locked device. The push handle of an unpaired one is deleted. */
export function updateDeviceState(
  work: Writer,
  change: {
    readonly bankId: string;
    readonly pairingId: string;
    readonly state: DeviceState;
    readonly now: Temporal.Instant;
  },
): void {
  const { bankId, now, pairingId, state } = change;
  const columns = stateColumns(state, now);
  work.write(update({ bankId, pairingId, now, ...columns }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}

interface DeviceUse extends DeviceKey {
  readonly now: Temporal.Instant;
}

const use = statement<DeviceUse>('write')(({ bankId, deviceId, now, userId }) =>
  rawQuery(sql<ActiveRow>`
    update client.device set last_used_at = ${now}
     where bank_id = ${bankId} and device_id = ${deviceId} and user_id = ${userId} and status = 'active'
    returning pairing_id, device_id, public_key, attested_by`),
);

/**
 * Records that a device approves something, and locks it as `lockActiveDevice` does; undefined if it is not active any
 * more. Approvals of one device wait for each other.
 */
export async function updateDeviceUse(work: Writer, used: DeviceUse): Promise<ActiveDevice | undefined> {
  const row = await work.execute(use(used));
  return row && activeDeviceOf(row);
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Asker } from './device-requests.store.ts';
import { rawQuery, tables } from './tables.ts';

interface OwnerKey {
  readonly bankId: string;
  /** Customer number; user id of a user without one. */
  readonly owner: string;
}

/** One that a customer has muted. */
export interface MutedAsker extends Asker {
  readonly mutedUntil: Temporal.Instant;
}

const mute = statement<OwnerKey & MutedAsker>('write')(({ asker, bankId, mutedUntil, name, owner }) =>
  rawQuery(sql`
    insert into sca.device_mute (bank_id, owner, asker, asker_name, ends_at)
    values (${bankId}, ${owner}, ${asker}, ${name}, ${mutedUntil})
    on conflict (bank_id, owner, asker) do update
       set asker_name = excluded.asker_name, ends_at = excluded.ends_at`),
);

export function upsertMute(work: Writer, row: OwnerKey & MutedAsker): void {
  work.write(mute(row));
}

const unmute = statement<OwnerKey & { readonly asker: string }>('write')(({ asker, bankId, owner }) =>
  tables
    .deleteFrom('device_mute')
    .where('bank_id', '=', bankId)
    .where('owner', '=', owner)
    .where('asker', '=', asker),
);

export function deleteMute(work: Writer, key: OwnerKey & { readonly asker: string }): void {
  work.write(unmute(key));
}

const ofOwner = statement<OwnerKey & { readonly now: Temporal.Instant }>()(({ bankId, now, owner }) =>
  rawQuery(sql<{ asker: string; asker_name: string; ends_at: Temporal.Instant }>`
    select asker, asker_name, ends_at from sca.device_mute
     where bank_id = ${bankId} and owner = ${owner} and ends_at > ${now}
     order by ends_at desc, asker limit 100`),
);

/** Lists whom a customer has muted, the longest first. */
export async function listMutes(
  db: Reader,
  criteria: OwnerKey & { readonly now: Temporal.Instant },
): Promise<readonly MutedAsker[]> {
  const rows = await db.rows(ofOwner(criteria));
  return rows.map((row) => ({ asker: row.asker, name: row.asker_name, mutedUntil: row.ends_at }));
}

const found = statement<OwnerKey & { readonly asker: string; readonly now: Temporal.Instant }>()(
  ({ asker, bankId, now, owner }) =>
    rawQuery(sql<{ is_muted: boolean }>`
      select exists (
        select from sca.device_mute
         where bank_id = ${bankId} and owner = ${owner} and asker = ${asker} and ends_at > ${now}) as is_muted`),
);

/** Returns whether a customer has muted one that asks. */
export async function isMuted(
  db: Reader,
  criteria: OwnerKey & { readonly asker: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await db.first(found(criteria)))?.is_muted === true;
}

const rename = statement<OwnerKey & { readonly survivor: string }>('write')(({ bankId, owner, survivor }) =>
  rawQuery(sql`
    with moved as (
      delete from sca.device_mute where bank_id = ${bankId} and owner = ${owner}
      returning bank_id, asker, asker_name, ends_at)
    insert into sca.device_mute (bank_id, owner, asker, asker_name, ends_at)
    select bank_id, ${survivor}, asker, asker_name, ends_at from moved
    on conflict (bank_id, owner, asker) do update
       set ends_at = greatest(device_mute.ends_at, excluded.ends_at)`),
);

/** Gives the mutes of a merged customer to the surviving one; of two the longer one counts. */
export function renameMutes(work: Writer, key: OwnerKey & { readonly survivor: string }): void {
  work.write(rename(key));
}

const removeOf = statement<OwnerKey>('write')(({ bankId, owner }) =>
  tables.deleteFrom('device_mute').where('bank_id', '=', bankId).where('owner', '=', owner),
);

export function deleteMutesOf(work: Writer, key: OwnerKey): void {
  work.write(removeOf(key));
}

const removeOver = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ asker: string }>`
    delete from sca.device_mute where (bank_id, owner, asker) in (
      select bank_id, owner, asker from sca.device_mute
       where bank_id = ${bankId} and ends_at < ${before} order by ends_at limit ${max} for update skip locked)
    returning asker`),
);

/** Deletes mutes that ended before a time; returns how many. */
export async function deleteOverMutes(
  work: Writer,
  criteria: { readonly bankId: string; readonly before: Temporal.Instant; readonly max: number },
): Promise<number> {
  return (await work.executeAll(removeOver(criteria))).length;
}

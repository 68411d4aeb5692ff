import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { sendRetentionHours } from '../domain/sends/policy.ts';
import type { HourTally } from '../domain/sends/send-credit.ts';
import { type Tallies, type TallyKey, tallyName } from '../domain/sends/send-limits.ts';
import {} from './attempt-sql.ts';
import type { SendTallyTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** Recipient of a message. */
export interface RecipientKey {
  readonly bankId: string;
  readonly recipientIndex: Buffer;
}

type Sends = readonly Temporal.Instant[];

const find = statement<RecipientKey>()(({ bankId, recipientIndex }) =>
  tables
    .selectFrom('recipient_sends')
    .select('sends')
    .where('bank_id', '=', bankId)
    .where('recipient_index', '=', recipientIndex),
);

/** Finds when messages were sent to a recipient. */
export async function findSends(db: Reader, key: RecipientKey): Promise<Sends> {
  return (await db.first(find(key)))?.sends ?? [];
}

const lockRow = statement<RecipientKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, now, recipientIndex }) =>
    rawQuery(sql<{ sends: Sends }>`
    insert into "authorization".recipient_sends as r (bank_id, recipient_index, sends, modified_at, used_on)
    values (${bankId}, ${recipientIndex}, '{}', ${now}, ${utcDayOf(now)})
    on conflict (bank_id, recipient_index) do update set modified_at = ${now}, used_on = ${utcDayOf(now)}
    returning r.sends`),
);

/** Locks and returns the sends of a recipient, inserting the row if needed; other sends to the recipient wait. */
export async function lockSends(work: Writer, key: RecipientKey, now: Temporal.Instant): Promise<Sends> {
  return (await work.execute(lockRow({ ...key, now })))?.sends ?? [];
}

const save = statement<RecipientKey & { readonly sends: Sends }>('write')(
  ({ bankId, recipientIndex, sends }) =>
    rawQuery(sql`
    update "authorization".recipient_sends set sends = ${sends}::timestamptz[]
     where bank_id = ${bankId} and recipient_index = ${recipientIndex}`),
);

/** Updates the history of a locked recipient. */
export function updateSends(work: Writer, key: RecipientKey, sends: Sends): void {
  work.write(save({ ...key, sends }));
}

/** Recipients of one message: the user if one is named, and the number or address. */
export interface RecipientKeys {
  readonly bankId: string;
  readonly recipientIndexes: readonly Buffer[];
}

const listUsed = statement<RecipientKeys & { readonly since: Temporal.Instant }>()(
  ({ bankId, recipientIndexes, since }) =>
    rawQuery(sql<{ sent_at: Temporal.Instant }>`
    select distinct sent_at from "authorization".used_send
     where bank_id = ${bankId} and recipient_index = any(${recipientIndexes}::bytea[]) and sent_at > ${since}`),
);

/** Lists when the messages whose code was used were sent. */
export async function listUsedSends(
  db: Reader,
  key: RecipientKeys & { readonly since: Temporal.Instant },
): Promise<Sends> {
  return (await db.rows(listUsed(key))).map(({ sent_at: sentAt }) => sentAt);
}

const insertUse = statement<RecipientKeys & { readonly sentAt: Temporal.Instant }>('write')(
  ({ bankId, recipientIndexes, sentAt }) =>
    rawQuery(sql`
    insert into "authorization".used_send (bank_id, recipient_index, sent_at)
    select ${bankId}::text, i, ${sentAt}::timestamptz from unnest(${recipientIndexes}::bytea[]) as i
    on conflict do nothing`),
);

/** Records that the code of a message was used. */
export function insertUsedSend(
  work: Writer,
  used: RecipientKeys & { readonly sentAt: Temporal.Instant },
): void {
  work.write(insertUse(used));
}

/** Counters of one hour. */
export interface HourKey {
  readonly bankId: string;
  readonly keys: readonly TallyKey[];
  readonly hour: Temporal.Instant;
}

interface HourColumns {
  readonly bankId: string;
  readonly scopes: readonly string[];
  readonly keys: readonly string[];
  readonly hour: Temporal.Instant;
}

type TallyRow = Omit<SendTallyTable, 'bank_id'>;

function columnsOf({ bankId, hour, keys }: HourKey): HourColumns {
  return { bankId, hour, scopes: keys.map(({ scope }) => scope), keys: keys.map(({ key }) => key) };
}

const list = statement<HourColumns & { readonly after: Temporal.Instant }>()(
  ({ after, bankId, keys, scopes }) =>
    rawQuery(sql<TallyRow>`
    select t.scope, t.tally_key, t.hour, t.sent, t.used
      from unnest(${scopes}::text[], ${keys}::text[]) as k (scope, tally_key)
      join "authorization".send_tally t
        on t.bank_id = ${bankId} and t.scope = k.scope and t.tally_key = k.tally_key
       and t.hour > ${after}::timestamptz`),
);

/** Lists sends and uses up to this hour: of `hoursRead` hours, as far back as limits look. */
export async function listTallies(
  db: Reader,
  hourKey: HourKey & { readonly hoursRead: number },
): Promise<Tallies> {
  const after = hourKey.hour.subtract({ hours: hourKey.hoursRead });
  return talliesOf(await db.rows(list({ ...columnsOf(hourKey), after })));
}

/** Every command locks rows in the same order, which prevents deadlocks. */
const reserve = statement<HourColumns>('write')(({ bankId, hour, keys, scopes }) =>
  rawQuery(sql<TallyRow>`
    insert into "authorization".send_tally as t (bank_id, scope, tally_key, hour, sent, used)
    select ${bankId}::text, k.scope, k.tally_key, ${hour}::timestamptz, 1, 0
      from unnest(${scopes}::text[], ${keys}::text[]) as k (scope, tally_key)
     order by k.scope collate "C", k.tally_key collate "C"
    on conflict (bank_id, scope, tally_key, hour) do update set sent = t.sent + 1
    returning t.scope, t.tally_key, t.hour, t.sent - 1 as sent, t.used`),
);

/** Counts one more send and returns the previous counts; the rows stay locked until the command ends. */
export async function reserveTallies(work: Writer, hourKey: HourKey): Promise<Tallies> {
  return talliesOf(await work.executeAll(reserve(columnsOf(hourKey))));
}

const use = statement<HourColumns>('write')(({ bankId, hour, keys, scopes }) =>
  rawQuery(sql`
    with held as (
      select t.scope, t.tally_key from "authorization".send_tally t
        join unnest(${scopes}::text[], ${keys}::text[]) as k (scope, tally_key)
          on t.scope = k.scope and t.tally_key = k.tally_key
       where t.bank_id = ${bankId} and t.hour = ${hour}::timestamptz
       order by t.scope collate "C", t.tally_key for update of t)
    update "authorization".send_tally t set used = least(t.used + 1, t.sent)
      from held where t.bank_id = ${bankId} and t.hour = ${hour}::timestamptz
       and t.scope = held.scope and t.tally_key = held.tally_key`),
);

/** Records a use where the send was counted; does nothing when the counter was purged. */
export function updateUsed(work: Writer, hourKey: HourKey): void {
  work.write(use(columnsOf(hourKey)));
}

const useUncounted = statement<HourColumns>('write')(({ bankId, hour, keys, scopes }) =>
  rawQuery(sql`
    insert into "authorization".send_tally as t (bank_id, scope, tally_key, hour, sent, used)
    select ${bankId}::text, k.scope, k.tally_key, ${hour}::timestamptz, 1, 1
      from unnest(${scopes}::text[], ${keys}::text[]) as k (scope, tally_key)
     order by k.scope collate "C", k.tally_key collate "C"
    on conflict (bank_id, scope, tally_key, hour) do update set sent = t.sent + 1, used = t.used + 1`),
);

/** Records a use whose send was not counted. */
export function insertUsed(work: Writer, hourKey: HourKey): void {
  work.write(useUncounted(columnsOf(hourKey)));
}

interface Before {
  readonly bankId: string;
  readonly before: Temporal.Instant;
}

const purgeRecipients = statement<Before>('write')(({ bankId, before }) =>
  rawQuery(sql`
    delete from "authorization".recipient_sends
     where bank_id = ${bankId} and used_on < ${utcDayOf(before)} and modified_at < ${before}`),
);
const usedPerRunMax = 10_000;
const purgeUsed = statement<Before & { readonly listMax: number }>('write')(({ bankId, before, listMax }) =>
  rawQuery(sql`
    delete from "authorization".used_send where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".used_send where bank_id = ${bankId} and sent_at < ${before}
       order by sent_at limit ${listMax}))`),
);
const purgeTallies = statement<Before>('write')(({ bankId, before }) =>
  tables.deleteFrom('send_tally').where('bank_id', '=', bankId).where('hour', '<', before),
);

/** Purges send histories and counters whose retention is over. */
export function purgeSends(
  work: Writer,
  { bankId, now }: { readonly bankId: string; readonly now: Temporal.Instant },
): void {
  const before = now.subtract({ hours: sendRetentionHours });
  work.write(purgeRecipients({ bankId, before }));
  work.write(purgeUsed({ bankId, before, listMax: usedPerRunMax }));
  work.write(purgeTallies({ bankId, before }));
}

function talliesOf(rows: readonly TallyRow[]): Tallies {
  const tallies = new Map<string, HourTally[]>();
  for (const { hour, scope, sent, tally_key: key, used } of rows) {
    const name = tallyName({ scope, key });
    const hours = tallies.get(name) ?? [];
    hours.push({ hour, sent, used });
    tallies.set(name, hours);
  }
  return tallies;
}

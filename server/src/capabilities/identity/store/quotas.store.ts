import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** At most `count` uses within `seconds`. */
export interface QuotaLimit {
  readonly count: number;
  readonly seconds: number;
}

export interface QuotaUse {
  readonly bankId: string;
  readonly scope: string;
  readonly key: Buffer;
  readonly limits: readonly [QuotaLimit, ...QuotaLimit[]];
  readonly now: Temporal.Instant;
}

interface Slots {
  readonly bankId: string;
  readonly scope: string;
  readonly key: Buffer;
  readonly now: Temporal.Instant;
  /** The short limit and the long one; equal where there is only one. */
  readonly shortCount: number;
  readonly shortSeconds: number;
  readonly longCount: number;
  readonly longSeconds: number;
}

function slotsOf({ bankId, key, limits, now, scope }: QuotaUse): Slots {
  const [short, long = short] = limits;
  return {
    bankId,
    scope,
    key,
    now,
    shortCount: short.count,
    shortSeconds: short.seconds,
    longCount: long.count,
    longSeconds: long.seconds,
  };
}

/** The statement that counts also decides: it inserts nothing when the quota is used up. */
const consume = statement<Slots>('write')((use) => {
  const { bankId, key, longCount, longSeconds, now, scope, shortCount, shortSeconds } = use;
  const room = sql`(select count(*) filter (where t > ${now}::timestamptz - make_interval(secs => ${shortSeconds}::int))
      < ${shortCount}::int and count(*) filter (where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int))
      < ${longCount}::int from unnest(q.uses) as t)`;
  return rawQuery(sql<{ scope: string }>`
    insert into identity.quota as q (bank_id, scope, quota_key, uses, modified_at, used_on)
    values (${bankId}, ${scope}, ${key}, array[${now}::timestamptz], ${now}, ${utcDayOf(now)})
    on conflict (bank_id, scope, quota_key) do update
      set uses = array(select t from unnest(q.uses) as t
          where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int) order by t) || ${now}::timestamptz,
          modified_at = ${now}, used_on = ${utcDayOf(now)}
      where ${room}
    returning q.scope`);
});

/** Consumes one use and returns whether one was left. */
export async function consumeQuota(work: Writer, use: QuotaUse): Promise<boolean> {
  return (await work.execute(consume(slotsOf(use)))) !== undefined;
}

/** Consumes one use in its own transaction: for attempts that are counted before they are checked. */
export async function consumeQuotaAndCommit(db: Autocommit, use: QuotaUse): Promise<boolean> {
  return (await db.execute(consume(slotsOf(use)))) !== undefined;
}

const refund = statement<Slots>('write')(({ bankId, key, now, scope }) =>
  rawQuery(sql`
    update identity.quota q
       set uses = q.uses[: at.place - 1] || q.uses[at.place + 1 :], modified_at = ${now}, used_on = ${utcDayOf(now)}
      from (select array_position(uses, ${now}::timestamptz) as place from identity.quota
             where bank_id = ${bankId} and scope = ${scope} and quota_key = ${key} for update) as at
     where at.place is not null and q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Refunds the use that was recorded at the same time. */
export function refundQuota(work: Writer, use: QuotaUse): void {
  work.write(refund(slotsOf(use)));
}

/** Refunds the use in its own transaction. */
export async function refundQuotaAndCommit(db: Autocommit, use: QuotaUse): Promise<void> {
  await db.executeAll(refund(slotsOf(use)));
}

const record = statement<Slots>('write')(({ bankId, key, longCount, longSeconds, now, scope }) =>
  rawQuery(sql`
    insert into identity.quota as q (bank_id, scope, quota_key, uses, modified_at, used_on)
    values (${bankId}, ${scope}, ${key}, array[${now}::timestamptz], ${now}, ${utcDayOf(now)})
    on conflict (bank_id, scope, quota_key) do update
      set uses = (array(select t from unnest(q.uses) as t
          where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int) order by t desc
          limit ${longCount}::int)) || ${now}::timestamptz,
          modified_at = ${now}, used_on = ${utcDayOf(now)}`),
);

/** Records a use without checking the limit, for quotas that are checked later. */
export function insertQuotaUse(work: Writer, use: QuotaUse): void {
  work.write(record(slotsOf(use)));
}

const count = statement<Slots>()(({ bankId, key, now, scope, shortSeconds }) =>
  rawQuery(sql<{ count: number }>`
    select (select count(*)::int from unnest(q.uses) as t
             where t > ${now}::timestamptz - make_interval(secs => ${shortSeconds}::int)) as count
      from identity.quota q
     where q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Returns whether the first limit has no use left. */
export async function isQuotaUsedUp(db: Reader, use: QuotaUse): Promise<boolean> {
  const slots = slotsOf(use);
  return ((await db.first(count(slots)))?.count ?? 0) >= slots.shortCount;
}

const free = statement<Slots>()((slots) => {
  const { bankId, key, longCount, longSeconds, scope, shortCount, shortSeconds } = slots;
  return rawQuery(sql<{ free_at: Temporal.Instant | null }>`
    select greatest(
        (array(select t + make_interval(secs => ${shortSeconds}::int) from unnest(q.uses) as t
                order by t desc))[${shortCount}::int],
        (array(select t + make_interval(secs => ${longSeconds}::int) from unnest(q.uses) as t
                order by t desc))[${longCount}::int]) as free_at
      from identity.quota q
     where q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`);
});

/** Finds when the next use is possible; undefined where it is possible now. */
export async function findFreeAt(db: Reader, use: QuotaUse): Promise<Temporal.Instant | undefined> {
  const freeAt = (await db.first(free(slotsOf(use))))?.free_at ?? undefined;
  return freeAt !== undefined && freeAt.epochMilliseconds > use.now.epochMilliseconds ? freeAt : undefined;
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { written } from './tables.ts';

/** So often within so long. */
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
  /** The short limit and the long one; the same twice where there is one. */
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

/** The statement that counts is the one that decides: nothing is entered when there is no room. */
const take = statement<Slots>('write')((use) => {
  const { bankId, key, longCount, longSeconds, now, scope, shortCount, shortSeconds } = use;
  const room = sql`(select count(*) filter (where t > ${now}::timestamptz - make_interval(secs => ${shortSeconds}::int))
      < ${shortCount}::int and count(*) filter (where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int))
      < ${longCount}::int from unnest(q.uses) as t)`;
  return written(sql<{ scope: string }>`
    insert into identity.quota as q (bank_id, scope, quota_key, uses, modified_at)
    values (${bankId}, ${scope}, ${key}, array[${now}::timestamptz], ${now})
    on conflict (bank_id, scope, quota_key) do update
      set uses = array(select t from unnest(q.uses) as t
          where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int) order by t) || ${now}::timestamptz,
          modified_at = ${now}
      where ${room}
    returning q.scope`);
});

/** Takes one use, if there is one left. */
export async function consumeQuota(work: Writer, use: QuotaUse): Promise<boolean> {
  return (await work.execute(take(slotsOf(use)))) !== undefined;
}

/** The same, saved by itself: for what is counted before anything is looked at. */
export async function consumeQuotaAtOnce(db: Autocommit, use: QuotaUse): Promise<boolean> {
  return (await db.execute(take(slotsOf(use)))) !== undefined;
}

const giveBack = statement<Slots>('write')(({ bankId, key, now, scope }) =>
  written(sql`
    update identity.quota q
       set uses = q.uses[: at.place - 1] || q.uses[at.place + 1 :], modified_at = ${now}
      from (select array_position(uses, ${now}::timestamptz) as place from identity.quota
             where bank_id = ${bankId} and scope = ${scope} and quota_key = ${key} for update) as at
     where at.place is not null and q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Takes a use back that was entered at this very moment. */
export function refundQuota(work: Writer, use: QuotaUse): void {
  work.write(giveBack(slotsOf(use)));
}

/** The same, saved by itself. */
export async function releaseUse(db: Autocommit, use: QuotaUse): Promise<void> {
  await db.executeAll(giveBack(slotsOf(use)));
}

const enter = statement<Slots>('write')(({ bankId, key, longCount, longSeconds, now, scope }) =>
  written(sql`
    insert into identity.quota as q (bank_id, scope, quota_key, uses, modified_at)
    values (${bankId}, ${scope}, ${key}, array[${now}::timestamptz], ${now})
    on conflict (bank_id, scope, quota_key) do update
      set uses = (array(select t from unnest(q.uses) as t
          where t > ${now}::timestamptz - make_interval(secs => ${longSeconds}::int) order by t desc
          limit ${longCount}::int)) || ${now}::timestamptz,
          modified_at = ${now}`),
);

/** Enters a use whatever was before: for what is only looked at later. */
export function recordQuotaUse(work: Writer, use: QuotaUse): void {
  work.write(enter(slotsOf(use)));
}

const look = statement<Slots>()(({ bankId, key, now, scope, shortSeconds }) =>
  written(sql<{ count: number }>`
    select (select count(*)::int from unnest(q.uses) as t
             where t > ${now}::timestamptz - make_interval(secs => ${shortSeconds}::int)) as count
      from identity.quota q
     where q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Whether so many uses lie within the (first) limit that there is no room for another. */
export async function isUsedUp(db: Reader, use: QuotaUse): Promise<boolean> {
  const slots = slotsOf(use);
  return ((await db.first(look(slots)))?.count ?? 0) >= slots.shortCount;
}

const free = statement<Slots>()((slots) => {
  const { bankId, key, longCount, longSeconds, scope, shortCount, shortSeconds } = slots;
  return written(sql<{ free_at: Temporal.Instant | null }>`
    select greatest(
        (array(select t + make_interval(secs => ${shortSeconds}::int) from unnest(q.uses) as t
                order by t desc))[${shortCount}::int],
        (array(select t + make_interval(secs => ${longSeconds}::int) from unnest(q.uses) as t
                order by t desc))[${longCount}::int]) as free_at
      from identity.quota q
     where q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`);
});

/** Returns when there is room for another use; absent where there is room now. */
export async function findFreeAt(db: Reader, use: QuotaUse): Promise<Temporal.Instant | undefined> {
  const freeAt = (await db.first(free(slotsOf(use))))?.free_at ?? undefined;
  return freeAt !== undefined && freeAt.epochMilliseconds > use.now.epochMilliseconds ? freeAt : undefined;
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** A use of a quota that counts by source address. */
export interface AddressUse {
  readonly bankId: string;
  readonly scope: 'activation' | 'offline';
  readonly key: Buffer;
  /** At most `count` uses within `seconds`. */
  readonly count: number;
  readonly seconds: number;
  readonly now: Temporal.Instant;
}

/** The statement that counts also decides: it inserts nothing when the quota is used up. */
const consume = statement<AddressUse>('write')(({ bankId, count, key, now, scope, seconds }) =>
  rawQuery(sql<{ scope: string }>`
    insert into client.address_quota as q
      (bank_id, scope, quota_key, uses, used_on, row_version, created_at, modified_at)
    values (${bankId}, ${scope}, ${key}, array[${now}::timestamptz], ${utcDayOf(now)}, 1, ${now}, ${now})
    on conflict (bank_id, scope, quota_key) do update
      set uses = array(select t from unnest(q.uses) as t
          where t > ${now}::timestamptz - make_interval(secs => ${seconds}::int) order by t) || ${now}::timestamptz,
          used_on = ${utcDayOf(now)}, row_version = q.row_version + 1, modified_at = ${now}
      where (select count(*) from unnest(q.uses) as t
              where t > ${now}::timestamptz - make_interval(secs => ${seconds}::int)) < ${count}::int
    returning q.scope`),
);

/** Consumes one use in its own transaction, before what it limits is checked; returns whether one was left. */
export async function consumeAddressUse(db: Autocommit, use: AddressUse): Promise<boolean> {
  return (await db.execute(consume(use))) !== undefined;
}

const refund = statement<AddressUse>('write')(({ bankId, key, now, scope }) =>
  rawQuery(sql`
    update client.address_quota q
       set uses = q.uses[: at.place - 1] || q.uses[at.place + 1 :], row_version = q.row_version + 1, modified_at = ${now}
      from (select array_position(uses, ${now}::timestamptz) as place from client.address_quota
             where bank_id = ${bankId} and scope = ${scope} and quota_key = ${key} for update) as at
     where at.place is not null and q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Refunds the use that was recorded at the same time: what it limits did not happen. */
export function refundAddressUse(work: Writer, use: AddressUse): void {
  work.write(refund(use));
}

const oldest = statement<AddressUse>()(({ bankId, count, key, now, scope, seconds }) =>
  rawQuery(sql<{ seconds: number | null }>`
    select ceil(extract(epoch from (array(select t from unnest(q.uses) as t order by t desc))[${count}::int]
        + make_interval(secs => ${seconds}::int) - ${now}::timestamptz))::int as seconds
      from client.address_quota q
     where q.bank_id = ${bankId} and q.scope = ${scope} and q.quota_key = ${key}`),
);

/** Finds after how many seconds the next use is possible. */
export async function findAddressWaitSeconds(db: Reader, use: AddressUse): Promise<number> {
  return Math.max(1, (await db.first(oldest(use)))?.seconds ?? use.seconds);
}

import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

/** The counter of one application for one day. */
export interface ClientDay {
  readonly bankId: string;
  readonly scope: string;
  readonly clientId: string;
  /** In UTC. */
  readonly day: Temporal.PlainDate;
}

const consume = statement<ClientDay>('write')(({ bankId, clientId, day, scope }) =>
  rawQuery(sql<{ uses: number }>`
    insert into identity.client_quota as q (bank_id, scope, client_id, day, uses)
    values (${bankId}, ${scope}, ${clientId}, ${day}, 1)
    on conflict (bank_id, scope, client_id, day) do update set uses = q.uses + 1
    returning q.uses`),
);

/** Counts one use and returns the new total; rolled back with the command. */
export async function consumeClientQuota(work: Writer, key: ClientDay): Promise<number> {
  return (await work.execute(consume(key)))?.uses ?? 1;
}

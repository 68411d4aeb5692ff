import type { Temporal } from 'temporal-polyfill';
import type { TestDatabase } from '#platform/testing/database.ts';

type Queryable = Pick<TestDatabase, 'query'>;

/** Queued messages, longest due first. */
export interface Backlog {
  readonly ids: readonly string[];
}

const columns = `bank_id, communication_id, message_id, content_id, sender_id, medium, lane, status, message_kind,
  message_category, priority, urgency, sealed_contact, recipient_index, further_media, digest_key, release_at, due_at,
  expires_at, settled_at, retry_count, row_version, created_at, modified_at`;

/** Inserts messages that were delivered long ago; does not update statistics. */
export async function fillHistory(
  database: Queryable,
  {
    bankId,
    count,
    messageKind = 'statement',
  }: { readonly bankId: string; readonly count: number; readonly messageKind?: string },
): Promise<void> {
  // The test controls statistics, not autovacuum.
  for (const table of ['communication', 'open_communication'])
    await database.query(
      `do $$ begin if to_regclass('correspondence.${table}') is not null then
         alter table correspondence.${table} set (autovacuum_enabled = false); end if; end $$`,
    );
  await database.query(
    `insert into correspondence.communication (${columns})
     select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'history', 'email', 2, 'delivered', $3,
            'statement', 'low', 'low', '\\x00', decode(md5(n::text), 'hex'), '{}', null, at, at, at + interval '7 days',
            at, 0, 1, at, at
       from (select n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at
               from generate_series(1, $2::int) as n) as history`,
    [bankId, count, messageKind],
  );
}

/** Inserts queued statements to this many recipients, all due. */
export async function fillBacklog(
  database: Queryable,
  backlog: {
    readonly bankId: string;
    readonly count: number;
    readonly recipients: 'distinct' | 'one';
    readonly now: Temporal.Instant;
    readonly digestKeys?: number;
  },
): Promise<Backlog> {
  const { bankId, count, digestKeys = 0, now, recipients } = backlog;
  const rows = await database.query<{ communication_id: string }>(
    `with made as (
       insert into correspondence.communication (${columns})
       select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'backlog', 'email', 2, 'queued', 'statement',
            'statement', 'low', 'low', '\\x00', decode(md5(case when $3 then 'r' || n else 'one' end), 'hex'), '{}',
            case when $5 > 0 then 'digest ' || n % $5 end, at, at, at + interval '7 days', null, 0, 1, at, at
       from (select n, $4::timestamptz - interval '1 hour' + n * interval '1 millisecond' as at
               from generate_series(1, $2::int) as n) as backlog
       returning communication_id, content_id, created_at, position),
     contents as (
       insert into correspondence.content
       select $1, content_id, '\\x00', created_at + interval '2 years', created_at from made)
     select communication_id from made order by position`,
    [bankId, count, recipients === 'distinct', now.toString(), digestKeys],
  );
  return { ids: rows.map(({ communication_id: id }) => id) };
}

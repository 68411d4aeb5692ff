import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

/** Drops all partitions except the default ones, as on a database that was migrated long ago. */
export async function dropAllPartitions(database: TestDatabase): Promise<void> {
  const partitions = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'platform' and c.relname ~ '^(outbox_event|audit_entry)_\\d{8}$' and c.relkind = 'r'`,
  );
  for (const { name } of partitions) await database.query(`drop table platform.${name}`);
}

export async function rowsInDefaultPartitions(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select (select count(*) from platform.outbox_event_default)::int
          + (select count(*) from platform.audit_entry_default)::int as count`,
  );
  return row?.count ?? 0;
}

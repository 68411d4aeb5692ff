import pg from 'pg';
import { toParameter } from '#platform/db/values.ts';
import { type Measured, statementIn } from './buffers.ts';

/** How many updates of a table there were, and how many of them changed no indexed column and stayed in their page. */
export interface UpdateCounts {
  readonly updates: number;
  readonly hotUpdates: number;
}

/** Sends the statements of a store in one transaction, which is rolled back, and counts the updates of a table. */
export async function countHotUpdates(
  { appUrl, bankId, table }: { readonly appUrl: string; readonly bankId: string; readonly table: string },
  uses: readonly ((db: Measured) => unknown)[],
): Promise<UpdateCounts> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('portico.bank_id', $1, false)`, [bankId]);
    for (const use of uses) {
      const { text, values } = statementIn(use);
      await client.query(text, values.map(toParameter));
    }
    const { rows } = await client.query<{ updates: string; hot_updates: string }>(
      `select n_tup_upd as updates, n_tup_hot_upd as hot_updates from pg_stat_xact_user_tables where relid = $1::regclass`,
      [table],
    );
    return { updates: Number(rows[0]?.updates), hotUpdates: Number(rows[0]?.hot_updates) };
  } finally {
    await client.end();
  }
}

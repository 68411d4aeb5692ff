import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyRowsTo, type Field } from '../harness/copy-rows.ts';

/** Rows on their way into tables, each by a COPY of its own. */
export interface CopyTables {
  /** Adds a row; the table and its columns are those of the first call with this name. */
  put(table: string, fields: readonly Field[]): Promise<void>;
  /** Waits until PostgreSQL has everything. */
  end(): Promise<void>;
}

/** Rows come from the fill alone: foreign keys and triggers would check and write what it writes itself. */
const sessionOptions = '-c session_replication_role=replica -c synchronous_commit=off';

/** Starts COPY for tables with their columns, through psql, which costs this process one write for each megabyte. */
export function copyTables(url: string, columns: Readonly<Record<string, string>>): CopyTables {
  const copies = new Map(
    Object.entries(columns).map(([table, names]) => {
      const psql = spawn(
        'psql',
        ['-q', '-v', 'ON_ERROR_STOP=1', '-c', `copy ${table} (${names}) from stdin`, url],
        {
          stdio: ['pipe', 'ignore', 'inherit'],
          env: { ...process.env, PGOPTIONS: sessionOptions },
        },
      );
      // A failed COPY closes its input; the exit code tells.
      psql.stdin.on('error', () => undefined);
      const ended = once(psql, 'exit').then(([code]) => {
        if (code !== 0) throw new Error(`COPY of ${table} ended with ${code}`);
      });
      return [table, { rows: copyRowsTo(psql.stdin), ended }] as const;
    }),
  );
  return {
    async put(table, fields) {
      const copy = copies.get(table);
      if (copy === undefined) throw new Error(`${table} is not copied`);
      await copy.rows.put(fields);
    },
    async end() {
      await Promise.all([...copies.values()].map(({ rows }) => rows.end()));
      await Promise.all([...copies.values()].map(({ ended }) => ended));
    },
  };
}

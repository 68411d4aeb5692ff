import { statfs } from 'node:fs/promises';
import { type PostgresServer, startPostgres } from '../../bench/harness/postgres-server.ts';

const folder = '/dev/shm';
/** The databases of all test files that run at once, and the log between two checkpoints. */
const bytesMin = 6 * 1024 ** 3;
/** The tests open many connections at once, and delete databases with many partitions. */
const settings = { max_connections: '600', max_locks_per_transaction: '256', wal_level: 'logical' };

/**
 * Starts a PostgreSQL server whose files are in memory, for tests only: each test file creates and deletes a database,
 * and on a disk that takes as long as the tests themselves. Undefined where a server was chosen, where PostgreSQL is not
 * installed, and where memory is short; tests then use the usual server.
 */
export async function startMemoryPostgres(): Promise<PostgresServer | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const space = await statfs(folder).catch(() => undefined);
  if (space === undefined || space.bavail * space.bsize < bytesMin) return undefined;
  const server = await startPostgres(settings, folder).catch(() => undefined);
  if (server === undefined) return undefined;
  // The server is a process of its own, and would outlive an interrupted check.
  const stop = (): void => void server[Symbol.asyncDispose]().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await server[Symbol.asyncDispose]();
    },
  };
}

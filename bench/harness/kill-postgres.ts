import type { PostgresServer } from './postgres-server.ts';
import { until } from './processes.ts';

/** Kills PostgreSQL, and starts it again after its end. */
export async function killPostgres(postgres: PostgresServer): Promise<void> {
  const pid = await postgres.pid();
  process.kill(pid, 'SIGKILL');
  await until(async () => !isRunning(pid), 'the end of PostgreSQL');
  await postgres.start();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

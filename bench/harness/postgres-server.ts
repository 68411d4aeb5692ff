import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, initCluster, postgresVersionMin, serverUser } from './postgres-cluster.ts';
import { freePort, until } from './processes.ts';

const run = promisify(execFile);

/**
 * Settings for benches. Vacuum and checkpoints are caused by all rounds but would slow a random one; they are not
 * measured.
 */
export const noUpkeep = { autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '16GB' };

/** A dedicated PostgreSQL server that a run can measure and stop. */
export interface PostgresServer {
  /** URL as superuser, database postgres. */
  readonly url: string;
  readonly port: number;
  /** Process id of the postmaster. */
  pid(): Promise<number>;
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server with a data folder of its own below `parent`. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(parent, 'portico-postgres-'));
  const installed = await findPostgres();
  if (installed === undefined) throw new Error(`no PostgreSQL ${postgresVersionMin} or newer is installed`);
  const bin = installed.folder;
  const user = await serverUser();
  const port = await freePort();
  const data = await initCluster({ bin, user }, folder);
  const options = { max_connections: '200', shared_buffers: '256MB', max_wal_size: '2GB', ...settings };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  const start = async (): Promise<void> => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
    const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    spawn(join(bin, 'postgres'), [...args, ...flags], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    }).unref();
    await until(async () => {
      await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q']);
      return true;
    }, 'PostgreSQL');
  };
  const stop = async (): Promise<void> => {
    await run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], { ...user, cwd: folder });
  };
  await start();
  return {
    url,
    port,
    start,
    stop,
    pid: async () => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]),
    async [Symbol.asyncDispose]() {
      // The server may be stopped already.
      await stop().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

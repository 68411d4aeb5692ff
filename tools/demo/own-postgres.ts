import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findPostgres,
  initCluster,
  type PostgresBinaries,
  type PostgresHost,
  postgresVersionMin,
  serverUser,
} from '../../bench/harness/postgres-cluster.ts';
import { CannotStart, cloneRoot } from '../dev/clone.ts';

/** A PostgreSQL of this clone, whose data is in `.cache/demo`. */
export interface OwnPostgres {
  /** As superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const usualUrl = 'postgres://postgres@127.0.0.1:5432/postgres';
const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];
const connectTimeoutMs = 5_000;
/** The line of `postmaster.pid` with the port. */
const portLine = 3;

/**
 * Starts a PostgreSQL if none accepts a superuser at `TEST_DATABASE_URL`, or at the usual address. Returns undefined if one
 * does. A server that an earlier start left behind, because it was killed, is used again and stopped at the end.
 */
export async function startPostgresIfMissing(): Promise<OwnPostgres | undefined> {
  const wanted = new URL(process.env['TEST_DATABASE_URL'] ?? usualUrl);
  const state = await stateAt(wanted.href);
  const installed = await findPostgres();
  const folder = join(cloneRoot, `.cache/demo/postgres-${installed?.version ?? 0}`);
  const left = await portOfRunning(join(folder, 'data'));
  if (state === 'accepts' && left !== portOf(wanted)) return undefined;
  const host = { bin: requireStartable(installed, wanted), user: await serverUser() };
  const port = left ?? (state === 'absent' ? portOf(wanted) : await freePort());
  if (left === undefined) await startServer(host, folder, port);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => control(host, folder, ['-m', 'fast', 'stop']),
  };
}

/** Returns the folder of the programs. Throws if a server of this machine was not asked for, or cannot be started. */
function requireStartable(installed: PostgresBinaries | undefined, { host, hostname }: URL): string {
  if (!loopbackHosts.includes(hostname))
    throw new CannotStart(`No PostgreSQL accepts a connection at ${host}, which TEST_DATABASE_URL names.`);
  if (installed !== undefined) return installed.folder;
  throw new CannotStart(
    `No PostgreSQL accepts the user postgres at ${host}, and none is installed that could be started. ` +
      `Install PostgreSQL ${postgresVersionMin} or newer: apt install postgresql, dnf install postgresql-server, or brew install postgresql@17.`,
  );
}

function portOf({ port }: URL): number {
  return Number(port || '5432');
}

async function startServer(host: PostgresHost, folder: string, port: number): Promise<void> {
  try {
    if (!existsSync(join(folder, 'data/PG_VERSION'))) await initCluster(host, folder);
    // No socket: its path may have 107 characters at most, and a clone may be anywhere.
    const options = `-p ${port} -h 127.0.0.1 -c unix_socket_directories=''`;
    await control(host, folder, ['-l', join(folder, 'log'), '-o', options, 'start']);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`PostgreSQL does not start in ${folder}: ${reason}`);
  }
}

async function control({ bin, user }: PostgresHost, folder: string, args: readonly string[]): Promise<void> {
  await run(join(bin, 'pg_ctl'), ['-D', join(folder, 'data'), '-w', ...args], { ...user, cwd: folder });
}

/** Returns the port of the server that runs on this data; undefined if none does. */
async function portOfRunning(data: string): Promise<number | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[portLine] ?? '0');
  if (port === 0) return undefined;
  // A file that outlived a crash of the machine names a port at which nothing answers.
  const state = await stateAt(`postgres://postgres@127.0.0.1:${port}/postgres`);
  return state === 'accepts' ? port : undefined;
}

async function stateAt(url: string): Promise<'accepts' | 'refuses' | 'absent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return 'accepts';
    // Nothing listens there, or a server that wants a password.
  } catch (error) {
    return Reflect.get(Object(error), 'code') === 'ECONNREFUSED' ? 'absent' : 'refuses';
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

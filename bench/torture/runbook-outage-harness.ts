import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NatsServer, startNats } from '../../server/src/platform/testing/nats-server.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { createEffectTable } from './work-effects.ts';
import { startWorkerProgram, streamName } from './worker-program.ts';

const databaseHost = 'database.outage.test';
const preload = new URL('../harness/outage-preload.ts', import.meta.url).pathname;

/** An api and a worker as processes that resolve their database by name. */
export interface OutageHarness {
  readonly instance: Instance;
  readonly nats: NatsServer;
  readonly apiPort: number;
  readonly workerPort: number;
  readonly programs: readonly Program[];
  /** Makes the name resolve to this machine, or fail with this code. */
  resolve(to: '127.0.0.1' | 'EAI_AGAIN' | 'ENOTFOUND'): Promise<void>;
  startApi(
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly program: Program; readonly port: number }>;
  /** Runs a command of the program; returns its exit code. */
  command(...args: readonly string[]): Promise<number | NodeJS.Signals | null>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createOutageHarness(): Promise<OutageHarness> {
  await using stack = new AsyncDisposableStack();
  const postgres: PostgresServer = stack.use(await startPostgres({ shared_buffers: '64MB' }));
  const nats = stack.use(await startNats());
  const instance = stack.use(
    await createInstance({
      server: postgres.url,
      env: {
        PORTICO_NATS_SERVERS: nats.url,
        PORTICO_NATS_STREAM: streamName,
        // Its key events have no handler here.
        PORTICO_OAUTH_SERVER: 'off',
      },
    }),
  );
  await createEffectTable(instance.database);
  const resolver = join(instance.folder, 'resolver');
  // Renamed into place: a process that reads the file while it is written would see an empty name.
  const resolve: OutageHarness['resolve'] = async (to) => {
    await writeFile(`${resolver}.next`, to);
    await rename(`${resolver}.next`, resolver);
  };
  await resolve('127.0.0.1');
  const env = {
    ...instance.env,
    PORTICO_DATABASE_URL: byName(instance.database.appUrl),
    PORTICO_DATABASE_WORKER_URL: byName(instance.database.workerUrl),
    PORTICO_AUDIT_HEADS: join(instance.folder, 'audit-heads'),
    PORTICO_LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import ${preload}`,
    OUTAGE_HOST: databaseHost,
    OUTAGE_RESOLVER: resolver,
  };
  const startApi: OutageHarness['startApi'] = async (more = {}) => {
    const port = await freePort();
    const program = startProgram({
      args: ['server/src/main.ts', 'api'],
      env: { ...env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`, ...more },
      logFile: join(instance.folder, 'api.log'),
    });
    await until(() => isReady(port), 'api');
    return { program, port };
  };
  const workerPort = await freePort();
  const [api, worker] = await Promise.all([
    startApi(),
    startWorkerProgram(instance, { ...env, PORTICO_WORKER_LISTEN: `127.0.0.1:${workerPort}` }),
  ]);
  const resources = stack.move();
  return {
    instance,
    nats,
    apiPort: api.port,
    workerPort,
    programs: [api.program, worker],
    resolve,
    startApi,
    command: (...args) => startProgram({ args: ['server/src/main.ts', ...args], env }).ended,
    async [Symbol.asyncDispose]() {
      for (const program of [api.program, worker]) program.kill('SIGKILL');
      await Promise.all([api.program.ended, worker.ended]);
      await resources.disposeAsync();
    },
  };
}

function byName(url: string): string {
  const changed = new URL(url);
  changed.hostname = databaseHost;
  return changed.href;
}

export function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** Waits for a condition; returns the seconds that it took. */
export async function secondsUntil(isSo: () => Promise<boolean>, what: string): Promise<number> {
  const startedAt = performance.now();
  await until(isSo, what, 60_000);
  return (performance.now() - startedAt) / 1_000;
}

/** Returns the value of a metric without labels of the worker. */
export async function workerMetric({ workerPort }: OutageHarness, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${workerPort}/v1/monitoring/metrics`);
  const text = await response.text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

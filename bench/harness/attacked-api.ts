import { join } from 'node:path';
import { closedLoop } from './http-load.ts';
import type { Instance } from './instance.ts';
import { freePort, isReady, type Program, startProgram, until } from './processes.ts';

/** How large the scenarios are. */
export interface HostileSize {
  /** Slow sockets of each kind. */
  readonly slowSockets: number;
  /** Fewer, because a response that the kernel does not take whole costs the process a tenth of a second; slow-clients.test.ts has two hundred at once. */
  readonly slowReaders: number;
  readonly floodSeconds: number;
  /** Requests of strangers, of mixed kinds. */
  readonly anonymousRequests: number;
  readonly parties: number;
  readonly searchSeconds: number;
  readonly pictureSeconds: number;
}

/** A running API process with bystanders. */
export interface HostileDeps {
  readonly instance: Instance;
  readonly port: number;
  readonly size: HostileSize;
  /** Writes of employees and, each third time, a page. */
  readonly nextRequest: () => string;
}

/** Only bystanders come from a trusted address; attackers have the limits of strangers. */
export const attackedSettings = {
  PORTICO_LOG_LEVEL: 'warn',
  PORTICO_OPERATIONS_NETWORKS: '127.0.0.1/32',
} as const;

/** Starts the API process that is attacked. */
export async function startAttacked(
  instance: Instance,
  more: Pick<Parameters<typeof startProgram>[0], 'nodeArgs'> & {
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly port: number; readonly program: Program }> {
  const port = await freePort();
  const program = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: { ...instance.env, ...more.env, PORTICO_HTTP_LISTEN: `0.0.0.0:${port}` },
    nodeArgs: more.nodeArgs ?? [],
    logFile: join(instance.folder, 'api.log'),
  });
  await until(() => isReady(port), 'api');
  return { port, program };
}

/** What a process does for the first time takes longer, and says nothing about an attack. */
export async function warmUp(port: number, nextRequest: () => string): Promise<void> {
  await closedLoop({ port, connections: 4, seconds: 10, count: 60, nextRequest });
}

import { join } from 'node:path';
import { closedLoop } from './http-load.ts';
import type { Instance } from './instance.ts';
import { freePort, isReady, type Program, startProgram, until } from './processes.ts';

/** Sizes of the scenarios. */
export interface HostileSize {
  /** Slow sockets of each kind. */
  readonly slowSockets: number;
  /**
   * Fewer than slow sockets, because a response that the kernel does not buffer completely costs the process a tenth
   * of a second; slow-clients.test.ts has two hundred in parallel.
   */
  readonly slowReaders: number;
  readonly floodSeconds: number;
  /** Anonymous requests of mixed kinds. */
  readonly anonymousRequests: number;
  readonly parties: number;
  readonly searchSeconds: number;
  readonly pictureSeconds: number;
  /** Slow bodies over connections with a certificate. */
  readonly thirdPartySockets: number;
  /** Connections with certificates that are refused. */
  readonly refusedCertificates: number;
  /** For how long one third party fills its quotas, and for how long it goes on. */
  readonly quotaSeconds: number;
  /** Its quota of bytes: small enough to be reached in that time. */
  readonly quotaMebibytes: number;
}

/** A running api process with bystanders. */
export interface HostileDeps {
  readonly instance: Instance;
  readonly port: number;
  readonly size: HostileSize;
  /** Returns writes of employees and, every third time, a page. */
  readonly nextRequest: () => string;
}

/** Only bystanders use a trusted address; attackers have the limits of anonymous clients. */
export const attackedSettings = {
  PORTICO_LOG_LEVEL: 'warn',
  PORTICO_OPERATIONS_NETWORKS: '127.0.0.1/32',
} as const;

/** Starts the api process under attack. */
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

/** Warms the process up, because the first requests are slower. */
export async function warmUp(port: number, nextRequest: () => string): Promise<void> {
  await closedLoop({ port, connections: 4, seconds: 10, count: 60, nextRequest });
}

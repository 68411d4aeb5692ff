import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import type { Instance } from './instance.ts';
import { freePort, isReady, type Program, startProgram, until } from './processes.ts';

const loopDelayModule = new URL('./sign-in-loop-delay.ts', import.meta.url).pathname;

export interface LoopDelay {
  readonly maxMs: number;
  readonly waitedMs: number;
}

/** An api whose pages accept any client address, and whose event loop is monitored. */
export interface SignInApi {
  readonly pid: number;
  /** Port of the proxy listener, which trusts the forwarded client address. */
  readonly port: number;
  /** Returns the longest event-loop delay since the last call, and for how much of it there was no free processor. */
  loopDelay(): Promise<LoopDelay>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startSignInApi(
  instance: Instance,
  more: { readonly nodeArgs?: readonly string[] } = {},
): Promise<SignInApi> {
  const [plainPort, port] = [await freePort(), await freePort()];
  // The proxy listener also needs client-certificate authorities, although no client sends a certificate here.
  using authority = await createTestAuthority();
  const file = join(instance.folder, 'loop-delay.json');
  const api: Program = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs: ['--import', loopDelayModule, ...(more.nodeArgs ?? [])],
    env: {
      ...instance.env,
      PORTICO_HTTP_LISTEN: `127.0.0.1:${plainPort}`,
      PORTICO_PROXY_LISTEN: `127.0.0.1:${port}`,
      PORTICO_TLS_CLIENT_AUTHORITIES: authority.caPem,
      HARNESS_LOOP_DELAY_FILE: file,
    },
    logFile: join(instance.folder, 'api.log'),
  });
  const end = async (): Promise<void> => {
    api.kill('SIGTERM');
    await api.ended;
  };
  try {
    const ended = api.ended.then(async () => {
      throw new Error(`the api did not start: ${await readFile(join(instance.folder, 'api.log'), 'utf8')}`);
    });
    await Promise.race([until(() => isReady(plainPort), 'api'), ended]);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    pid: api.pid,
    port,
    async loopDelay() {
      await rm(file, { force: true });
      api.kill('SIGUSR2');
      let seen: LoopDelay = { maxMs: Number.NaN, waitedMs: Number.NaN };
      await until(async () => {
        seen = JSON.parse(await readFile(file, 'utf8'));
        return true;
      }, 'the delay of the event loop');
      return seen;
    },
    [Symbol.asyncDispose]: end,
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** What the service has seen. */
export interface ScreeningLoad {
  readonly requests: number;
  /** The most requests at one time. */
  readonly runningMost: number;
}

/** A screening service in a second process. */
export interface ScreeningProcess extends AsyncDisposable {
  readonly url: string;
  /** Switches how it behaves, and returns what it has seen. */
  tell(command: { readonly mode?: string }): Promise<ScreeningLoad>;
}

const program = fileURLToPath(new URL('./screening-service-program.suite.ts', import.meta.url));

/** Starts it on a free port. */
export async function startScreeningService({
  authority,
  server,
}: CoreIdentities): Promise<ScreeningProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-screening-'));
  const files = { certificate: server.certificatePem, key: server.keyPem, authority: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem, { mode: 0o600 });
  const child = fork(
    program,
    Object.keys(files).map((name) => join(folder, name)),
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] },
  );
  const next = async (): Promise<unknown> => {
    const received: readonly unknown[] = await once(child, 'message');
    return received[0];
  };
  const port = Number(at(await next(), 'port'));
  return {
    url: `https://127.0.0.1:${port}`,
    async tell(command) {
      const received = next();
      child.send(command);
      const load = await received;
      return { requests: Number(at(load, 'requests')), runningMost: Number(at(load, 'runningMost')) };
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

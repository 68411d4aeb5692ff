import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** A service of a bank in a second process, for tests of the adapter that asks it. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  /** Sends a message to the process, and returns its answer. */
  tell(command: object): Promise<unknown>;
}

/**
 * Starts a program that listens on a free port, with the certificate of the server. It gets the names of three files, and
 * further arguments.
 */
export async function startServiceProcess(
  program: URL,
  { authority, server }: CoreIdentities,
  further: readonly string[] = [],
): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-service-'));
  const files = { certificate: server.certificatePem, key: server.keyPem, authority: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem, { mode: 0o600 });
  const child = fork(
    fileURLToPath(program),
    [...Object.keys(files).map((name) => join(folder, name)), ...further],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] },
  );
  const next = async (): Promise<unknown> => {
    const received: readonly unknown[] = await once(child, 'message');
    return received[0];
  };
  const port = Number(at(await next(), 'port'));
  return {
    url: `https://127.0.0.1:${port}`,
    tell(command) {
      const received = next();
      child.send(command);
      return received;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** The simulated bank in a second process. */
export interface PayeeBankProcess extends AsyncDisposable {
  readonly url: string;
  /** Switches how it behaves, and returns how many questions it has got so far. */
  tell(command: { readonly mode?: string }): Promise<number>;
}

const program = fileURLToPath(new URL('./payee-bank-program.suite.ts', import.meta.url));

/** Starts it on a free port, with one account. */
export async function startPayeeBank(
  iban: string,
  { authority, server }: CoreIdentities,
): Promise<PayeeBankProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-payee-bank-'));
  const files = { certificate: server.certificatePem, key: server.keyPem, authority: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem, { mode: 0o600 });
  const paths = Object.keys(files).map((name) => join(folder, name));
  const child = fork(program, [...paths, iban], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
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
      return Number(at(await received, 'questions'));
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

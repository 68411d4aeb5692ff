import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoreIdentities } from './core-identities.suite.ts';

/** The example core in a second process, with the time and bank that a test tells it. */
export interface ExampleCore extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the process has them. */
  follow(state: { readonly now: string; readonly bankId: string }): Promise<void>;
}

const program = fileURLToPath(new URL('../../../../examples/core/example-core.ts', import.meta.url));

/** Starts it on a free port, with the settings that a bank's engineer would set. */
export async function startExampleCore(
  databaseUrl: string,
  bankId: string,
  { authority, server }: CoreIdentities,
): Promise<ExampleCore> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-example-core-'));
  const files = { certificate: server.certificatePem, key: server.keyPem, authority: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem, { mode: 0o600 });
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      EXAMPLE_CORE_DATABASE_URL: databaseUrl,
      EXAMPLE_CORE_BANK: bankId,
      EXAMPLE_CORE_PORT: '0',
      EXAMPLE_CORE_CERTIFICATE: join(folder, 'certificate'),
      EXAMPLE_CORE_KEY: join(folder, 'key'),
      EXAMPLE_CORE_CLIENT_AUTHORITY: join(folder, 'authority'),
    },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => undefined);
  child.once('exit', (code) => reject(new Error(`the example core exited with ${code}`)));
  const waiting = new Map<number, () => void>();
  const started = Promise.withResolvers<number>();
  child.on('message', (message) => {
    const { id, port } = { id: 0, port: 0, ...Object(message) };
    if (Number(port) > 0) started.resolve(Number(port));
    waiting.get(Number(id))?.();
    waiting.delete(Number(id));
  });
  const port = await Promise.race([started.promise, died]);
  let count = 0;
  return {
    url: `https://127.0.0.1:${port}`,
    follow(state) {
      count += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(count, resolve);
      child.send({ ...state, id: count });
      return Promise.race([promise, died]);
    },
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

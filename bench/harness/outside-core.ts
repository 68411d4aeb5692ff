import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoreIdentities } from '../../server/src/adapters/core-http/core-identities.suite.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import { freePort, type Program, startProgram, until } from './processes.ts';

/** A core banking system as a process with a database of its own, which can be stopped and started again. */
export interface OutsideCore extends AsyncDisposable {
  /** Id of the bank in its own database. */
  readonly bankId: string;
  readonly database: TestDatabase;
  /** Entry of a bank in `PORTICO_CORES`. */
  readonly setting: Readonly<Record<string, unknown>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the example core, not started yet. */
export async function createOutsideCore(server: string): Promise<OutsideCore> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await createTestDatabase({ isDurable: true, server }));
  const identities = opened.use(await createCoreIdentities());
  const folder = await mkdtemp(join(tmpdir(), 'portico-outside-core-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const files = {
    'server.pem': identities.server.certificatePem,
    'server.key': identities.server.keyPem,
    'client.pem': identities.client.certificatePem,
    'client.key': identities.client.keyPem,
    'authority.pem': identities.authority.caPem,
  };
  for (const [name, pem] of Object.entries(files)) await writeFile(path(name), pem, { mode: 0o600 });
  const [bankId, port] = [randomUUID(), await freePort()];
  let program: Program | undefined;
  const stop = async (): Promise<void> => {
    program?.kill('SIGKILL');
    await program?.ended;
  };
  opened.defer(stop);
  const resources = opened.move();
  return {
    bankId,
    database,
    setting: {
      kind: 'http',
      url: `https://127.0.0.1:${port}`,
      certificate: `file:${path('client.pem')}`,
      key: `file:${path('client.key')}`,
      ca: `file:${path('authority.pem')}`,
      networks: ['127.0.0.0/8'],
    },
    async start() {
      program = startProgram({
        args: ['examples/core/example-core.ts'],
        logFile: path('core.log'),
        env: {
          EXAMPLE_CORE_DATABASE_URL: database.appUrl,
          EXAMPLE_CORE_BANK: bankId,
          EXAMPLE_CORE_PORT: String(port),
          EXAMPLE_CORE_CERTIFICATE: path('server.pem'),
          EXAMPLE_CORE_KEY: path('server.key'),
          EXAMPLE_CORE_CLIENT_AUTHORITY: path('authority.pem'),
        },
      });
      await until(() => canConnect(port), 'the core');
    },
    stop,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}

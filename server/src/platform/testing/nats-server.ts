import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate NATS server with its stream store on disk, which survives a stop. */
export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the server, as in a crash. */
  stop(): Promise<void>;
  /** Deletes the store of a stopped server, as after the loss of a disk. */
  deleteStore(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Debian installs it in a folder that is not on the path of users. */
const searchedIn = ['/usr/local/bin', '/usr/bin', '/usr/sbin'];
const startTimeoutMs = 10_000;
const lookEveryMs = 20;

/** Starts the server on a free port of its own choice, which it reuses when it is started again. */
export async function startNats(): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-nats-'));
  let child: ChildProcess | undefined;
  let port = 0;

  const start = async (): Promise<void> => {
    const at = port === 0 ? '-1' : String(port);
    const args = ['-a', '127.0.0.1', '-p', at, '-js', '-sd', folder, '--ports_file_dir', folder];
    child = spawn('nats-server', args, {
      stdio: 'ignore',
      env: { PATH: [process.env['PATH'] ?? '', ...searchedIn].join(':') },
    });
    // A test that fails half-way must not leave it running.
    const running = child;
    process.once('exit', () => running.kill('SIGKILL'));
    const { promise: notStarted, reject } = Promise.withResolvers<never>();
    child.once('error', reject);
    await Promise.race([
      notStarted,
      soon(async () => {
        port ||= await chosenPort(folder);
        return isListening(port);
      }),
    ]);
  };
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    stop,
    deleteStore: () => rm(join(folder, 'jetstream'), { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the port that the server chose from its file; zero until it is written. */
async function chosenPort(folder: string): Promise<number> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.ports'));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return Number(/"nats":\s*\[\s*"nats:\/\/127\.0\.0\.1:(\d+)"/.exec(text)?.[1] ?? 0);
}

async function soon(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('nats-server did not start');
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

function isListening(port: number): Promise<boolean> {
  if (port === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

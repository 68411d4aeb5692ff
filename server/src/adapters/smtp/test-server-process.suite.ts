import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A test server program in a separate process. */
export interface TestServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Path of the program's journal, one JSON text per line. */
  readonly journalPath: string;
  /** Sends a command and waits for its acknowledgement; the result is a number, mostly the port. */
  tell(message: object): Promise<number>;
  /** Every complete line so far. */
  lines(): Promise<readonly unknown[]>;
  /** User and system CPU time of the program so far. */
  cpuMicroseconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Runs the program of this module URL. */
export function startTestServerProcess(program: string): TestServerProcess {
  const folder = mkdtempSync(join(tmpdir(), 'far-side-'));
  const journalPath = join(folder, 'journal.ndjson');
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ask = connectTo(child);
  const stop = async (): Promise<void> => {
    process.removeListener('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    pid: child.pid ?? 0,
    journalPath,
    tell: async (message) => (await ask(message)).port,
    lines: async () => readLines(journalPath),
    cpuMicroseconds: async () => (await ask({})).cpuMicroseconds,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function readLines(path: string): Promise<readonly unknown[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n');
  // What follows the last line break is still being written.
  return lines.slice(0, -1).map((line): unknown => JSON.parse(line));
}

interface ProcessResponse {
  readonly port: number;
  readonly cpuMicroseconds: number;
}

function connectTo(child: ChildProcess): (message: object) => Promise<ProcessResponse> {
  const waiting = new Map<number, (reply: ProcessResponse) => void>();
  child.on('message', (reported: unknown) => {
    const { id, port, cpuMicroseconds } = { id: 0, port: 0, cpuMicroseconds: 0, ...Object(reported) };
    waiting.get(Number(id))?.({ port: Number(port), cpuMicroseconds: Number(cpuMicroseconds) });
    waiting.delete(Number(id));
  });
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => undefined);
  child.once('exit', (code) => reject(new Error(`test server exited with ${code}`)));
  let count = 0;
  return (message) => {
    count += 1;
    const { promise, resolve } = Promise.withResolvers<ProcessResponse>();
    waiting.set(count, resolve);
    child.send({ ...message, id: count });
    return Promise.race([promise, died]);
  };
}

/** Inside a program: handles every message that the check accepts, and ends with its parent. */
export function respondToParent(understand: (message: unknown) => Promise<number>): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: unknown) => {
    const id = Number(Reflect.get(Object(message), 'id'));
    void understand(message).then((port) => {
      const { system, user } = process.cpuUsage();
      return process.send?.({ id, port, cpuMicroseconds: user + system });
    });
  });
}

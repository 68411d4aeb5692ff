import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { compileCache } from '../../server/src/platform/testing/compile-cache.ts';

const repository = new URL('../../', import.meta.url).pathname;

export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with the exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProgramOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** File for the output; without it the output is discarded. */
  readonly logFile?: string;
  readonly nodeArgs?: readonly string[];
}

const running = new Set<ChildProcess>();

// Ends all started processes with this run, also after a signal or an error.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of the repository as a process; paths are relative to its root. */
export function startProgram({ args, env, logFile, nodeArgs = [] }: ProgramOptions): Program {
  const child = spawn(process.execPath, [...nodeArgs, ...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const sink = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) {
    if (sink === undefined) stream?.resume();
    else stream?.pipe(sink, { end: false });
  }
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  return { child, pid: child.pid ?? -1, ended, kill: (signal) => void child.kill(signal) };
}

/**
 * Returns an unused port. It is below the range of ephemeral ports: otherwise a connection could use the port before
 * the program listens on it.
 */
export async function freePort(): Promise<number> {
  const { first, count } = { first: 20_000, count: 12_000 };
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if (await canListen(port)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Timeout for a start on a busy machine; the output of a program shows why it exited. */
const timeoutMsDefault = 120_000;

/** Repeats a check until it is true. */
export async function until(
  isSo: () => Promise<boolean>,
  what: string,
  timeoutMs = timeoutMsDefault,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: not within ${timeoutMs / 1_000} s`);
}

/** Tells whether an instance is ready. */
export async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/monitoring/readiness`, {
    // The caller repeats the probe until its own timeout; on a busy machine one response takes seconds.
    signal: AbortSignal.timeout(10_000),
  });
  await response.arrayBuffer();
  return response.status === 200;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = new URL('../../', import.meta.url).pathname;

/** For `NODE_COMPILE_CACHE`, kept from run to run: most of a program's start is the reading of it. */
export const compiledFolder: string = join(tmpdir(), 'portico-compiled');

export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Waits for the end; its code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProgramOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes; nowhere unless named. */
  readonly logFile?: string;
  readonly nodeArgs?: readonly string[];
}

const running = new Set<ChildProcess>();

// Whoever ends this run, by a signal or a fault, ends what it started too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of ours as a process of its own; paths are from the root of the repository. */
export function startProgram({ args, env, logFile, nodeArgs = [] }: ProgramOptions): Program {
  const child = spawn(process.execPath, [...nodeArgs, ...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', ...env },
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
 * A port that nobody uses at the moment. It lies below the range from which connections take theirs: a port that was
 * free a moment ago could otherwise be the near end of somebody's connection before the program listens on it.
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

/** A start beside other work on a busy machine; a program that died is told apart by its own words. */
const patienceMsDefault = 120_000;

/** Asks until the answer is yes. */
export async function until(
  isSo: () => Promise<boolean>,
  what: string,
  timeoutMs = patienceMsDefault,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: not within ${timeoutMs / 1_000} s`);
}

/** Whether an instance says it is ready. */
export async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/monitoring/readiness`, {
    // Asked again until the whole start has taken too long; on a busy machine one answer takes seconds.
    signal: AbortSignal.timeout(10_000),
  });
  await answer.arrayBuffer();
  return answer.status === 200;
}

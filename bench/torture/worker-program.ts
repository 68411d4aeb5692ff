import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '../harness/instance.ts';
import { compiledFolder, freePort, type Program, startProgram } from '../harness/processes.ts';

/** Subjects are the same everywhere, so each run has a broker of its own; the name only has to be one. */
export const streamName = 'TORTURE';
/** What the program says when it works. */
export const upLine = 'the worker is up';

const startTimeoutMs = 120_000;

/** The worker with the extra reaction, as a process of its own; until it works, it could not be killed at anything. */
export async function startWorkerProgram(
  instance: Instance,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const logFile = join(instance.folder, 'worker.log');
  const program = startProgram({
    args: ['bench/torture/work-process.ts'],
    env: {
      ...instance.env,
      PORTICO_WORKER_LISTEN: `127.0.0.1:${await freePort()}`,
      PORTICO_LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compiledFolder,
      ...env,
    },
    logFile,
  });
  if (await comesUp(program)) return program;
  // The folder with the log goes when the run ends; what it said last is what one wants to know.
  throw new Error(`no worker: ${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
}

function comesUp({ child, ended }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), startTimeoutMs);
    const settle = (isUp: boolean): void => {
      clearTimeout(timer);
      resolve(isUp);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes(upLine)) settle(true);
    });
    void ended.then(() => settle(false));
  });
}

export async function isAlive(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/monitoring/liveness`, {
    signal: AbortSignal.timeout(2_000),
  });
  await answer.arrayBuffer();
  return answer.status === 200;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '../harness/instance.ts';
import { freePort, type Program, startProgram } from '../harness/processes.ts';

/** Subjects are the same everywhere, so each run has its own broker, and any name will do. */
export const streamName = 'TORTURE';
/** Line that the program prints when it is ready. */
export const upLine = 'the worker is up';

const startTimeoutMs = 120_000;

/**
 * Starts the worker with the additional event handler as a process; waits until it is ready, so that a kill
 * interrupts work.
 */
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
      ...env,
    },
    logFile,
  });
  if (await comesUp(program)) return program;
  // The folder with the log is deleted at the end of the run, so the error contains the last output.
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
  const response = await fetch(`http://127.0.0.1:${port}/v1/monitoring/liveness`, {
    signal: AbortSignal.timeout(2_000),
  });
  await response.arrayBuffer();
  return response.status === 200;
}

import { Worker } from 'node:worker_threads';
import type { PictureTask, PictureWord } from './picture-thread.ts';
import type { CodecModules } from './web-assembly.ts';

/** What a thread made, or nothing. */
export type Made = Extract<PictureWord, { readonly kind: 'made' }>;

const program = new URL('./picture-thread.ts', import.meta.url);
/** Starting is not the picture's fault, and takes long on a busy machine. */
const startLimitMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Remakes one picture in a thread of its own, which ends with it: a codec that a hostile file has confused never
 * sees the picture of somebody else. Resolves when nothing of the thread runs any more.
 */
export async function remakeInThread(
  modules: CodecModules,
  task: PictureTask,
  timeLimitMs: number,
): Promise<Made | undefined> {
  const worker = new Worker(program, {
    workerData: modules,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits,
  });
  try {
    return await outcome(worker, task, timeLimitMs);
  } finally {
    await worker.terminate();
  }
}

function outcome(worker: Worker, task: PictureTask, timeLimitMs: number): Promise<Made | undefined> {
  return new Promise((resolve, reject) => {
    const fault = (): void => {
      clearTimeout(alarm);
      reject(new Error('a thread that remakes pictures did not start or broke off'));
    };
    let alarm = setTimeout(fault, startLimitMs);
    const settle = (made?: Made): void => {
      clearTimeout(alarm);
      resolve(made);
    };
    worker.on('message', (word: PictureWord) => {
      if (word.kind !== 'ready') return settle(word.kind === 'made' ? word : undefined);
      clearTimeout(alarm);
      alarm = setTimeout(settle, timeLimitMs);
      worker.postMessage(task);
    });
    worker.on('error', (error) => (isOutOfMemory(error) ? settle() : fault()));
    worker.on('exit', fault);
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

import { Worker } from 'node:worker_threads';
import type { PictureMessage, PictureTask } from './picture-thread.ts';
import type { CodecModules } from './web-assembly.ts';

/** Result of a thread, or undefined. */
export type RemadePicture = Extract<PictureMessage, { readonly kind: 'made' }>;

const program = new URL('./picture-thread.ts', import.meta.url);
/** Time limit of the start, which is slow on a busy machine and not counted against the picture. */
const startLimitMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Re-encodes one picture in its own thread, which ends with it: a codec compromised by a hostile file never sees the
 * picture of another user. Resolves when nothing of the thread runs any more.
 */
export async function remakeInThread(
  modules: CodecModules,
  task: PictureTask,
  timeLimitMs: number,
): Promise<RemadePicture | undefined> {
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

function outcome(worker: Worker, task: PictureTask, timeLimitMs: number): Promise<RemadePicture | undefined> {
  return new Promise((resolve, reject) => {
    const finding = (): void => {
      clearTimeout(alarm);
      reject(new Error('picture thread did not start or exited'));
    };
    let alarm = setTimeout(finding, startLimitMs);
    const settle = (made?: RemadePicture): void => {
      clearTimeout(alarm);
      resolve(made);
    };
    worker.on('message', (message: PictureMessage) => {
      if (message.kind !== 'ready') return settle(message.kind === 'made' ? message : undefined);
      clearTimeout(alarm);
      alarm = setTimeout(settle, timeLimitMs);
      worker.postMessage(task);
    });
    worker.on('error', (error) => (isOutOfMemory(error) ? settle() : finding()));
    worker.on('exit', finding);
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

import { Worker } from 'node:worker_threads';
import type { DocumentErrorReason } from '#platform/xml/xml-error.ts';

/** A document for a thread. */
export interface ThreadTask {
  readonly module: string;
  readonly bytes: Uint8Array;
  readonly options: unknown;
}

/** Result of a reader, or the reason why its document is refused. */
export type DocumentOutcome<Result> =
  | { readonly kind: 'read'; readonly result: Result }
  | {
      readonly kind: 'refused';
      /** `time` and `memory`: reading it exceeded a limit of the thread. */
      readonly reason: DocumentErrorReason | 'time' | 'memory';
      readonly line: number;
    };

/** Messages of a thread: first that it is ready, then one outcome for each task. */
export type ThreadMessage = { readonly kind: 'ready' } | DocumentOutcome<unknown>;

/** Limits of one thread. */
export interface ThreadLimits {
  readonly timeLimitMs: number;
  readonly memoryMaxMb: number;
}

/** A thread that reads one document at a time. */
export interface ReadingThread {
  /** Rejects if the reader fails for another reason than its document. */
  run(task: ThreadTask): Promise<DocumentOutcome<unknown>>;
  /** False after a document exceeded a limit: the thread has ended. */
  isAlive(): boolean;
  end(): Promise<void>;
}

const program = new URL('./document-thread.ts', import.meta.url);
/** Time limit of the start, which is slow on a busy machine and not counted against the document. */
const startLimitMs = 30_000;
const youngGenerationMb = 32;
const stackMb = 4;

/** Starts a thread. An idle thread does not keep the process running. */
export function startReadingThread({ memoryMaxMb, timeLimitMs }: ThreadLimits): ReadingThread {
  const worker = startWorker(memoryMaxMb);
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  let job: PromiseWithResolvers<DocumentOutcome<unknown>> | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function setAlarm(limitMs: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => void overrun(), limitMs);
  }

  async function overrun(): Promise<void> {
    const wasReady = state === 'ready';
    state = 'ended';
    // The job ends only when nothing of it runs any more.
    await worker.terminate();
    if (wasReady) job?.resolve({ kind: 'refused', reason: 'time', line: 1 });
    else job?.reject(new Error('document thread did not start'));
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind !== 'ready') return job?.resolve(message);
    state = 'ready';
    if (job !== undefined) setAlarm(timeLimitMs);
    return undefined;
  });
  worker.on('error', (error) => {
    state = 'ended';
    if (isOutOfMemory(error)) job?.resolve({ kind: 'refused', reason: 'memory', line: 1 });
    else job?.reject(new Error('document reader failed', { cause: error }));
  });
  worker.on('exit', () => {
    // After `terminate` or an error the job has its outcome already.
    if (state === 'ended') return;
    state = 'ended';
    job?.reject(new Error('document thread exited'));
  });
  worker.unref();

  return {
    isAlive: () => state !== 'ended',
    async run(task) {
      job = Promise.withResolvers();
      worker.ref();
      setAlarm(state === 'ready' ? timeLimitMs : startLimitMs);
      // A copy, which the thread frees: the caller keeps its bytes. Shared memory would need none, but the garbage
      // collector does not count it and frees it late.
      const bytes = new Uint8Array(task.bytes);
      worker.postMessage({ ...task, bytes }, [bytes.buffer]);
      try {
        return await job.promise;
      } finally {
        clearTimeout(alarm);
        worker.unref();
        job = undefined;
      }
    },
    async end() {
      state = 'ended';
      await worker.terminate();
    },
  };
}

function startWorker(memoryMaxMb: number): Worker {
  return new Worker(program, {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMaxMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
      stackSizeMb: stackMb,
    },
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

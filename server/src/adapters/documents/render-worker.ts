// oxlint-disable-next-line no-restricted-imports -- not another program but ourselves: a native compiler cannot be stopped inside a thread
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadSettings } from './serve.ts';
import { ready, type Task, type Word, type WorkerResponse } from './worker-protocol.ts';

/**
 * Why a hand is gone. `memory`: it asked for more than it may have. `depth`: its stack ran over. `fault`: a bug.
 */
export type Loss = 'memory' | 'depth' | 'fault';

/** Something that does one task at a time and can be stopped in the middle of it. */
export interface RenderWorker {
  give(task: Task): void;
  /** Ends it now, whatever it is doing; resolves when nothing of it runs any more. */
  end(): Promise<void>;
}

/** Who listens to a hand. */
export interface Overseer {
  /** It has started; what it does from now on is work. */
  onReady(): void;
  onAnswer(answer: WorkerResponse): void;
  /** Once, and never after `end`. */
  onLoss(loss: Loss): void;
}

/** What a hand may take. */
export interface HandLimits {
  readonly memoryMaxMb: number;
  readonly productMaxBytes: number;
}

const youngGenerationMb = 32;
const stackMb = 4;

/** A thread: enough for programs in JavaScript, which can be stopped at any point. */
export function startThread(program: URL, limits: HandLimits, overseer: Overseer): RenderWorker {
  const settings: ThreadSettings = { productMaxBytes: limits.productMaxBytes };
  const worker = new Worker(program, {
    workerData: settings,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMaxMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
      stackSizeMb: stackMb,
    },
  });
  let isOver = false;
  const lose = (loss: Loss): void => {
    if (isOver) return;
    isOver = true;
    overseer.onLoss(loss);
  };
  worker.on('message', (word: Word) => {
    if (!isOver) hear(word, overseer);
  });
  worker.on('error', (error) => lose(lossOf(error)));
  worker.on('exit', () => lose('fault'));
  return {
    give: (task) => worker.postMessage(task),
    async end() {
      isOver = true;
      await worker.terminate();
    },
  };
}

function hear(word: Word, overseer: Overseer): void {
  if (word === ready) overseer.onReady();
  else overseer.onAnswer(word);
}

function lossOf(error: unknown): Loss {
  if (error instanceof RangeError) return 'depth';
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? 'memory' : 'fault';
}

/** Nobody can listen on port 0: whatever the native compiler might want to fetch ends there, before any name is asked for. */
const nowhere = 'http://127.0.0.1:0';

/**
 * A process of its own, for programs in native code: those cannot be stopped from within, and when they run out of
 * memory they take their whole process along. It starts with an empty environment and may neither write files nor
 * start programs.
 */
export function startProcess(program: URL, limits: HandLimits, overseer: Overseer): RenderWorker {
  const child = fork(fileURLToPath(program), [], {
    env: {
      ALL_PROXY: nowhere,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      TZ: 'UTC',
      PRESS_MEMORY_MAX_MB: String(limits.memoryMaxMb),
      PRESS_PRODUCT_MAX_BYTES: String(limits.productMaxBytes),
    },
    execArgv: ['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isOver = false;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (_code, signal) => {
      resolve();
      if (isOver) return;
      isOver = true;
      overseer.onLoss(lossBySignal(signal));
    });
    child.once('error', () => resolve());
  });
  child.on('message', (word: Word) => {
    if (!isOver) hear(word, overseer);
  });
  return {
    // A child that died just now is reported by its exit, not by the message that did not reach it.
    give: (task) => void child.send(task, () => undefined),
    async end() {
      isOver = true;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The watchdog kills what grows too large, a failed allocation aborts, a stack that ran over is a violation. */
function lossBySignal(signal: NodeJS.Signals | null): Loss {
  if (signal === 'SIGKILL' || signal === 'SIGABRT') return 'memory';
  return signal === 'SIGSEGV' ? 'depth' : 'fault';
}

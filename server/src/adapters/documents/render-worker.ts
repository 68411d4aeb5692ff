// oxlint-disable-next-line no-restricted-imports -- forks this program: native code cannot be stopped inside a thread
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadSettings } from './serve.ts';
import { ready, type Task, type WorkerMessage, type WorkerResponse } from './worker-protocol.ts';

/** Why a worker exited. `memory`: it exceeded its memory limit. `depth`: stack overflow. `crash`: internal error. */
export type ExitReason = 'memory' | 'depth' | 'crash';

/** Runs one task at a time and can be terminated at any point. */
export interface RenderWorker {
  run(task: Task): void;
  /** Terminates it now; resolves when nothing of it runs any more. */
  end(): Promise<void>;
}

/** Callbacks of a worker. */
export interface WorkerCallbacks {
  /** It has started; the time limit counts from now on. */
  onReady(): void;
  onResponse(response: WorkerResponse): void;
  /** Once, and never after `end`. */
  onExit(exitReason: ExitReason): void;
}

/** Resource limits of a worker. */
export interface WorkerLimits {
  readonly memoryMaxMb: number;
  readonly productMaxBytes: number;
}

const youngGenerationMb = 32;
const stackMb = 4;

/** A thread: sufficient for JavaScript, which can be terminated at any point. */
export function startThread(program: URL, limits: WorkerLimits, callbacks: WorkerCallbacks): RenderWorker {
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
  const exited = (exitReason: ExitReason): void => {
    if (isOver) return;
    isOver = true;
    callbacks.onExit(exitReason);
  };
  worker.on('message', (message: WorkerMessage) => {
    if (!isOver) dispatch(message, callbacks);
  });
  worker.on('error', (error) => exited(exitReasonOf(error)));
  worker.on('exit', () => exited('crash'));
  return {
    run: (task) => worker.postMessage(task),
    async end() {
      isOver = true;
      await worker.terminate();
    },
  };
}

function dispatch(message: WorkerMessage, callbacks: WorkerCallbacks): void {
  if (message === ready) callbacks.onReady();
  else callbacks.onResponse(message);
}

function exitReasonOf(error: unknown): ExitReason {
  if (error instanceof RangeError) return 'depth';
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? 'memory' : 'crash';
}

/** No server can listen on port 0: every request of the native compiler ends there, before any name is resolved. */
const nowhere = 'http://127.0.0.1:0';

/**
 * A separate process, for native code: it cannot be stopped from within, and when it runs out of memory the whole
 * process ends. Starts with an empty environment and may neither write files nor start programs.
 */
export function startProcess(program: URL, limits: WorkerLimits, callbacks: WorkerCallbacks): RenderWorker {
  const child = fork(fileURLToPath(program), [], {
    env: {
      ALL_PROXY: nowhere,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      TZ: 'UTC',
      RENDER_MEMORY_MAX_MB: String(limits.memoryMaxMb),
      RENDER_PRODUCT_MAX_BYTES: String(limits.productMaxBytes),
    },
    execArgv: ['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isOver = false;
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (_code, signal) => {
      resolve();
      if (isOver) return;
      isOver = true;
      callbacks.onExit(exitReasonOfSignal(signal));
    });
    child.once('error', () => resolve());
  });
  child.on('message', (message: WorkerMessage) => {
    if (!isOver) dispatch(message, callbacks);
  });
  return {
    // A child that just died is reported by its exit, not by the message that did not reach it.
    run: (task) => void child.send(task, () => undefined),
    async end() {
      isOver = true;
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** The watchdog kills a process that grows too large, a failed allocation aborts, a stack overflow is a violation. */
function exitReasonOfSignal(signal: NodeJS.Signals | null): ExitReason {
  if (signal === 'SIGKILL' || signal === 'SIGABRT') return 'memory';
  return signal === 'SIGSEGV' ? 'depth' : 'crash';
}

import { Worker } from 'node:worker_threads';
import { Unwrappable, WrappingUnavailable } from '../../server/src/platform/crypto/key-wrapping.ts';
import type { HsmOptions } from './hsm-options.ts';
import type { TokenRequest, TokenResponse, TokenTask } from './thread-messages.ts';

/** Sends tasks to the thread of the token. After a timeout all calls fail until the thread responds. */
export interface TokenCalls extends AsyncDisposable {
  call(task: TokenTask): Promise<Uint8Array | boolean>;
}

/** Requests without a response. */
interface PendingRequests {
  readonly size: number;
  add(number: number, timer: NodeJS.Timeout): Promise<TokenResponse>;
  resolve(response: TokenResponse): void;
  failAll(reason: string): void;
}

const waitingMax = 1_000;

function pendingRequests(): PendingRequests {
  const waiting = new Map<
    number,
    { resolve(response: TokenResponse): void; readonly timer: NodeJS.Timeout }
  >();

  function resolve(response: TokenResponse): void {
    const one = waiting.get(response.number);
    waiting.delete(response.number);
    clearTimeout(one?.timer);
    one?.resolve(response);
  }

  return {
    get size() {
      return waiting.size;
    },
    add: (number, timer) => new Promise((done) => waiting.set(number, { resolve: done, timer })),
    resolve,
    failAll(reason) {
      for (const number of waiting.keys())
        resolve({ number, kind: 'failed', failure: 'unavailable', reason });
    },
  };
}

interface ThreadEvents {
  readonly responded: (response: TokenResponse) => void;
  readonly ended: (reason: string) => void;
}

function startThread(options: HsmOptions, { responded, ended }: ThreadEvents): Worker {
  const file = new URL('token-thread.ts', import.meta.url);
  // Do not pass on the flags of this process; some of them forbid running a file.
  const thread = new Worker(file, { workerData: options, execArgv: [] });
  thread.on('message', responded);
  thread.on('error', (error) => ended(error instanceof Error ? error.message : 'the token thread failed'));
  thread.on('exit', () => ended('the token thread exited'));
  // Lets the process exit even when the caller does not close the thread.
  thread.unref();
  return thread;
}

/** Starts the thread at the first call, and again after it has exited. */
export function tokenCalls(options: HsmOptions): TokenCalls {
  const pending = pendingRequests();
  const state: { thread?: Worker | undefined; isStuck: boolean; isClosed: boolean; lastNumber: number } = {
    isStuck: false,
    isClosed: false,
    lastNumber: 0,
  };
  const events: ThreadEvents = {
    responded(response) {
      state.isStuck = false;
      pending.resolve(response);
    },
    ended(reason) {
      state.isStuck = false;
      state.thread = undefined;
      pending.failAll(reason);
    },
  };

  function send(task: TokenTask): Promise<TokenResponse> {
    state.lastNumber += 1;
    const request: TokenRequest = { number: state.lastNumber, task };
    const timer = setTimeout(() => {
      // Native code cannot be stopped from outside. No call is queued until it responds.
      state.isStuck = true;
      pending.failAll('the token took too long');
    }, options.timeoutMs);
    const response = pending.add(request.number, timer);
    state.thread ??= startThread(options, events);
    state.thread.postMessage(request);
    return response;
  }

  return {
    async call(task) {
      if (state.isClosed) throw new WrappingUnavailable('the token was closed');
      if (state.isStuck || pending.size >= waitingMax)
        throw new WrappingUnavailable('the token does not respond');
      const response = await send(task);
      if (response.kind === 'done') return response.result;
      throw response.failure === 'unwrappable'
        ? new Unwrappable(response.reason)
        : new WrappingUnavailable(response.reason);
    },
    async [Symbol.asyncDispose]() {
      const { thread, isClosed, isStuck } = state;
      state.isClosed = true;
      if (thread === undefined || isClosed || isStuck) return;
      thread.ref();
      const exited = new Promise((resolve) => thread.once('exit', resolve));
      const { kind } = await send({ kind: 'close' });
      if (kind === 'done') await exited;
    },
  };
}

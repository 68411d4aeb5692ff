import { Worker } from 'node:worker_threads';
import { Unwrappable, WrappingUnavailable } from '../../server/src/platform/crypto/key-wrapping.ts';
import type { HsmOptions } from './hsm-options.ts';
import type { TokenQuestion, TokenResponse, TokenTask } from './thread-messages.ts';

/** Asks the thread of the token; a call that takes too long fails, and so do the next until the thread answers. */
export interface TokenCalls extends AsyncDisposable {
  ask(task: TokenTask): Promise<Uint8Array | boolean>;
}

/** Questions that have no answer yet. */
interface WaitingRoom {
  readonly size: number;
  enter(number: number, timer: NodeJS.Timeout): Promise<TokenResponse>;
  settle(answer: TokenResponse): void;
  failAll(reason: string): void;
}

const waitingMax = 1_000;

function waitingRoom(): WaitingRoom {
  const waiting = new Map<number, { settle(answer: TokenResponse): void; readonly timer: NodeJS.Timeout }>();

  function settle(answer: TokenResponse): void {
    const one = waiting.get(answer.number);
    waiting.delete(answer.number);
    clearTimeout(one?.timer);
    one?.settle(answer);
  }

  return {
    get size() {
      return waiting.size;
    },
    enter: (number, timer) => new Promise((resolve) => waiting.set(number, { settle: resolve, timer })),
    settle,
    failAll(reason) {
      for (const number of waiting.keys()) settle({ number, kind: 'failed', failure: 'unavailable', reason });
    },
  };
}

interface ThreadEvents {
  readonly answered: (answer: TokenResponse) => void;
  readonly ended: (reason: string) => void;
}

function startThread(options: HsmOptions, { answered, ended }: ThreadEvents): Worker {
  const file = new URL('token-thread.ts', import.meta.url);
  // Flags are for whoever was started with them; some forbid to run a file.
  const thread = new Worker(file, { workerData: options, execArgv: [] });
  thread.on('message', answered);
  thread.on('error', (error) =>
    ended(error instanceof Error ? error.message : 'the thread of the token failed'),
  );
  thread.on('exit', () => ended('the thread of the token has ended'));
  // Who forgets to close it shall still be able to end.
  thread.unref();
  return thread;
}

/** Starts the thread when it is first needed, and again when it has died. */
export function tokenCalls(options: HsmOptions): TokenCalls {
  const waiting = waitingRoom();
  const state: { thread?: Worker | undefined; isStuck: boolean; isClosed: boolean; lastNumber: number } = {
    isStuck: false,
    isClosed: false,
    lastNumber: 0,
  };
  const events: ThreadEvents = {
    answered(answer) {
      state.isStuck = false;
      waiting.settle(answer);
    },
    ended(reason) {
      state.isStuck = false;
      state.thread = undefined;
      waiting.failAll(reason);
    },
  };

  function call(task: TokenTask): Promise<TokenResponse> {
    state.lastNumber += 1;
    const question: TokenQuestion = { number: state.lastNumber, task };
    const timer = setTimeout(() => {
      // Native code cannot be stopped from outside. It is left alone until it answers, and nobody queues behind it.
      state.isStuck = true;
      waiting.failAll('the token took too long');
    }, options.timeoutMs);
    const answer = waiting.enter(question.number, timer);
    state.thread ??= startThread(options, events);
    state.thread.postMessage(question);
    return answer;
  }

  return {
    async ask(task) {
      if (state.isClosed) throw new WrappingUnavailable('the token was closed');
      if (state.isStuck || waiting.size >= waitingMax)
        throw new WrappingUnavailable('the token does not answer');
      const answer = await call(task);
      if (answer.kind === 'done') return answer.result;
      throw answer.failure === 'unwrappable'
        ? new Unwrappable(answer.reason)
        : new WrappingUnavailable(answer.reason);
    },
    async [Symbol.asyncDispose]() {
      const { thread, isClosed, isStuck } = state;
      state.isClosed = true;
      if (thread === undefined || isClosed || isStuck) return;
      thread.ref();
      const exited = new Promise((resolve) => thread.once('exit', resolve));
      const { kind } = await call({ kind: 'close' });
      if (kind === 'done') await exited;
    },
  };
}

import { type ConcurrencyRules, createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import type { DocumentReader } from './document-reader.ts';
import {
  type DocumentOutcome,
  type ReadingThread,
  startReadingThread,
  type ThreadLimits,
} from './reading-thread.ts';

/** What a reader needs. */
export interface DocumentTask<Options> {
  readonly bytes: Uint8Array;
  readonly options: Options;
  /** Whose document it is: one caller cannot occupy all threads. */
  readonly caller: string;
}

/** Port: reads documents in threads, so that a large one does not delay other requests. */
export interface Documents {
  /**
   * Reads one document. Throws `service-unavailable`, or `too-many-requests` if the caller's own documents are in the
   * way, when too many wait.
   */
  read<Options, Result>(
    reader: DocumentReader<Options, Result>,
    task: DocumentTask<Options>,
  ): Promise<DocumentOutcome<Result>>;
  /** Refuses waiting documents, waits for running ones, ends the threads. */
  close(): Promise<void>;
}

/** Number of threads, length and time limit of the queue, limits of one document. */
export interface DocumentRules extends ConcurrencyRules, ThreadLimits {
  /** An idle thread ends after this time and returns its memory. */
  readonly idleMs: number;
}

// GAP: how many documents are read at once is not specified. ADR-0066
/** A payment file of ten thousand transfers takes about half a second and 50 MB. */
export const documentRulesDefault: DocumentRules = {
  runningMax: 2,
  runningPerCallerMax: 1,
  waitingMax: 12,
  waitingPerCallerMax: 4,
  waitMaxMs: 5_000,
  timeLimitMs: 30_000,
  memoryMaxMb: 160,
  idleMs: 30_000,
};

/** Creates the pool; threads start with the first documents. */
export function createDocuments(rules: DocumentRules = documentRulesDefault): Documents {
  const limit = createConcurrencyLimit(rules);
  const idle = new Map<ReadingThread, NodeJS.Timeout>();

  function takeThread(): ReadingThread {
    const thread = [...idle.keys()].findLast((one) => one.isAlive());
    if (thread === undefined) return startReadingThread(rules);
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread;
  }

  function putBack(thread: ReadingThread): void {
    if (!thread.isAlive()) return;
    const timer = setTimeout(() => {
      idle.delete(thread);
      void thread.end();
    }, rules.idleMs);
    idle.set(thread, timer.unref());
  }

  return {
    read: <Options, Result>(
      { module }: DocumentReader<Options, Result>,
      { bytes, caller, options }: DocumentTask<Options>,
    ) =>
      limit.run(caller, async () => {
        const thread = takeThread();
        try {
          const outcome = await thread.run({ module, bytes, options });
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the reader declares what its module returns
          return outcome as DocumentOutcome<Result>;
        } finally {
          putBack(thread);
        }
      }),
    async close() {
      await limit.close();
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...idle.keys()].map((thread) => thread.end()));
    },
  };
}

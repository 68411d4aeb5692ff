import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import type { Lane } from '../domain/literals.ts';
import { deliverDue } from '../operations/delivery/deliver-due.ts';
import { sweepDeliveries } from '../operations/delivery/sweep-deliveries.ts';
import type { Channel } from '../ports/channel.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { listDueQueues, type Queue } from '../store/delivery-queue.store.ts';
import { createPresence, type Presence } from './presence.ts';

/** The channels of one medium: codes use their own connections, so that no other message delays them. */
export interface MediumChannels {
  readonly codeChannel: Channel;
  readonly common: Channel;
}

export interface DispatcherOptions {
  readonly banks: readonly string[];
  readonly channels: readonly MediumChannels[];
  /** The system caller of this bank. */
  readonly contextFor: (bankId: string) => Context & CorrespondencePorts;
  /** Holds the liveness lock of this worker; used for nothing else. */
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Dispatcher {
  /** Waits for what is in progress. */
  stop(): Promise<void>;
}

/** Batch size and number of concurrent runs per lane. */
const lanePlans: Readonly<Record<Lane, { readonly count: number; readonly runs: number }>> = {
  code: { count: 20, runs: 4 },
  normal: { count: 100, runs: 2 },
  bulk: { count: 200, runs: 2 },
};

const lookEveryMs = 50;
const sweepEveryMs = 1_000;
const emptyPauseMs = 300;
/** Backoff for a remote server that is down: grows with each failure, and stays short for codes. */
const pausesMs: Readonly<Record<Lane, readonly [number, ...number[]]>> = {
  code: [200, 500, 1_000],
  normal: [500, 1_000, 2_000, 5_000],
  bulk: [1_000, 2_000, 5_000, 10_000],
};

interface QueueRun {
  running: number;
  failures: number;
  pausedUntilMs: number;
}

/** Processes queues, each with its own runs. */
interface QueueRuns {
  /** Starts a run for a queue with due messages, unless enough runs are active. */
  begin(queue: Queue): void;
  stop(): Promise<void>;
}

function createQueueRuns({ channels, contextFor, log }: DispatcherOptions, presence: Presence): QueueRuns {
  const queueRuns = new Map<string, QueueRun>();
  const inProgress = new Set<Promise<void>>();
  let isStopped = false;

  const work = async (queue: Queue, queueRun: QueueRun): Promise<void> => {
    const { bankId, lane } = queue;
    while (!isStopped && performance.now() >= queueRun.pausedUntilMs) {
      const owner = presence.owner();
      const channel = channelFor(channels, queue);
      if (owner === undefined || channel === undefined) return;
      const pauseMs = pauseAfter(lane, queueRun.failures + 1);
      const mayContinue = (): boolean => !isStopped && presence.owner() === owner;
      const run = { channel, lane, owner, count: lanePlans[lane].count, pauseMs, mayContinue };
      const { claimed, unavailable } = await deliverDue(contextFor(bankId), run);
      if (claimed === 0) {
        // Due, but blocked by another message to the same recipient: an immediate retry would find the same.
        queueRun.pausedUntilMs = performance.now() + (lane === 'code' ? lookEveryMs : emptyPauseMs);
        return;
      }
      // One accepted message shows that the remote server is up; the others are retried when they are due.
      if (unavailable < claimed) {
        queueRun.failures = 0;
        continue;
      }
      queueRun.failures += 1;
      queueRun.pausedUntilMs = performance.now() + pauseMs;
    }
  };

  const start = (queue: Queue, queueRun: QueueRun): void => {
    queueRun.running += 1;
    const run = work(queue, queueRun)
      .catch((error: unknown) =>
        log.warn({ jobKind: 'deliveries', error }, 'delivery run failed, will be repeated'),
      )
      .finally(() => {
        queueRun.running -= 1;
        inProgress.delete(run);
      });
    inProgress.add(run);
  };

  return {
    begin(queue) {
      const key = `${queue.bankId} ${queue.medium} ${queue.lane}`;
      const queueRun = queueRuns.get(key) ?? { running: 0, failures: 0, pausedUntilMs: 0 };
      queueRuns.set(key, queueRun);
      if (performance.now() < queueRun.pausedUntilMs) return;
      while (queueRun.running < lanePlans[queue.lane].runs) start(queue, queueRun);
    },
    async stop() {
      isStopped = true;
      await Promise.all(inProgress);
    },
  };
}

/**
 * Processes the queues of all banks. One query per bank finds the queues with due messages; each of those has its own
 * runs, so that a blocked medium delays no other, and a slow lane no faster one.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { banks, channels, clock, contextFor, database, log } = options;
  const presence = createPresence(database);
  const queueRuns = createQueueRuns(options, presence);
  const media = channels.map(({ common }) => common.medium);
  const polling = startLoop({
    name: 'deliveries',
    idleMs: lookEveryMs,
    log,
    step: async () => {
      if (presence.owner() === undefined) await presence.check();
      const searches = await Promise.allSettled(
        banks.map((bankId) => listDueQueues(contextFor(bankId).db, { bankId, media, now: clock.now() })),
      );
      for (const found of searches)
        if (found.status === 'fulfilled') for (const queue of found.value) queueRuns.begin(queue);
      // Rethrown after all other banks are processed.
      for (const found of searches) if (found.status === 'rejected') throw found.reason;
      return 0;
    },
  });
  const sweep: Loop = startLoop({
    name: 'sweep-deliveries',
    idleMs: sweepEveryMs,
    log,
    step: async () => {
      await presence.check();
      let swept = 0;
      for (const bankId of banks) swept += await sweepBank(contextFor(bankId));
      return swept;
    },
  });
  return {
    async stop() {
      await Promise.all([polling.stop(), sweep.stop()]);
      await queueRuns.stop();
      await presence.end();
    },
  };
}

/** Sweeps one bank; a failure does not affect the other banks. */
async function sweepBank(context: Context): Promise<number> {
  try {
    return await sweepDeliveries(context);
  } catch (error) {
    context.log.warn(
      { jobKind: 'sweep-deliveries', bankId: context.bankId, error },
      'failed to sweep a bank',
    );
    return 0;
  }
}

function channelFor(channels: readonly MediumChannels[], { lane, medium }: Queue): Channel | undefined {
  const found = channels.find(({ common }) => common.medium === medium);
  return lane === 'code' ? found?.codeChannel : found?.common;
}

function pauseAfter(lane: Lane, failures: number): number {
  const pauses = pausesMs[lane];
  return pauses[failures - 1] ?? pauses.at(-1) ?? pauses[0];
}

import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import type { Lane } from '../domain/literals.ts';
import { deliverDue } from '../operations/deliver-due.ts';
import { sweepDeliveries } from '../operations/sweep-deliveries.ts';
import type { Channel } from '../ports/channel.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { listDueQueues, type Queue } from '../store/delivery-queue.store.ts';
import { createPresence, type Presence } from './presence.ts';

/** How messages of one medium leave: codes by connections of their own, so that nothing stands before them. */
export interface MediumChannels {
  readonly express: Channel;
  readonly common: Channel;
}

export interface DispatcherOptions {
  readonly banks: readonly string[];
  readonly channels: readonly MediumChannels[];
  /** As Portico itself, in this bank. */
  readonly contextFor: (bankId: string) => Context & CorrespondencePorts;
  /** Holds the lock that shows that we live; nothing else is done with it. */
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Dispatcher {
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

/** How each lane is worked off: how many are taken at once, and by how many runs side by side. */
const lanePlans: Readonly<Record<Lane, { readonly count: number; readonly runs: number }>> = {
  code: { count: 20, runs: 4 },
  normal: { count: 100, runs: 2 },
  bulk: { count: 200, runs: 2 },
};

const lookEveryMs = 50;
const sweepEveryMs = 1_000;
const emptyPauseMs = 300;
/** How long a far side that is not there is left alone: longer each time, and never long for codes. */
const pausesMs: Readonly<Record<Lane, readonly [number, ...number[]]>> = {
  code: [200, 500, 1_000],
  normal: [500, 1_000, 2_000, 5_000],
  bulk: [1_000, 2_000, 5_000, 10_000],
};

interface Line {
  running: number;
  failures: number;
  pausedUntilMs: number;
}

/** Works queues off, each by runs of its own. */
interface Lines {
  /** Sees to it that a queue with something due is being worked off. */
  begin(queue: Queue): void;
  stop(): Promise<void>;
}

function createLines({ channels, contextFor, log }: DispatcherOptions, presence: Presence): Lines {
  const lines = new Map<string, Line>();
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  const work = async (queue: Queue, line: Line): Promise<void> => {
    const { bankId, lane } = queue;
    while (!isStopped && performance.now() >= line.pausedUntilMs) {
      const owner = presence.owner();
      const channel = channelFor(channels, queue);
      if (owner === undefined || channel === undefined) return;
      const pauseMs = pauseAfter(lane, line.failures + 1);
      const mayGoOn = (): boolean => !isStopped && presence.owner() === owner;
      const run = { channel, lane, owner, count: lanePlans[lane].count, pauseMs, mayGoOn };
      const { taken, unavailable } = await deliverDue(contextFor(bankId), run);
      if (taken === 0) {
        // Due, but behind another one of the same recipient: looking again at once would find the same.
        line.pausedUntilMs = performance.now() + (lane === 'code' ? lookEveryMs : emptyPauseMs);
        return;
      }
      // Where one message was taken the far side is there; the others come back when they are due.
      if (unavailable < taken) {
        line.failures = 0;
        continue;
      }
      line.failures += 1;
      line.pausedUntilMs = performance.now() + pauseMs;
    }
  };

  const start = (queue: Queue, line: Line): void => {
    line.running += 1;
    const run = work(queue, line)
      .catch((error: unknown) =>
        log.warn({ jobKind: 'deliveries', error }, 'a run failed and will be repeated'),
      )
      .finally(() => {
        line.running -= 1;
        underWay.delete(run);
      });
    underWay.add(run);
  };

  return {
    begin(queue) {
      const key = `${queue.bankId} ${queue.medium} ${queue.lane}`;
      const line = lines.get(key) ?? { running: 0, failures: 0, pausedUntilMs: 0 };
      lines.set(key, line);
      if (performance.now() < line.pausedUntilMs) return;
      while (line.running < lanePlans[queue.lane].runs) start(queue, line);
    },
    async stop() {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
}

/**
 * Works off the queues of all banks. One look per bank finds which queues have something due; each of those is worked
 * off by runs of its own, so that a medium that stands still holds up no other, and a lane no faster one.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { banks, channels, clock, contextFor, database, log } = options;
  const presence = createPresence(database);
  const lines = createLines(options, presence);
  const media = channels.map(({ common }) => common.medium);
  const look = startLoop({
    name: 'deliveries',
    idleMs: lookEveryMs,
    log,
    step: async () => {
      if (presence.owner() === undefined) await presence.keep();
      const looks = await Promise.allSettled(
        banks.map((bankId) => listDueQueues(contextFor(bankId).db, { bankId, media, now: clock.now() })),
      );
      for (const found of looks)
        if (found.status === 'fulfilled') for (const queue of found.value) lines.begin(queue);
      // Thrown after the other banks have had their turn.
      for (const found of looks) if (found.status === 'rejected') throw found.reason;
      return 0;
    },
  });
  const sweep: Loop = startLoop({
    name: 'sweep-deliveries',
    idleMs: sweepEveryMs,
    log,
    step: async () => {
      await presence.keep();
      let swept = 0;
      for (const bankId of banks) swept += await sweepBank(contextFor(bankId));
      return swept;
    },
  });
  return {
    async stop() {
      await Promise.all([look.stop(), sweep.stop()]);
      await lines.stop();
      await presence.end();
    },
  };
}

/** One bank that cannot be swept keeps no other from it. */
async function sweepBank(context: Context): Promise<number> {
  try {
    return await sweepDeliveries(context);
  } catch (error) {
    context.log.warn(
      { jobKind: 'sweep-deliveries', bankId: context.bankId, error },
      'a bank could not be swept',
    );
    return 0;
  }
}

function channelFor(channels: readonly MediumChannels[], { lane, medium }: Queue): Channel | undefined {
  const found = channels.find(({ common }) => common.medium === medium);
  return lane === 'code' ? found?.express : found?.common;
}

function pauseAfter(lane: Lane, failures: number): number {
  const pauses = pausesMs[lane];
  return pauses[failures - 1] ?? pauses.at(-1) ?? pauses[0];
}

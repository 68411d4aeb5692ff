import { setTimeout } from 'node:timers/promises';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** The slot of a request in the load shedder while it is processed. */
export interface WorkSlot {
  suspend(): void;
  /** Acquires a slot again; false at capacity. */
  resume(): boolean;
}

/** Maximum number of requests of this process that wait for another request; each polls the database. */
const waitingMax = 64;
const firstPauseMs = 50;
const pauseMaxMs = 400;

let waiting = 0;

/**
 * Polls until there is a result, at most for this long. Meanwhile the request has no slot, because waiting for another
 * request is not work. Returns undefined at once if too many wait already.
 */
export async function pollWithoutSlot<Answer>(
  slot: WorkSlot | undefined,
  timeMaxMs: number,
  read: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  if (waiting >= waitingMax) return undefined;
  waiting += 1;
  slot?.suspend();
  let hasSlot = true;
  const result = await poll(timeMaxMs, read).finally(() => {
    waiting -= 1;
    hasSlot = slot?.resume() !== false;
  });
  if (!hasSlot) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
  return result;
}

async function poll<Answer>(
  timeMaxMs: number,
  read: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const untilMs = performance.now() + timeMaxMs;
  for (
    let pauseMs = firstPauseMs;
    performance.now() < untilMs;
    pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)
  ) {
    await setTimeout(pauseMs);
    const result = await read();
    if (result !== undefined) return result;
  }
  return undefined;
}

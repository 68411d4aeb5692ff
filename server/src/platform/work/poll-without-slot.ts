import { setTimeout } from 'node:timers/promises';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** The slot of the load shedder that a request holds while it is worked on. */
export interface WorkSlot {
  suspend(): void;
  /** Takes a slot again; false at capacity. */
  resume(): boolean;
}

/** Requests of this process that wait for another one at once; each asks the database now and then. */
const waitingMax = 64;
const firstPauseMs = 50;
const pauseMaxMs = 400;

let waiting = 0;

/**
 * Asks again and again until there is an answer, at most for this long. Meanwhile the request has no slot, because
 * waiting for another request is no work. Where too many wait already there is no answer at once.
 */
export async function pollWithoutSlot<Answer>(
  slot: WorkSlot | undefined,
  timeMaxMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  if (waiting >= waitingMax) return undefined;
  waiting += 1;
  slot?.suspend();
  let hasSlot = true;
  const answer = await poll(timeMaxMs, ask).finally(() => {
    waiting -= 1;
    hasSlot = slot?.resume() !== false;
  });
  if (!hasSlot) throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
  return answer;
}

async function poll<Answer>(
  timeMaxMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const untilMs = performance.now() + timeMaxMs;
  for (
    let pauseMs = firstPauseMs;
    performance.now() < untilMs;
    pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)
  ) {
    await setTimeout(pauseMs);
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  return undefined;
}

import type { Loss, Overseer, RenderWorker } from './render-worker.ts';
import type { Task, WorkerResponse } from './worker-protocol.ts';

/** A job somebody waits for. */
export interface Order {
  readonly task: Task;
  readonly settle: (answer: WorkerResponse) => void;
  readonly fail: (error: Error) => void;
}

/** A place for one hand, which works on one order at a time. */
export interface WorkerSlot {
  /** `warm`: a hand sits idle; `empty`: one would have to come; `taken`: it works. */
  state(): 'warm' | 'empty' | 'taken';
  begin(order: Order): void;
  /** Sends the hand home. */
  leave(): Promise<void>;
}

interface SeatRules {
  readonly start: (overseer: Overseer) => RenderWorker;
  readonly timeLimitMs: number;
  /** Told after each order, so that whoever waits comes next. */
  readonly onFree: () => void;
}

const startLimitMs = 30_000;

/** Makes a place. A hand that takes too long is ended, and the next order is served by a fresh one. */
export function createWorkerSlot({ start, timeLimitMs, onFree }: SeatRules): WorkerSlot {
  let hand: RenderWorker | undefined;
  let order: Order | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function setAlarm(limitMs: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => void overrun(), limitMs);
  }

  function finish(): Order | undefined {
    clearTimeout(alarm);
    const finished = order;
    order = undefined;
    // After the answer has been given.
    queueMicrotask(onFree);
    return finished;
  }

  function lost(loss: Loss): void {
    hand = undefined;
    const finished = finish();
    if (loss === 'memory') finished?.settle({ kind: 'over-limit', limit: 'size' });
    else if (loss === 'depth') finished?.settle({ kind: 'over-limit', limit: 'loops' });
    else finished?.fail(new Error('the press lost a hand in the middle of a job'));
  }

  async function overrun(): Promise<void> {
    const late = hand;
    hand = undefined;
    // The order ends only when nothing of it runs any more; until then the seat is taken.
    await late?.end();
    finish()?.settle({ kind: 'over-limit', limit: 'time' });
  }

  return {
    state() {
      if (order !== undefined) return 'taken';
      return hand === undefined ? 'empty' : 'warm';
    },
    begin(next) {
      order = next;
      // A job is not charged for the start of a hand, which takes long on a busy machine.
      setAlarm(hand === undefined ? startLimitMs : timeLimitMs);
      hand ??= start({
        onReady: () => setAlarm(timeLimitMs),
        onAnswer: (answer) => finish()?.settle(answer),
        onLoss: lost,
      });
      hand.give(next.task);
    },
    async leave() {
      await hand?.end();
    },
  };
}

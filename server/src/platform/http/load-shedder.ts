/** Which requests are refused first when capacity is short: `low`, then `normal`; `high` last. */
export type Priority = 'low' | 'normal' | 'high';

/** What is known of a request before any work on it. */
export interface Arrival {
  readonly priority: Priority;
  /** Certificate or network; undefined where callers cannot be distinguished. */
  readonly caller?: string | undefined;
}

/** Decides on arrival whether a request can be served in reasonable time. */
export interface LoadShedder {
  /** Returns true if the request is admitted; `leave` or `suspend` must then be called once. */
  enter(nowMs: number, arrival: Arrival): boolean;
  /** Returns true if every request of this priority is refused now, from every caller. Counts as a refusal. */
  refuses(nowMs: number, priority: Priority): boolean;
  leave(nowMs: number, tookMs: number, arrival: Arrival): void;
  /** Releases the slot without counting a finished request: it waits for its client and enters again later. */
  suspend(arrival: Arrival): void;
  readonly inFlight: number;
}

export interface LoadShedderOptions {
  /** Maximum number of concurrent requests, whatever the throughput. */
  readonly inFlightMax: number;
  /** A request that would wait longer than this is rejected at once. */
  readonly queueTimeMaxMs: number;
}

/** Always admitted, so that throughput can be measured after a start. Higher priorities have a few more. */
const floors: Readonly<Record<Priority, number>> = { low: 20, normal: 22, high: 24 };
/** Share of the allowed wait that each priority may use. The rest stays free for higher priorities. */
const waitShares: Readonly<Record<Priority, number>> = { low: 0.5, normal: 0.75, high: 1 };
/** Share of the maximum number of concurrent requests, for the same reason. */
const slotShares: Readonly<Record<Priority, number>> = { low: 0.7, normal: 0.85, high: 1 };
/** What one caller may use: less than the lowest priority, so that it never takes all that others read with. */
const callerWaitShare = 0.4;
const callerSlotShare = 0.5;
const callerFloor = 16;
const bucketMs = 100;
/** Weight of the newest bucket: the limit follows a change of capacity within about half a second. */
const smoothing = 0.25;
/** How long the fastest request is used as the estimate of the service time. */
const quickestForMs = 30_000;

/**
 * Little's law on arrival: requests in flight divided by throughput is the expected time of the next request. It may be
 * as long as the service time plus the allowed wait. Both rates are measured, so no limit has to be configured.
 * Priorities and callers limit the queueing time only; the service time is available to every request.
 */
export function createLoadShedder({ inFlightMax, queueTimeMaxMs }: LoadShedderOptions): LoadShedder {
  const quickest = createQuickest();
  const throughput = createThroughput();
  const callers = createCallerCounts();
  let inFlight = 0;

  const limit = (waitShare: number, slotShare: number, floor: number): number =>
    Math.min(
      Math.ceil(inFlightMax * slotShare),
      Math.max(floor, Math.floor(throughput.perMs() * (queueTimeMaxMs * waitShare + quickest.ms()))),
    );
  const limitOf = (priority: Priority): number =>
    limit(waitShares[priority], slotShares[priority], floors[priority]);
  const measure = (nowMs: number): void => throughput.measure(nowMs, { inFlight, most: limitOf('high') });
  const isFull = ({ caller, priority }: Arrival): boolean => {
    if (inFlight >= limitOf(priority)) return true;
    if (caller === undefined) return false;
    return callers.of(caller) >= limit(callerWaitShare, callerSlotShare, callerFloor);
  };
  const refuses = (nowMs: number, arrival: Arrival): boolean => {
    measure(nowMs);
    const isRefused = isFull(arrival);
    if (isRefused) throughput.refusedAt(inFlight);
    return isRefused;
  };
  const release = ({ caller }: Arrival): void => {
    inFlight -= 1;
    if (caller !== undefined) callers.add(caller, -1);
  };

  return {
    enter(nowMs, arrival) {
      if (refuses(nowMs, arrival)) return false;
      inFlight += 1;
      if (arrival.caller !== undefined) callers.add(arrival.caller, 1);
      return true;
    },
    refuses: (nowMs, priority) => refuses(nowMs, { priority }),
    leave(nowMs, tookMs, arrival) {
      release(arrival);
      throughput.left();
      quickest.record(nowMs, tookMs);
    },
    suspend: release,
    get inFlight() {
      return inFlight;
    },
  };
}

interface Throughput {
  /** Finished requests per millisecond, while the server is busy. */
  perMs(): number;
  left(): void;
  /** Takes note of how many were in flight when a request was refused. */
  refusedAt(inFlight: number): void;
  /** Ends a bucket that is over. `most`: how many may be in flight. */
  measure(nowMs: number, now: { readonly inFlight: number; readonly most: number }): void;
}

function createThroughput(): Throughput {
  let leftInBucket = 0;
  let bucketEndsAt = 0;
  let perMs = 0;
  /** The least number in flight at which a request of this bucket was refused. */
  let leastRefusedAt = Number.POSITIVE_INFINITY;
  return {
    perMs: () => perMs,
    left: () => void (leftInBucket += 1),
    refusedAt: (inFlight) => void (leastRefusedAt = Math.min(leastRefusedAt, inFlight)),
    measure(nowMs, { inFlight, most }) {
      if (nowMs < bucketEndsAt) return;
      const lastedMs = bucketEndsAt === 0 ? bucketMs : bucketMs + (nowMs - bucketEndsAt);
      const measured = leftInBucket / lastedMs;
      // Only a busy period measures capacity; an idle one must not lower the limit.
      const isBusy = inFlight >= Math.min(leastRefusedAt, most);
      if (isBusy || measured > perMs) perMs += smoothing * (measured - perMs);
      leftInBucket = 0;
      leastRefusedAt = Number.POSITIVE_INFINITY;
      bucketEndsAt = nowMs + bucketMs;
    },
  };
}

/** Counts the requests in flight of each caller. */
function createCallerCounts(): { of(caller: string): number; add(caller: string, count: 1 | -1): void } {
  const counts = new Map<string, number>();
  return {
    of: (caller) => counts.get(caller) ?? 0,
    add(caller, count) {
      const sum = (counts.get(caller) ?? 0) + count;
      if (sum > 0) counts.set(caller, sum);
      else counts.delete(caller);
    },
  };
}

/** Tracks the fastest recent request: it hardly waited, so it shows the service time alone. */
function createQuickest(): { record(nowMs: number, tookMs: number): void; ms(): number } {
  let current = Number.POSITIVE_INFINITY;
  let previous = Number.POSITIVE_INFINITY;
  let endsAt = 0;
  return {
    record(nowMs, tookMs) {
      if (nowMs >= endsAt) {
        previous = current;
        current = Number.POSITIVE_INFINITY;
        endsAt = nowMs + quickestForMs;
      }
      current = Math.min(current, tookMs);
    },
    ms() {
      const least = Math.min(current, previous);
      return Number.isFinite(least) ? least : 0;
    },
  };
}

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
  const byCaller = new Map<string, number>();
  let inFlight = 0;
  let leftInBucket = 0;
  let bucketEndsAt = 0;
  let leavingPerMs = 0;
  /** The least number in flight at which a request of this bucket was refused. */
  let refusedAt = Number.POSITIVE_INFINITY;

  const limit = (waitShare: number, slotShare: number, floor: number): number =>
    Math.min(
      Math.ceil(inFlightMax * slotShare),
      Math.max(floor, Math.floor(leavingPerMs * (queueTimeMaxMs * waitShare + quickest.ms()))),
    );
  const limitOf = (priority: Priority): number =>
    limit(waitShares[priority], slotShares[priority], floors[priority]);

  const nextBucket = (nowMs: number): void => {
    if (nowMs < bucketEndsAt) return;
    const lastedMs = bucketEndsAt === 0 ? bucketMs : bucketMs + (nowMs - bucketEndsAt);
    // Only a busy period measures capacity; an idle one must not lower the limit.
    const measured = leftInBucket / lastedMs;
    const isBusy = inFlight >= Math.min(refusedAt, limitOf('high'));
    if (isBusy || measured > leavingPerMs) leavingPerMs += smoothing * (measured - leavingPerMs);
    leftInBucket = 0;
    refusedAt = Number.POSITIVE_INFINITY;
    bucketEndsAt = nowMs + bucketMs;
  };

  const isRefused = ({ caller, priority }: Arrival): boolean => {
    if (inFlight >= limitOf(priority)) return true;
    if (caller === undefined) return false;
    return (byCaller.get(caller) ?? 0) >= limit(callerWaitShare, callerSlotShare, callerFloor);
  };

  const release = ({ caller }: Arrival): void => {
    inFlight -= 1;
    if (caller === undefined) return;
    const held = (byCaller.get(caller) ?? 0) - 1;
    if (held > 0) byCaller.set(caller, held);
    else byCaller.delete(caller);
  };

  return {
    enter(nowMs, arrival) {
      nextBucket(nowMs);
      if (isRefused(arrival)) {
        refusedAt = Math.min(refusedAt, inFlight);
        return false;
      }
      inFlight += 1;
      const { caller } = arrival;
      if (caller !== undefined) byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1);
      return true;
    },
    leave(nowMs, tookMs, arrival) {
      release(arrival);
      leftInBucket += 1;
      quickest.record(nowMs, tookMs);
    },
    suspend: release,
    get inFlight() {
      return inFlight;
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

/** Decides on arrival whether a request can be served in reasonable time. */
export interface LoadShedder {
  /** Returns true if the request is admitted; `leave` must then be called once. */
  enter(nowMs: number): boolean;
  leave(nowMs: number, tookMs: number): void;
  /** Releases the slot without counting a finished request: it waits for its client and enters again later. */
  suspend(): void;
  readonly inFlight: number;
}

export interface LoadShedderOptions {
  /** Maximum number of concurrent requests, whatever the throughput. */
  readonly inFlightMax: number;
  /** A request that would wait longer than this is rejected at once. */
  readonly queueTimeMaxMs: number;
}

/** Always admitted, so that the throughput of a slow start can be measured. */
const inFlightFloor = 16;
const bucketMs = 100;
/** Weight of the newest bucket: the limit follows a change of capacity within about half a second. */
const smoothing = 0.25;
/** How long the fastest request is used as the estimate of the service time. */
const quickestForMs = 30_000;

/**
 * Little's law on arrival: requests in flight divided by throughput is the expected time of the next request. It may be
 * as long as the service time plus the allowed wait. Both rates are measured, so no limit has to be configured.
 */
export function createLoadShedder({ inFlightMax, queueTimeMaxMs }: LoadShedderOptions): LoadShedder {
  const quickest = createQuickest();
  let inFlight = 0;
  let leftInBucket = 0;
  let bucketEndsAt = 0;
  let leavingPerMs = 0;

  const limit = (): number =>
    Math.min(
      inFlightMax,
      Math.max(inFlightFloor, Math.floor(leavingPerMs * (queueTimeMaxMs + quickest.ms()))),
    );

  const nextBucket = (nowMs: number): void => {
    if (nowMs < bucketEndsAt) return;
    const lastedMs = bucketEndsAt === 0 ? bucketMs : bucketMs + (nowMs - bucketEndsAt);
    // Only a busy period measures capacity; an idle one must not lower the limit.
    const measured = leftInBucket / lastedMs;
    if (inFlight >= limit() || measured > leavingPerMs) leavingPerMs += smoothing * (measured - leavingPerMs);
    leftInBucket = 0;
    bucketEndsAt = nowMs + bucketMs;
  };

  return {
    enter(nowMs) {
      nextBucket(nowMs);
      if (inFlight >= limit()) return false;
      inFlight += 1;
      return true;
    },
    leave(nowMs, tookMs) {
      inFlight -= 1;
      leftInBucket += 1;
      quickest.record(nowMs, tookMs);
    },
    suspend() {
      inFlight -= 1;
    },
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

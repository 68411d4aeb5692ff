/** Decides at the door whether a request can be served in reasonable time. */
export interface LoadShedder {
  /** True when the request may enter; then `leave` must be called once. */
  enter(nowMs: number): boolean;
  leave(nowMs: number, tookMs: number): void;
  /** Gives the slot back without counting a finished request: it waits for its client and enters again later. */
  suspend(): void;
  readonly inFlight: number;
}

export interface LoadShedderOptions {
  /** Never more than this at once, whatever the throughput. */
  readonly inFlightMax: number;
  /** A request that would wait longer than this is better told so at once. */
  readonly queueTimeMaxMs: number;
}

/** Always let in, so that a slow start can show what it is capable of. */
const inFlightFloor = 16;
const bucketMs = 100;
/** Weight of the newest bucket: the limit follows a change of capacity within about half a second. */
const smoothing = 0.25;
/** How long the quickest request stands for how long the work itself takes. */
const quickestForMs = 30_000;

/**
 * Little's law at the door: what is in flight divided by what leaves per second is how long the next one will take.
 * That may be as long as the work itself and the wait we allow on top. Both speeds are measured, so nobody has to
 * guess a limit.
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

  const turnBucket = (nowMs: number): void => {
    if (nowMs < bucketEndsAt) return;
    const lastedMs = bucketEndsAt === 0 ? bucketMs : bucketMs + (nowMs - bucketEndsAt);
    // Only a busy time says anything about capacity; an idle one must not lower the limit.
    const measured = leftInBucket / lastedMs;
    if (inFlight >= limit() || measured > leavingPerMs) leavingPerMs += smoothing * (measured - leavingPerMs);
    leftInBucket = 0;
    bucketEndsAt = nowMs + bucketMs;
  };

  return {
    enter(nowMs) {
      turnBucket(nowMs);
      if (inFlight >= limit()) return false;
      inFlight += 1;
      return true;
    },
    leave(nowMs, tookMs) {
      inFlight -= 1;
      leftInBucket += 1;
      quickest.note(nowMs, tookMs);
    },
    suspend() {
      inFlight -= 1;
    },
    get inFlight() {
      return inFlight;
    },
  };
}

/** The quickest request of the last while: it hardly waited, so it shows what the work alone takes. */
function createQuickest(): { note(nowMs: number, tookMs: number): void; ms(): number } {
  let current = Number.POSITIVE_INFINITY;
  let previous = Number.POSITIVE_INFINITY;
  let turnsAt = 0;
  return {
    note(nowMs, tookMs) {
      if (nowMs >= turnsAt) {
        previous = current;
        current = Number.POSITIVE_INFINITY;
        turnsAt = nowMs + quickestForMs;
      }
      current = Math.min(current, tookMs);
    },
    ms() {
      const least = Math.min(current, previous);
      return Number.isFinite(least) ? least : 0;
    },
  };
}

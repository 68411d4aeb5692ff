import type { IncomingMessage } from 'node:http';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import type { Arrival, LoadShedder } from './load-shedder.ts';

/** Requests that compete for the same slots and the same memory. */
export interface RequestLane {
  readonly shedder: LoadShedder;
  readonly bodies: ByteBudget;
}

/** Memory for request bodies, shared by all requests of a lane. */
export interface ByteBudget {
  /** Reserves the bytes; false if too many are reserved already. */
  reserve(bytes: number): boolean;
  free(bytes: number): void;
}

/** Creates a budget of this many bytes. */
export function createByteBudget(bytesMax: number): ByteBudget {
  let reserved = 0;
  return {
    reserve(bytes) {
      if (reserved + bytes > bytesMax) return false;
      reserved += bytes;
      return true;
    },
    free(bytes) {
      reserved -= bytes;
    },
  };
}

/**
 * The slot of one request in the load shedder. A slot is for work of this process: it is released while the process
 * waits for the client, and for good as soon as the response is computed.
 */
export interface RequestSlot {
  /** Releases the slot while the client still sends, or another system has not responded. */
  suspend(): void;
  /** Acquires a slot again; false at capacity. */
  resume(): boolean;
  /** Reserves memory for a part of the body until `release`; false if bodies use too much of it. */
  reserve(bytes: number): boolean;
  /** Ends the work on the request. Further calls do nothing. */
  release(): void;
}

/** For requests without a slot, such as probes. */
const unlimited: RequestSlot = {
  suspend: () => undefined,
  resume: () => true,
  reserve: () => true,
  release: () => undefined,
};

const slots = new WeakMap<IncomingMessage, RequestSlot>();

/** Returns the slot of the request. */
export function slotOf(request: IncomingMessage): RequestSlot {
  return slots.get(request) ?? unlimited;
}

/**
 * Waits for another process or system without a slot: a few requests that wait for a slow one would otherwise refuse
 * all others. Throws `service-unavailable` if no slot is free afterwards.
 */
export async function waitWithoutSlot<Result>(
  request: IncomingMessage,
  awaited: Promise<Result>,
  { metrics }: { readonly metrics: Pick<Metrics, 'shed'> },
): Promise<Result> {
  const slot = slotOf(request);
  slot.suspend();
  const result = await awaited;
  if (slot.resume()) return result;
  metrics.shed('in-flight');
  throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
}

/** Acquires a slot for the request; undefined at capacity. */
export function acquireSlot(
  request: IncomingMessage,
  { bodies, shedder }: RequestLane,
  arrival: Arrival,
): RequestSlot | undefined {
  let sinceMs = performance.now();
  if (!shedder.enter(sinceMs, arrival)) return undefined;
  let state: 'held' | 'suspended' | 'released' = 'held';
  let workedMs = 0;
  let reservedBytes = 0;
  const slot: RequestSlot = {
    suspend() {
      if (state !== 'held') return;
      state = 'suspended';
      workedMs += performance.now() - sinceMs;
      shedder.suspend(arrival);
    },
    resume() {
      if (state !== 'suspended') return state === 'held';
      sinceMs = performance.now();
      if (!shedder.enter(sinceMs, arrival)) return false;
      state = 'held';
      return true;
    },
    reserve(bytes) {
      // Data that arrives after the end is dropped with the connection.
      if (state === 'released') return true;
      if (!bodies.reserve(bytes)) return false;
      reservedBytes += bytes;
      return true;
    },
    release() {
      if (state === 'released') return;
      const nowMs = performance.now();
      if (state === 'held') shedder.leave(nowMs, workedMs + nowMs - sinceMs, arrival);
      state = 'released';
      bodies.free(reservedBytes);
    },
  };
  slots.set(request, slot);
  return slot;
}

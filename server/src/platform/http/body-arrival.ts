import { IncomingMessage } from 'node:http';
import { freeMemory } from '#platform/kernel/free-memory.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import { createBodyBuffer } from './body-buffer.ts';
import { slotOf } from './request-slot.ts';

/** How fast the body of a request must arrive. */
export interface BodyPace {
  /** Within this time any rate is accepted. It is the deadline of a body that does not arrive at all. */
  readonly graceMs: number;
  /** The mean rate after that. A body of a few megabytes gets enough time, one byte per second does not. */
  readonly bytesPerSecondMin: number;
  /** The deadline of the largest body, whatever its rate. */
  readonly timeMaxMs: number;
}

/** The pace in production; ADR 0048 gives the reasons. */
export const bodyPaceDefault: BodyPace = { graceMs: 3_000, bytesPerSecondMin: 32_000, timeMaxMs: 120_000 };

/** What waiting for a body needs. */
export interface BodyArrivalOptions {
  readonly pace: BodyPace;
  readonly metrics: Pick<Metrics, 'connectionClosed' | 'shed'>;
}

/** After these the rest of the body is not read, so the connection cannot be reused. */
const closing = { headers: { connection: 'close' } };

/**
 * Reads the body into memory, at most `bytesMax` of it. While the client sends, the request has no slot of the load
 * shedder; it acquires one again for the work.
 */
export async function readBody(
  request: IncomingMessage,
  options: BodyArrivalOptions & { readonly bytesMax: number },
): Promise<Buffer> {
  const { bytesMax } = options;
  if (announcedBytes(request) > bytesMax) throw standardProblems['payload-too-large'](closing);
  const body = createBodyBuffer(announcedBytes(request), chunkMemoryOf(request));
  let received = 0;
  return whileArriving(request, options, (arrival) => {
    const receive = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > bytesMax) arrival.fail(standardProblems['payload-too-large'](closing));
      else if (arrival.count(chunk.length)) body.append(chunk);
    };
    const end = (): void => arrival.done(body.join());
    request.on('data', receive).once('end', end);
    return () => request.off('data', receive).off('end', end);
  });
}

/** A chunk of the network has its own memory and no other reader; one of an injected request belongs to the test. */
function chunkMemoryOf(request: IncomingMessage): (chunk: Buffer) => void {
  return request instanceof IncomingMessage ? freeMemory : () => undefined;
}

/**
 * Waits until the whole body is in the buffer of the request, for an endpoint that reads the stream itself. Refuses
 * more than fits in that buffer.
 */
export async function awaitBody(request: IncomingMessage, options: BodyArrivalOptions): Promise<void> {
  if (!isArriving(request)) return;
  const bytesMax = request.readableHighWaterMark - 1;
  if (announcedBytes(request) > bytesMax) throw standardProblems['payload-too-large'](closing);
  let counted = 0;
  await whileArriving<void>(request, options, (arrival) => {
    const checkArrival = (): void => {
      const received = request.readableLength;
      if (received > bytesMax) arrival.fail(standardProblems['payload-too-large'](closing));
      else if (arrival.count(received - counted) && !isArriving(request)) arrival.done();
      counted = received;
    };
    // A listener for `readable` makes the stream read ahead without consuming its buffer.
    request.on('readable', checkArrival);
    return () => request.off('readable', checkArrival);
  });
}

interface Arrival<Result> {
  /** Counts bytes that arrived; false if there is no memory for them, and the wait then fails. */
  count(bytes: number): boolean;
  done(result: Result): void;
  fail(problem: Error): void;
}

/** Suspends the slot, checks the pace, and resumes. `listen` returns the function that stops listening. */
async function whileArriving<Result>(
  request: IncomingMessage,
  { metrics, pace }: BodyArrivalOptions,
  listen: (arrival: Arrival<Result>) => () => void,
): Promise<Result> {
  const slot = slotOf(request);
  // A small body arrives with its head: the request then keeps its slot.
  if (isArriving(request)) slot.suspend();
  const { promise, reject, resolve } = Promise.withResolvers<Result>();
  let received = 0;
  let isComplete = false;
  // A stream is also closed after its end; the stack trace of a problem is expensive.
  const gone = (): void => {
    if (!isComplete) reject(standardProblems.invalid());
  };
  const stopWatching = watchPace(
    pace,
    () => received,
    () => {
      metrics.connectionClosed('slow-body');
      reject(standardProblems['request-timeout'](closing));
    },
  );
  const stopListening = listen({
    done(result) {
      isComplete = true;
      resolve(result);
    },
    fail: reject,
    count(bytes) {
      received += bytes;
      if (slot.reserve(bytes)) return true;
      metrics.shed('body-memory');
      reject(standardProblems['service-unavailable']({ retryAfterSeconds: 1, ...closing }));
      return false;
    },
  });
  request.once('error', gone).once('close', gone);
  try {
    const result = await promise;
    if (slot.resume()) return result;
  } finally {
    stopWatching();
    stopListening();
    request.off('error', gone).off('close', gone);
  }
  metrics.shed('in-flight');
  throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
}

/** Calls `onSlow` once, when fewer bytes have arrived than the pace requires. */
function watchPace(
  { bytesPerSecondMin, graceMs, timeMaxMs }: BodyPace,
  received: () => number,
  onSlow: () => void,
): () => void {
  const startedAtMs = performance.now();
  const leftMs = (): number =>
    Math.min(timeMaxMs, graceMs + (received() / bytesPerSecondMin) * 1_000) -
    (performance.now() - startedAtMs);
  let timer: NodeJS.Timeout;
  let verdict: NodeJS.Immediate | undefined;
  const decide = (): void => {
    const left = leftMs();
    if (left <= 0) onSlow();
    else timer = setTimeout(checkArrival, left);
  };
  // After a long tick of the event loop the timer fires before the waiting data: read first, then decide.
  const checkArrival = (): void => {
    verdict = setImmediate(decide);
  };
  timer = setTimeout(checkArrival, graceMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(verdict);
  };
}

/** Whether a part of the body is still missing; an injected request is complete. */
function isArriving(request: IncomingMessage): boolean {
  return Reflect.get(request, 'complete') === false;
}

/** Zero if no length is announced; the parser has refused invalid numbers. */
function announcedBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

import type { IncomingMessage, ServerResponse } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import type { PageStatus } from '#capabilities/sca/index.ts';
import { slotOf } from '#platform/http/request-slot.ts';

/** What a waiting page asks for. */
export type ReadStatus = () => Promise<PageStatus>;

/** Time limits of the live status. */
export interface StreamTimes {
  /** How often the status is read for a stream. */
  readonly everyMs: number;
  /** A stream ends after this time, and the browser opens another: a process that stops waits for no stream. */
  readonly lifeMs: number;
}

const streamTimes: StreamTimes = { everyMs: 1_000, lifeMs: 15_000 };

/** Streams of one process; a page beyond them asks every two seconds. */
export const streamsMax = 500;
/** After this time a browser opens the next stream. */
const retryMs = 1_000;

let streams = 0;

/** Responds to a waiting page: by a stream of events where the browser asks for one, else by one word. */
export async function respondWithStatus(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  read: ReadStatus,
  times: StreamTimes = streamTimes,
): Promise<void> {
  const isStream = (request.headers.accept ?? '').includes('text/event-stream');
  const status = await read();
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(status);
    return;
  }
  if (streams >= streamsMax) {
    // Browsers do not open another stream after a status other than 200; the page then asks by itself.
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end();
    return;
  }
  streams += 1;
  // Waiting is no work: a thousand waiting pages must not refuse others.
  slotOf(request).suspend();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: ${retryMs}\n\n`);
  try {
    const last = await untilChanged(response, { status, read, times });
    if (last !== 'waiting') response.write(eventOf(last));
  } finally {
    streams -= 1;
    response.end();
  }
}

function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}

/** Waits for a change, the end of the stream, or the browser. */
async function untilChanged(
  response: ServerResponse,
  {
    read,
    status,
    times: { everyMs, lifeMs },
  }: { readonly status: PageStatus; readonly read: ReadStatus; readonly times: StreamTimes },
): Promise<PageStatus> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const endsAtMs = performance.now() + lifeMs;
  let current = status;
  while (current === 'waiting' && !gone.signal.aborted && performance.now() < endsAtMs) {
    await pause(everyMs, gone.signal);
    if (!gone.signal.aborted) current = await read();
  }
  return current;
}

/** Waits, at most until the browser is gone. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', stop, { once: true });
  await promise;
  signal.removeEventListener('abort', stop);
}

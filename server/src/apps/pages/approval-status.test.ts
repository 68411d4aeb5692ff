import { once } from 'node:events';
import { createServer, type Server } from 'node:http'; // oxlint-disable-line no-restricted-imports -- the test needs a real connection
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLoadShedder } from '#platform/http/load-shedder.ts';
import { acquireSlot, createByteBudget } from '#platform/http/request-slot.ts';
import { type ReadStatus, respondWithStatus, streamsMax } from './approval-status.ts';

const shedder = createLoadShedder({ inFlightMax: 2, queueTimeMaxMs: 1_000 });
const lane = { shedder, bodies: createByteBudget(1_000) };
const times = { everyMs: 5, lifeMs: 200 };
const asStream = { headers: { accept: 'text/event-stream' } };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves the status under the slots of an api that has two of them. */
async function serve(read: ReadStatus, more = times): Promise<string> {
  const server = createServer((request, response) => {
    const slot = acquireSlot(request, lane, { priority: 'normal' });
    if (slot === undefined) {
      response.writeHead(429).end();
      return;
    }
    response.once('close', () => slot.release());
    void respondWithStatus({ request, response }, read, more);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server on a port has one
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Says `waiting` so many times. */
function after(times: number): ReadStatus & { readonly reads: () => number } {
  let reads = 0;
  return Object.assign(async () => ((reads += 1) > times ? 'changed' : ('waiting' as const)), {
    reads: () => reads,
  });
}

describe('the status of a waiting page', () => {
  test('is one word for a page that asks', async () => {
    const url = await serve(after(1));
    const words = [];
    for (const _ of [1, 2])
      words.push(await (await fetch(url, { headers: { accept: 'text/plain' } })).text());
    expect(words).toEqual(['waiting', 'changed']);
  });

  test('is an event as soon as it changes', async () => {
    const response = await fetch(await serve(after(3)), asStream);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('retry: 1000\n\ndata: changed\n\n');
  });

  test('ends after a while without an event, and the browser asks again', async () => {
    const response = await fetch(await serve(after(Number.MAX_SAFE_INTEGER)), asStream);
    expect(await response.text()).toBe('retry: 1000\n\n');
  });

  test('is not read any more for a browser that left', async () => {
    const read = after(Number.MAX_SAFE_INTEGER);
    const leaving = new AbortController();
    const response = await fetch(await serve(read, { everyMs: 5, lifeMs: 60_000 }), {
      ...asStream,
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    leaving.abort();
    await expect.poll(read.reads).toBeGreaterThan(0);
    let before = -1;
    // Reads stop at the latest with the one that was under way.
    await expect
      .poll(() => {
        const isStill = before === read.reads();
        before = read.reads();
        return isStill;
      })
      .toBe(true);
  });

  test('uses no slot while it waits, and no more streams than a process can afford', async () => {
    // Longer than a busy machine takes to open all streams: none ends by itself meanwhile.
    const url = await serve(after(Number.MAX_SAFE_INTEGER), { everyMs: 50, lifeMs: 600_000 });
    const open = new AbortController();
    for (let opened = 0; opened < streamsMax; opened += 1) {
      const { status } = await fetch(url, { ...asStream, signal: open.signal });
      if (status !== 200) throw new Error(`stream ${opened} got ${status}`);
    }
    expect((await fetch(url, asStream)).status).toBe(503);
    expect((await fetch(url, { headers: { accept: 'text/plain' } })).status).toBe(200);
    open.abort();
    await expect
      .poll(async () => (await fetch(url, { ...asStream, signal: AbortSignal.timeout(5_000) })).status, {
        timeout: 10_000,
      })
      .toBe(200);
  });
});

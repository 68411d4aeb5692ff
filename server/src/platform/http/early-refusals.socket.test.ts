import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listener, openListener } from './listeners.ts';

const refusal = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

let listener: Listener;
let isFull: boolean;
/** Targets that were refused before they were parsed, and those that were parsed. */
let early: string[];
let parsed: string[];
/** Those of which the whole body was read. */
let read: string[];
let held: ServerResponse[];
beforeEach(async () => {
  [isFull, early, parsed, read, held] = [false, [], [], [], []];
  listener = await openListener(
    {
      kind: 'plain',
      listen: { host: '127.0.0.1', port: 0 },
      earlyRefusal: ({ target }) => {
        if (!isFull) return undefined;
        early.push(target);
        return refusal;
      },
    },
    (request, response) => {
      parsed.push(request.url ?? '');
      request.on('end', () => read.push(request.url ?? '')).resume();
      if (request.url === '/held') held.push(response);
      else response.end('served');
    },
  );
});
afterEach(async () => {
  for (const response of held) response.end();
  await listener.close(0);
});

interface Client {
  readonly socket: Socket;
  /** Sends bytes, and waits until this many responses have arrived since the connection was opened. */
  send(text: string, responses: number): Promise<void>;
  statuses(): readonly string[];
}

async function open(): Promise<Client> {
  const socket = connect(listener.address().port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  const statuses = (): readonly string[] =>
    [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);
  return {
    socket,
    statuses,
    async send(text, responses) {
      socket.write(text, 'latin1');
      while (statuses().length < responses) await once(socket, 'data');
    },
  };
}

test('a server at capacity refuses later requests of a connection unparsed, and serves them again afterwards', async () => {
  const client = await open();
  await client.send(get('/first'), 1);
  isFull = true;
  await client.send(post('/refused', '{}'), 2);
  await client.send(get('/refused-too'), 3);
  isFull = false;
  await client.send(get('/last'), 4);
  expect(client.statuses()).toEqual(['200', '503', '503', '200']);
  expect([early, parsed]).toEqual([
    ['/refused', '/refused-too'],
    ['/first', '/last'],
  ]);
  client.socket.destroy();
});

test('the first request of a connection is parsed, so that Node knows the connection as used', async () => {
  isFull = true;
  const client = await open();
  await client.send(get('/first'), 1);
  expect([early, parsed]).toEqual([[], ['/first']]);
  client.socket.destroy();
});

test('a request behind one without a response is parsed: responses have the order of the requests', async () => {
  const client = await open();
  await client.send(get('/first'), 1);
  await client.send(get('/held'), 1);
  await expect.poll(() => held.length).toBe(1);
  isFull = true;
  await client.send(get('/behind'), 1);
  await expect.poll(() => parsed).toContain('/behind');
  held[0]?.end('late');
  await client.send('', 3);
  expect([client.statuses(), early]).toEqual([['200', '200', '200'], []]);
  client.socket.destroy();
});

test('bytes of a body are never taken for a request', async () => {
  const client = await open();
  await client.send(get('/first'), 1);
  isFull = true;
  const smuggled = get('/smuggled');
  // The response arrives before the body, whose rest looks like a request.
  await client.send(`POST /outer HTTP/1.1\r\nhost: x\r\ncontent-length: ${smuggled.length}\r\n\r\n`, 2);
  await client.send(smuggled, 2);
  await expect.poll(() => read).toContain('/outer');
  await client.send(get('/after'), 3);
  expect([early, parsed]).toEqual([['/after'], ['/first', '/outer']]);
  client.socket.destroy();
});

test('Node sees the same requests, however the bytes are cut and whichever are refused', async () => {
  const request = fc.oneof(
    fc.constant(get('/a')),
    fc.string({ maxLength: 30 }).map((body) => post('/b', body.replaceAll(/[^ -~]/g, '.'))),
    fc.constant('POST /c HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
    fc.constant('GET /d HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n'),
    fc.constant(post('/e', get('/never'))),
  );
  const pieces = fc.array(fc.tuple(request, fc.boolean(), fc.array(fc.nat(200), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      [early, parsed] = [[], []];
      isFull = false;
      const client = await open();
      let count = 0;
      for (const [text, full, cuts] of sent) {
        isFull = full;
        const places = [...new Set(cuts.map((cut) => cut % text.length))].toSorted((a, b) => a - b);
        for (const [index, place] of places.entries()) {
          client.socket.write(text.slice(places[index - 1] ?? 0, place), 'latin1');
          await new Promise((resolve) => setImmediate(resolve));
        }
        count += 1;
        await client.send(text.slice(places.at(-1) ?? 0), count);
      }
      client.socket.destroy();
      expect(client.statuses()).toHaveLength(sent.length);
      expect([...early, ...parsed].toSorted()).toEqual(
        sent.map(([text]) => text.split(' ')[1] ?? '').toSorted(),
      );
      expect(client.statuses().filter((status) => status === '503')).toHaveLength(early.length);
    }),
    { numRuns: 60 },
  );
});

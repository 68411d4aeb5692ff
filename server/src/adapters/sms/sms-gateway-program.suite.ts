import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { type Journal, openJournal } from '#adapters/smtp/journal.suite.ts';
import { respondToParent } from '#adapters/smtp/test-server-process.suite.ts';
import {
  type ReceiptOrder,
  type SmsGatewayMode,
  type SmsGatewayStart,
  smsGatewayMessage,
} from './sms-gateway-mode.suite.ts';

/** An SMS gateway in a separate process. It accepts an id once. */
let mode: SmsGatewayMode = {};
let port = 0;
const known = new Set<string>();
const order = Type.Object({
  id: Type.String(),
  to: Type.String(),
  text: Type.String(),
  sender: Type.String(),
  'validity-seconds': Type.Integer({ minimum: 1 }),
});

const server = createServer();

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { journal, token }: { readonly journal: Journal; readonly token: string },
): Promise<void> {
  const { answer, cut, delayMs, retryAfterSeconds, status } = mode;
  const body = await read(request);
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
  // A closed connection gets no response.
  if (cut === 'before' || response.destroyed) return void request.socket.destroy();
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (status !== undefined) return say(response, status, { error: JSON.stringify(body) });
  if (request.headers.authorization !== `Bearer ${token}`) return say(response, 401, {});
  const [code, responseText] = take(body, journal);
  if (cut === 'after') return void request.socket.destroy();
  return code === 202 && answer !== undefined
    ? void response.writeHead(202).end(answer)
    : say(response, code, responseText);
}

function take(body: unknown, journal: Journal): readonly [number, object] {
  if (!Check(order, body)) return [400, { error: 'invalid request body' }];
  if (mode.reject !== undefined && new RegExp(mode.reject).test(body.to)) return [422, { error: body.to }];
  if (known.has(body.id)) return [409, { error: body.id }];
  known.add(body.id);
  journal.append({ ...body, fields: Object.keys(body), receivedAtMs: Date.now() });
  return [202, { reference: `S${known.size}` }];
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function begin({ journalPath, port: wanted, token }: SmsGatewayStart): Promise<void> {
  const journal = openJournal(journalPath);
  server.on('request', (request, response) => {
    void serve(request, response, { journal, token }).catch(() => request.socket.destroy());
  });
  port = wanted;
  await listen();
}

async function listen(): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  port = typeof bound === 'object' && bound !== null ? bound.port : port;
}

async function change(next: SmsGatewayMode): Promise<void> {
  const wasDown = mode.isDown === true;
  mode = next;
  if (next.isDown === true && !wasDown) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
  if (next.isDown !== true && wasDown) await listen();
}

/** Reports delivery results to the product; returns the status of the response. */
async function report({
  caPem,
  communicationIds,
  headers,
  status,
  token,
  url,
}: ReceiptOrder): Promise<number> {
  const occurred = new Date().toISOString();
  const items = communicationIds.map((id) => ({ 'communication-id': id, status, occurred }));
  const body = JSON.stringify({ items });
  const options = {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  };
  const call = url.startsWith('https:')
    ? requestHttps(url, caPem === undefined ? options : { ...options, ca: caPem })
    : requestHttp(url, options);
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  call.once('error', reject);
  call.once('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  call.end(body);
  return promise;
}

respondToParent(async (message) => {
  if (!Check(smsGatewayMessage, message)) throw new Error('unknown message');
  if (message.start !== undefined) await begin(message.start);
  if (message.mode !== undefined) await change(message.mode);
  return message.receipts === undefined ? port : report(message.receipts);
});

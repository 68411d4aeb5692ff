import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { listOutcome } from '#capabilities/party/testing/memory-screening.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** A screening service, as a process of its own. */
const [certificate = '', key = '', authority = ''] = process.argv.slice(2);
const slowMs = 10_000;
const heldMs = 20;
let mode = 'well';
let requests = 0;
let running = 0;
let runningMost = 0;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const before = mode;
  if (mode === 'busy') mode = 'well';
  if (mode === 'slow') await setTimeout(slowMs);
  // Answers as soon as its mode changes.
  while (mode === 'held') await setTimeout(heldMs);
  if (mode === 'away') return void response.destroy();
  const status = { failing: 500, busy: 503, refusing: 400 }[before] ?? 200;
  if (status !== 200) return void response.writeHead(status).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(mode === 'garbled' ? '{"outcome":"cle' : JSON.stringify(answerTo(Buffer.concat(chunks))));
}

function answerTo(body: Buffer): object {
  const question: unknown = JSON.parse(body.toString());
  const [surname, firm] = [at(question, 'subject', 'surname'), at(question, 'subject', 'commercialName')];
  const outcome = listOutcome(String(surname ?? firm));
  return { outcome: outcome === 'open' ? 'review' : outcome, list: 'test' };
}

const tls = {
  cert: readFileSync(certificate),
  key: readFileSync(key),
  ca: readFileSync(authority),
  requestCert: true,
  rejectUnauthorized: true,
};
const server = createServer(tls, (request, response) => {
  running += 1;
  runningMost = Math.max(runningMost, running);
  void respond(request, response)
    .catch(() => response.destroy())
    .finally(() => (running -= 1));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const wanted = at(message, 'mode');
  if (typeof wanted === 'string') mode = wanted;
  process.send?.({ requests, runningMost });
});
const address = server.address();
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { at } from '#platform/testing/json-at.ts';

/** A bot check that speaks the protocol of Turnstile, as a process of its own. */
const [certificate = '', key = ''] = process.argv.slice(2);
const slowMs = 10_000;
let mode = 'well';
let requests = 0;
let last: Readonly<Record<string, string>> = {};
/** Tokens that were used, with the attempt that used each. */
const used = new Map<string, string>();

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  last = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
  const now = mode;
  if (mode === 'fails-once') mode = 'well';
  if (now === 'slow') await setTimeout(slowMs);
  const verdict = verdictOn(last);
  // The token is used although the answer gets lost.
  if (now === 'away' || now === 'fails-once') return void response.destroy();
  if (now === 'failing') return void response.writeHead(500).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(now === 'garbled' ? '{"success":tr' : JSON.stringify(verdict));
}

function verdictOn({ idempotency_key: attempt = '', response = '', secret }: typeof last): object {
  if (secret !== 'secret of the site') return refusal('invalid-input-secret');
  if (!response.startsWith('solved')) return refusal('invalid-input-response');
  if ((used.get(response) ?? attempt) !== attempt) return refusal('timeout-or-duplicate');
  used.set(response, attempt);
  const [, score] = /score-([01]\.\d)/.exec(response) ?? [];
  const likely = score === undefined ? {} : { score: Number(score) };
  return {
    success: true,
    ...likely,
    hostname: response.split('@')[1] ?? 'www.bank.example',
    action: 'sign-up',
  };
}

function refusal(code: string): object {
  return { success: false, 'error-codes': [code] };
}

const server = createServer(
  { cert: readFileSync(certificate), key: readFileSync(key) },
  (request, response) => void respond(request, response).catch(() => response.destroy()),
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const wanted = at(message, 'mode');
  if (typeof wanted === 'string') mode = wanted;
  process.send?.({ requests, last });
});
const address = server.address();
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });

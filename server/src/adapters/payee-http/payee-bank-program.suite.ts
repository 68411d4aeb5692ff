import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { compareClaim } from '#capabilities/payee-verifications/domain/compare-claim.ts';
import type { Claim, PayeeAnswer } from '#capabilities/payee-verifications/domain/payee.ts';
import { payeeBankHolders } from '#capabilities/payee-verifications/testing/memory-payee-bank.suite.ts';
import { at } from '#platform/testing/json-at.ts';

/** A bank that verifies payees, as a process of its own: the simulator of the scheme. */
const [certificate = '', key = '', authority = '', knownIban = ''] = process.argv.slice(2);
const slowMs = 10_000;
const heldMs = 20;
let mode = 'well';
let questions = 0;

/** Names of the descriptions of the standard, which its enumeration does not have. */
const oldCodes: Readonly<Record<string, string>> = { CMTC: 'MBAM', NOAP: 'NOTC' };

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  questions += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (mode === 'slow') await setTimeout(slowMs);
  // Answers as soon as its mode changes.
  while (mode === 'held') await setTimeout(heldMs);
  if (mode === 'away') return void response.destroy();
  if (mode === 'failing') return void response.writeHead(500).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(mode === 'garbled' ? '{"partyNameMatch":7' : JSON.stringify(answerTo(Buffer.concat(chunks))));
}

function answerTo(body: Buffer): object {
  const question: unknown = JSON.parse(body.toString());
  const claim = claimIn(question);
  const isKnown = at(question, 'partyAccount', 'iban') === knownIban;
  const { code, matchedName }: PayeeAnswer = compareClaim(isKnown ? payeeBankHolders : undefined, claim);
  const sent = mode === 'old-codes' ? (oldCodes[code] ?? code) : code;
  return {
    [claim.kind === 'name' ? 'partyNameMatch' : 'partyIdMatch']: sent,
    ...(matchedName === undefined ? {} : { matchedName }),
  };
}

function claimIn(question: unknown): Claim {
  const name = at(question, 'party', 'name');
  if (typeof name === 'string') return { kind: 'name', name };
  const lei = String(at(question, 'party', 'identification', 'organisationId', 'lei'));
  return { kind: 'organisation', organisationId: { lei, others: [] } };
}

const tls = {
  cert: readFileSync(certificate),
  key: readFileSync(key),
  ca: readFileSync(authority),
  requestCert: true,
  rejectUnauthorized: true,
};
const server = createServer(tls, (request, response) => {
  void respond(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const wanted = at(message, 'mode');
  if (typeof wanted === 'string') mode = wanted;
  process.send?.({ questions });
});
const address = server.address();
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** What a receiver does with messages. */
export type Behaviour = 'steady' | 'slow' | 'failing' | 'redirecting' | 'away';

export interface Receiver extends AsyncDisposable {
  readonly port: number;
  /** Statuses that it took, by resource, in the order of their arrival. */
  readonly taken: ReadonlyMap<string, readonly number[]>;
  readonly connections: () => number;
  /** From now on it takes everything. */
  comeBack(): void;
}

interface ReceiverOptions {
  readonly behaviour: Behaviour;
  readonly certificate: { readonly certificatePem: string; readonly keyPem: string };
  /** Where redirects lead. */
  readonly elsewhere: string;
}

const slowMs = 150;
/** Every so many messages fail at their first attempt. */
const failingEvery = 7;

/** Starts a third party that receives messages. */
export async function startReceiver({
  behaviour,
  certificate,
  elsewhere,
}: ReceiverOptions): Promise<Receiver> {
  const taken = new Map<string, number[]>();
  const refused = new Set<string>();
  let [isAway, connections, messages] = [behaviour === 'away', 0, 0];

  /** Whether the first attempt of a message fails. */
  const failsNow = (id: string): boolean => {
    messages += 1;
    if (messages % failingEvery !== 0 || refused.has(id)) return false;
    refused.add(id);
    return true;
  };
  const take = (text: string): void => {
    const { paymentId, transactionStatus } = readBody(text);
    taken.set(paymentId, [...(taken.get(paymentId) ?? []), Number(transactionStatus)]);
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const id = String(request.headers['webhook-id']);
    if (isAway) return void request.socket.destroy();
    if (behaviour === 'slow') await wait(slowMs);
    if (behaviour === 'failing' && failsNow(id)) return void response.writeHead(500).end();
    if (behaviour === 'redirecting' && failsNow(id))
      return void response.writeHead(307, { location: elsewhere }).end();
    take(text);
    response.end();
  };
  const server = createServer(
    { cert: certificate.certificatePem, key: certificate.keyPem },
    // A worker that is killed breaks its connections.
    (request, response) => void respond(request, response).catch(() => request.socket.destroy()),
  );
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the receiver has no port');
  return {
    port: bound.port,
    taken,
    connections: () => connections,
    comeBack() {
      isAway = false;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function readBody(text: string): { readonly paymentId: string; readonly transactionStatus: string } {
  const body: { readonly paymentId: string; readonly transactionStatus: string } = JSON.parse(text);
  return body;
}

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as requestHttps } from 'node:https';
import type { TestCertificate } from '#platform/testing/certificates.ts';
import { contractVersion } from './contract/schemas.ts';
import type { CoreIdentities } from './core-identities.suite.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface SentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the server does with a request: the response to send, or undefined if it has dealt with it. */
export type Behaviour = (
  request: ReceivedRequest,
  response: ServerResponse,
) => Promise<SentResponse | undefined> | SentResponse | undefined;

/** A core, or a proxy in front of one, that does what a test says. */
export interface FaultyCore extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Every request that arrived, such as `PUT /instructions/1`. */
  readonly requests: string[];
  /** Connections that were accepted, also those without a request. */
  connections(): number;
  behave(behaviour: Behaviour): void;
}

export const json = (body: unknown, status = 200): SentResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const problem = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): SentResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ code }),
});

export const profile = (notKnownIsProof = true): SentResponse => json({ contractVersion, notKnownIsProof });

/** Starts it with mutual TLS on a port of this machine. */
export async function startFaultyCore(
  { authority, server: certificate }: Pick<CoreIdentities, 'authority' | 'server'>,
  first: Behaviour,
  port = 0,
): Promise<FaultyCore> {
  let behaviour = first;
  let connections = 0;
  const requests: string[] = [];
  const tls = {
    cert: certificate.certificatePem,
    key: certificate.keyPem,
    ca: authority.caPem,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = { method: request.method ?? '', path: request.url ?? '', body: await textOf(request) };
    requests.push(`${received.method} ${received.path}`);
    const sent = await behaviour(received, response);
    if (sent !== undefined) response.writeHead(sent.status, sent.headers).end(sent.body);
  };
  const server = createServer(tls, (request, response) => {
    response.on('error', () => undefined);
    void respond(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => void (connections += 1));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `https://127.0.0.1:${bound.port}`,
    port: bound.port,
    requests,
    connections: () => connections,
    behave: (next) => void (behaviour = next),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns a function that passes requests on to another core and returns its responses. */
export function forwarder(
  url: string,
  {
    authority,
    client,
  }: { readonly authority: CoreIdentities['authority']; readonly client: TestCertificate },
): (request: ReceivedRequest) => Promise<SentResponse> {
  const tls = { cert: client.certificatePem, key: client.keyPem, ca: authority.caPem, agent: false } as const;
  return async ({ body, method, path }) => {
    const headers = body === '' ? {} : { 'content-type': 'application/json' };
    const request = requestHttps(`${url}${path}`, { ...tls, method, headers });
    request.end(body);
    const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
    request.once('error', reject);
    request.once('response', resolve);
    const response = await promise;
    return {
      status: response.statusCode ?? 0,
      headers: { 'content-type': response.headers['content-type'] ?? '' },
      body: await textOf(response),
    };
  };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

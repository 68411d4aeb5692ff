import { request as httpRequest } from 'node:http';
import { openListener } from '#platform/http/listeners.ts';
import type { TestCertificate } from '#platform/testing/certificates.ts';
import type { TestRequest, TestServerResponse } from '#platform/testing/test-server.ts';
import type { ServerTestApp } from './server-test-app.suite.ts';

/** Stand-in for the bank's proxy: ends TLS and forwards the client certificate. */
export interface TestProxy {
  /** Returns the transport of a client with this certificate, or none. */
  callWith(certificate: TestCertificate | undefined): ServerTestApp['call'];
  /** Sends a request unchanged, over a real connection. */
  call(request: TestRequest): Promise<TestServerResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}

const closeWithinMs = 1_000;

export async function openTestProxy(app: ServerTestApp): Promise<TestProxy> {
  const listener = await openListener({ kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } }, app.handler);
  const { port } = listener.address();
  const call = (request: TestRequest): Promise<TestServerResponse> => send(port, request);
  return {
    call,
    callWith: (certificate) => (request) =>
      call({
        ...request,
        headers: { ...request.headers, ...(certificate === undefined ? {} : clientCertHeader(certificate)) },
      }),
    [Symbol.asyncDispose]: () => listener.close(closeWithinMs),
  };
}

/** RFC 9440. */
export function clientCertHeader({ der }: TestCertificate): Readonly<Record<string, string>> {
  return { 'client-cert': `:${der.toString('base64')}:` };
}

async function send(port: number, { body, headers, method, path }: TestRequest): Promise<TestServerResponse> {
  const { promise, reject, resolve } = Promise.withResolvers<TestServerResponse>();
  const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...headers }, agent: false });
  sent.on('error', reject);
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: jsonIn(text) });
    });
  });
  sent.end(typeof body === 'string' ? body : undefined);
  return promise;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
    // Pages are not JSON.
  } catch {
    return undefined;
  }
}

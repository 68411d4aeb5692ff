import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../bench/harness/processes.ts';
import type { TestAuthority } from '../../server/src/platform/testing/certificates.ts';

const bankHost = 'bank.e2e.test';
const applicationHost = 'app.e2e.test';
/** Header in which a browser of the run sends its IP address; the proxy removes it. */
export const addressHeader = 'x-e2e-address';
const addressDefault = '192.0.2.1';

/** A reverse proxy between browsers and the product, as in production: terminates TLS and adds the client address. */
export interface ReverseProxy extends AsyncDisposable {
  readonly bankUrl: string;
  /** Redirect URI of the application. */
  readonly callbackUrl: string;
  /** Hash of the public key, by which a browser trusts the certificate. */
  readonly keyHash: string;
  /** Arguments with which a browser resolves both hosts and trusts their certificate. */
  readonly browserArguments: readonly string[];
  /** Delays the next request of this method, or its response, until the caller releases it. */
  delay(what: 'request' | 'response', method: 'GET' | 'POST'): DelayedMessage;
}

/** A request or response that the proxy delays. */
export interface DelayedMessage {
  /** Resolves when the message has arrived at the proxy. */
  readonly arrived: Promise<void>;
  /** Forwards the message, even when the browser has closed the connection. */
  release(): void;
}

interface Delay {
  readonly what: 'request' | 'response';
  readonly method: string;
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

export async function startReverseProxy(
  authority: TestAuthority,
  productPort: number,
): Promise<ReverseProxy> {
  const certificate = await authority.issue({
    commonName: bankHost,
    dnsNames: [bankHost, applicationHost],
    server: true,
  });
  const options = { key: certificate.keyPem, cert: certificate.certificatePem };
  const delays: Delay[] = [];
  const server = createServer(options, (request, response) => {
    if ((request.headers.host ?? '').startsWith(applicationHost)) {
      respondAsApplication(response);
      return;
    }
    const index = delays.findIndex(({ method }) => method === request.method);
    const [delay] = index === -1 ? [] : delays.splice(index, 1);
    forwardRequest(request, response, { delay, port: productPort }).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const key = new X509Certificate(certificate.certificatePem).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  const keyHash = hash('sha256', key, 'base64');
  return {
    keyHash,
    bankUrl: `https://${bankHost}:${port}`,
    callbackUrl: `https://${applicationHost}:${port}/callback`,
    browserArguments: [
      '--host-resolver-rules=MAP *.e2e.test 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ],
    delay(what, method) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      delays.push({ what, method, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const applicationPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The application</title></head>
<body><main><h1>Back at the application</h1></main></body></html>`;

function respondAsApplication(response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' })
    .end(applicationPage);
}

async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { delay, port }: { readonly delay: Delay | undefined; readonly port: number },
): Promise<void> {
  const { [addressHeader]: sentAddress, 'x-forwarded-for': _, ...headers } = request.headers;
  const address = typeof sentAddress === 'string' ? sentAddress : addressDefault;
  // Reads the whole body first, so that the request is forwarded even after the browser has closed the connection.
  const body = await buffer(request);
  if (delay?.what === 'request') await waitForRelease(delay);
  const onward = forward({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: { ...headers, 'x-forwarded-for': address },
  });
  onward.end(body);
  const [received]: IncomingMessage[] = await once(onward, 'response');
  if (received === undefined) throw new Error('the product sent no response');
  if (delay?.what === 'response') await waitForRelease(delay);
  response.writeHead(received.statusCode ?? 502, received.headers);
  received.pipe(response);
}

async function waitForRelease({ arrive, released }: Delay): Promise<void> {
  arrive();
  await released;
}

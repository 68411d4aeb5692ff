import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../bench/harness/processes.ts';
import type { TestAuthority } from '../../server/src/platform/testing/certificates.ts';

const bankHost = 'bank.e2e.test';
const applicationHost = 'app.e2e.test';
/** By which a browser of the run says from where it comes; it ends here. */
export const addressHeader = 'x-e2e-address';
const addressDefault = '192.0.2.1';

/** What stands between browsers and the product, as a bank's own proxy does: https, and the address of the visitor. */
export interface ReverseProxy extends AsyncDisposable {
  readonly bankUrl: string;
  /** Where the application waits for customers to come back. */
  readonly callbackUrl: string;
  /** How a browser finds both hosts and believes them. */
  readonly browserArguments: readonly string[];
  /** Holds back the next request of this method, or the response to it. */
  hold(what: 'request' | 'response', method: 'GET' | 'POST'): Held;
}

/** Something that is held back at the front. */
export interface Held {
  /** It is there, and waits. */
  readonly arrived: Promise<void>;
  /** Lets it go on, also when the browser has hung up meanwhile. */
  release(): void;
}

interface Hold {
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
  const holds: Hold[] = [];
  const server = createServer(options, (request, response) => {
    if ((request.headers.host ?? '').startsWith(applicationHost)) {
      answerAsApplication(response);
      return;
    }
    const index = holds.findIndex(({ method }) => method === request.method);
    const [held] = index === -1 ? [] : holds.splice(index, 1);
    pass(request, response, { held, port: productPort }).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const key = new X509Certificate(certificate.certificatePem).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return {
    bankUrl: `https://${bankHost}:${port}`,
    callbackUrl: `https://${applicationHost}:${port}/callback`,
    browserArguments: [
      '--host-resolver-rules=MAP *.e2e.test 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${hash('sha256', key, 'base64')}`,
    ],
    hold(what, method) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ what, method, arrive: arrived.resolve, released: released.promise });
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

function answerAsApplication(response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' })
    .end(applicationPage);
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { held, port }: { readonly held: Hold | undefined; readonly port: number },
): Promise<void> {
  const { [addressHeader]: given, 'x-forwarded-for': _, ...headers } = request.headers;
  const address = typeof given === 'string' ? given : addressDefault;
  // Read to the end first: what was sent goes on although the browser has hung up.
  const body = await buffer(request);
  if (held?.what === 'request') await waitAt(held);
  const onward = forward({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: { ...headers, 'x-forwarded-for': address },
  });
  onward.end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (answer === undefined) throw new Error('the product has not answered');
  if (held?.what === 'response') await waitAt(held);
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

async function waitAt({ arrive, released }: Hold): Promise<void> {
  arrive();
  await released;
}

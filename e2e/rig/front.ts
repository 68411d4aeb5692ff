import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { freePort } from '../../bench/rig/processes.ts';
import type { TestAuthority } from '../../server/src/platform/testing/certificates.ts';

const bankHost = 'bank.e2e.test';
const applicationHost = 'app.e2e.test';
/** By which a browser of the run says from where it comes; it ends here. */
export const addressHeader = 'x-e2e-address';
const addressDefault = '192.0.2.1';

/** What stands between browsers and the product, as a bank's own proxy does: https, and the address of the visitor. */
export interface Front extends AsyncDisposable {
  readonly bankUrl: string;
  /** Where the application waits for customers to come back. */
  readonly callbackUrl: string;
  /** How a browser finds both hosts and believes them. */
  readonly browserArguments: readonly string[];
}

export async function startFront(authority: TestAuthority, productPort: number): Promise<Front> {
  const certificate = await authority.issue({
    commonName: bankHost,
    dnsNames: [bankHost, applicationHost],
    server: true,
  });
  const options = { key: certificate.keyPem, cert: certificate.certificatePem };
  const server = createServer(options, (request, response) => {
    if ((request.headers.host ?? '').startsWith(applicationHost)) answerAsApplication(response);
    else pass(request, response, productPort);
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

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { [addressHeader]: given, 'x-forwarded-for': _, ...headers } = request.headers;
  const address = typeof given === 'string' ? given : addressDefault;
  const onward = forward(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: { ...headers, 'x-forwarded-for': address },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type Handler, type Listener, openListener } from '#platform/http/listeners.ts';
import type { ThirdParties, ThirdPartyName } from './third-parties.ts';

/** A call of a third party: it arrives through a proxy, which forwards its certificate. */
export interface ThirdPartyRequest {
  readonly kind: 'tpp';
  /** One of the third parties, or any bytes. */
  readonly certificate: ThirdPartyName | { readonly der: Buffer };
}

/** One HTTP request as it leaves the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

export interface ProxiedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests to a listener that trusts the header `Client-Cert`, as a bank's proxy does. */
export interface ProxiedCalls extends AsyncDisposable {
  call(as: ThirdPartyRequest, request: ProxiedRequest): Promise<ProxiedResponse>;
}

/** The listener is opened at the first call: most tests have no third party. */
export function createProxiedCalls(handler: Handler, thirdParties: ThirdParties | undefined): ProxiedCalls {
  const agent = new Agent({ keepAlive: true });
  let listening: Promise<Listener> | undefined;
  return {
    async call(as, request) {
      if (thirdParties === undefined) throw new Error('this test server has no third parties');
      listening ??= openListener({ kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } }, handler);
      const { certificate } = as;
      const [listener, { der }] = await Promise.all([
        listening,
        typeof certificate === 'string' ? thirdParties.qwac(certificate) : certificate,
      ]);
      const headers = {
        'x-request-id': randomUUID(),
        ...request.headers,
        'client-cert': `:${der.toString('base64')}:`,
      };
      return send({ ...request, headers }, { port: listener.address().port, agent });
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await (await listening)?.close(0);
    },
  };
}

async function send(
  { method, path, headers, payload }: ProxiedRequest,
  { port, agent }: { readonly port: number; readonly agent: Agent },
): Promise<ProxiedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxiedResponse>();
  const request = httpRequest({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
  });
  request.on('error', reject);
  request.end(payload);
  return promise;
}

import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ConnectionPool } from './connection-pool.ts';
import { type EgressHeaders, incomingHeaders } from './egress-headers.ts';
import type { EgressTarget } from './egress-policy.ts';
import { type EgressRefusalContext, type EgressRefusalReason, EgressRefused } from './egress-refused.ts';

/** Everything decided about one exchange before the first packet is sent. */
export type PinnedExchange = Readonly<{
  purpose: string;
  method: string;
  target: EgressTarget;
  /** Checked addresses of the target; no other is connected to. */
  addresses: readonly string[];
  headers: EgressHeaders;
  body: string | Uint8Array | undefined;
  bodyMaxBytes: number;
  pool: ConnectionPool;
  deadline: AbortSignal;
}>;

/** The response, with its bytes exactly as received. */
export type EgressResponse = Readonly<{ status: number; headers: EgressHeaders; body: Buffer }>;

/** Sends the request to one of the checked addresses and reads the response within deadline and size limit. */
export async function exchange(plan: PinnedExchange): Promise<EgressResponse> {
  const request = openRequest(plan);
  const delivery = watchDelivery(request, plan.target);
  // Every network error becomes a refusal, so that no caller has to handle errors of the runtime.
  try {
    const response = await sendRequest(request, plan.body);
    return await readResponse(plan, response);
  } catch (error) {
    request.destroy();
    throw error instanceof EgressRefused ? error : toRefusal(plan, request, { error, ...delivery });
  }
}

/**
 * Observes whether the request may have reached the remote server: nothing is sent before a connection is open, and with
 * TLS before the server has proved its name. A connection that was open before carries the request at once.
 */
function watchDelivery(request: ClientRequest, { isTls }: EgressTarget): { readonly wasSent: boolean } {
  const delivery = { wasSent: false };
  const sent = (): void => void (delivery.wasSent = true);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', sent);
    else sent();
  });
  return delivery;
}

function openRequest(plan: PinnedExchange): ClientRequest {
  const { target, pool } = plan;
  const options = {
    host: target.host,
    port: target.port,
    path: target.path,
    method: plan.method,
    headers: { ...plan.headers, ...framing(plan.body) },
    lookup: pinnedLookup(plan.addresses),
    signal: plan.deadline,
  };
  if (!target.isTls) return requestHttp({ ...options, agent: pool.http });
  // The certificate must be for the requested name; addresses have no server name indication.
  return requestHttps({ ...options, agent: pool.https, servername: target.isLiteral ? '' : target.host });
}

// The runtime sends the body of a DELETE without framing unless a length is set.
function framing(body: string | Uint8Array | undefined): EgressHeaders {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

/** Resolves the name from the checked list: there is no second resolution that could return another address. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) return callback(null, results);
    return callback(null, results[0]?.address ?? '', results[0]?.family);
  };
}

function sendRequest(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays for the whole life of the request: the response itself reports an error after it started.
    request.on('error', reject);
    request.end(body);
  });
}

async function readResponse(plan: PinnedExchange, response: IncomingMessage): Promise<EgressResponse> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) throw refusal(plan, 'redirect', { code: String(status), wasSent: true });
  const isBodiless = plan.method === 'HEAD';
  const announcedBytes = Number(response.headers['content-length'] ?? 0);
  if (!isBodiless && announcedBytes > plan.bodyMaxBytes) throw refusal(plan, 'too-large', { wasSent: true });
  const body = await readBody(plan, response);
  return { status, headers: incomingHeaders(response.headers), body };
}

async function readBody(plan: PinnedExchange, response: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of response) {
    receivedBytes += chunk.length;
    if (receivedBytes > plan.bodyMaxBytes) throw refusal(plan, 'too-large', { wasSent: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, receivedBytes);
}

function toRefusal(
  plan: PinnedExchange,
  request: ClientRequest,
  { error, wasSent }: { readonly error: unknown; readonly wasSent: boolean },
): EgressRefused {
  if (plan.deadline.aborted) return refusal(plan, 'timeout', { wasSent });
  const code = errorCode(error);
  const facts = code === undefined ? { wasSent } : { wasSent, code };
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(plan, 'too-large', facts);
  return refusal(plan, isTlsFailure(request, code) ? 'tls' : 'unreachable', facts);
}

function isTlsFailure(request: ClientRequest, code: string | undefined): boolean {
  const { socket } = request;
  return (socket instanceof TLSSocket && Boolean(socket.authorizationError)) || isTlsCode(code);
}

/** Whether this is an error code of the runtime's TLS module. */
export function isTlsCode(code: string | undefined): boolean {
  return code !== undefined && /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code);
}

/** Returns the code of a runtime error. Its message is dropped: it may contain what the remote server sent. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function refusal(
  plan: PinnedExchange,
  reason: EgressRefusalReason,
  facts: Pick<EgressRefusalContext, 'code' | 'wasSent'>,
): EgressRefused {
  const context = { purpose: plan.purpose, target: `${plan.method} ${plan.target.origin}` };
  return new EgressRefused(reason, { ...context, ...facts });
}

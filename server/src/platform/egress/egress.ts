import { lookup } from 'node:dns/promises';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { type EgressHeaders, outgoingHeaders } from './egress-headers.ts';
import {
  type CheckedPolicy,
  checkPolicy,
  checkSocketTarget,
  checkTarget,
  type EgressPolicy,
  type EgressTarget,
  type SocketTarget,
} from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';
import { type EgressResponse, errorCode, exchange } from './pinned-exchange.ts';
import { type EgressSocket, openPinnedSocket } from './pinned-socket.ts';

/** Supported methods. CONNECT would make the client a tunnel, and TRACE would echo credentials. */
export type EgressMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call to an external system, for a configured purpose. */
export type EgressRequest = Readonly<{
  purpose: string;
  method: EgressMethod;
  url: string;
  headers?: EgressHeaders;
  body?: string | Uint8Array;
  /** May shorten the purpose's own limit, never lengthen it. */
  timeoutMs?: number;
}>;

/** One connection to an external system with a protocol other than HTTP. */
export type EgressSocketRequest = SocketTarget &
  Readonly<{
    purpose: string;
    /** May shorten the purpose's own limit for opening, never lengthen it. */
    timeoutMs?: number;
  }>;

/** Returns every address of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The purposes this process may call external systems for, and for tests another resolver. */
export type EgressOptions = Readonly<{
  purposes: Readonly<Record<string, EgressPolicy>>;
  resolve?: Resolve;
}>;

/** The only client for external systems. Every failure is an `EgressRefused`. */
export type Egress = AsyncDisposable &
  Readonly<{
    send: (request: EgressRequest) => Promise<EgressResponse>;
    /** Opens a connection and returns it. No deadline applies once it is open: the caller sets its own. */
    openSocket: (request: EgressSocketRequest) => Promise<EgressSocket>;
    /** Refuses new calls, waits for running ones (each has its deadline), closes the connections. */
    close: () => Promise<void>;
  }>;

type Purpose = Readonly<{
  policy: CheckedPolicy;
  pool: ConnectionPool;
  underWay: Set<Promise<unknown>>;
  sockets: Set<EgressSocket['socket']>;
}>;

const underWayMax = 256;
const openSocketsMax = 256;

/** Creates the client. An inconsistent policy throws here, at start, not at the first call. */
export function createEgress(options: EgressOptions): Egress {
  const resolve = options.resolve ?? resolveByHost;
  const purposes = new Map(
    Object.entries(options.purposes).map(([name, policy]) => [name, openPurpose(name, policy)]),
  );
  let isClosed = false;

  const runCall = async <Answer>(
    name: string,
    call: (purpose: Purpose) => Promise<Answer>,
  ): Promise<Answer> => {
    const purpose = purposes.get(name);
    const context = { purpose: name };
    if (purpose === undefined) throw new EgressRefused('purpose-unknown', context);
    if (isClosed) throw new EgressRefused('closed', context);
    if (purpose.underWay.size >= underWayMax) throw new EgressRefused('busy', context);
    const running = call(purpose);
    purpose.underWay.add(running);
    try {
      return await running;
    } finally {
      purpose.underWay.delete(running);
    }
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.allSettled([...purposes.values()].flatMap((purpose) => [...purpose.underWay]));
    for (const purpose of purposes.values()) {
      purpose.pool.destroy();
      for (const socket of purpose.sockets) socket.destroy();
    }
  };

  return {
    send: (request) => runCall(request.purpose, (purpose) => sendFor(purpose, request, resolve)),
    openSocket: (request) => runCall(request.purpose, (purpose) => openFor(purpose, request, resolve)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function openPurpose(name: string, policy: EgressPolicy): Purpose {
  return {
    policy: checkPolicy(name, policy),
    pool: createConnectionPool(policy),
    underWay: new Set(),
    sockets: new Set(),
  };
}

async function openFor(
  purpose: Purpose,
  request: EgressSocketRequest,
  resolve: Resolve,
): Promise<EgressSocket> {
  const { policy, pool, sockets } = purpose;
  const target = checkSocketTarget(policy, request);
  const context = { purpose: policy.purpose, target: target.origin };
  if (sockets.size >= openSocketsMax) throw new EgressRefused('busy', context);
  const deadline = deadlineOf(policy, request.timeoutMs);
  const addresses = await findAddresses(target, resolve, { ...context, deadline });
  if (!addresses.every(policy.mayReachAddress)) throw new EgressRefused('address', context);
  const opened = await openPinnedSocket({ purpose: policy.purpose, target, addresses, pool, deadline });
  sockets.add(opened.socket);
  opened.socket.once('close', () => sockets.delete(opened.socket));
  return opened;
}

function deadlineOf(policy: CheckedPolicy, timeoutMs: number = policy.timeoutMs): AbortSignal {
  return AbortSignal.timeout(Math.min(timeoutMs, policy.timeoutMs));
}

async function sendFor(purpose: Purpose, request: EgressRequest, resolve: Resolve): Promise<EgressResponse> {
  const { policy, pool } = purpose;
  const target = checkTarget(policy, request.url);
  const context = { purpose: policy.purpose, target: `${request.method} ${target.origin}` };
  const headers = outgoingHeaders(request.headers ?? {}, policy.credentials);
  if (headers === undefined) throw new EgressRefused('header', context);
  if (Buffer.byteLength(request.body ?? '') > policy.bodyMaxBytes)
    throw new EgressRefused('too-large', context);
  const deadline = deadlineOf(policy, request.timeoutMs);
  const addresses = await findAddresses(target, resolve, { ...context, deadline });
  // One forbidden address refuses the name: mixed results may be an attempt to make us fall back on it.
  if (!addresses.every(policy.mayReachAddress)) throw new EgressRefused('address', context);
  return exchange({
    purpose: policy.purpose,
    method: request.method,
    target,
    addresses,
    headers,
    body: request.body,
    bodyMaxBytes: policy.bodyMaxBytes,
    pool,
    deadline,
  });
}

async function findAddresses(
  target: EgressTarget,
  resolve: Resolve,
  call: Readonly<{ purpose: string; target: string; deadline: AbortSignal }>,
): Promise<readonly string[]> {
  if (target.isLiteral) return [target.host];
  const context = { purpose: call.purpose, target: call.target };
  const expired = Promise.withResolvers<never>();
  const expire = (): void => expired.reject(new EgressRefused('timeout', context));
  call.deadline.addEventListener('abort', expire, { once: true });
  // To the caller, a name that does not resolve is an unavailable external system.
  try {
    const addresses = await Promise.race([resolve(target.host), expired.promise]);
    if (addresses.length === 0) throw new EgressRefused('unreachable', context);
    return addresses;
  } catch (error) {
    if (error instanceof EgressRefused) throw error;
    const code = errorCode(error);
    throw new EgressRefused('unreachable', code === undefined ? context : { ...context, code });
  } finally {
    call.deadline.removeEventListener('abort', expire);
  }
}

async function resolveByHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map((running) => running.address);
}

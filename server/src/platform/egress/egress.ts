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

/** Methods that leave the house. CONNECT and TRACE would turn the client into a tunnel or a mirror. */
export type EgressMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call to an outside system, on behalf of a configured purpose. */
export type EgressRequest = Readonly<{
  purpose: string;
  method: EgressMethod;
  url: string;
  headers?: EgressHeaders;
  body?: string | Uint8Array;
  /** May shorten the purpose's own limit, never lengthen it. */
  timeoutMs?: number;
}>;

/** One connection to an outside system that speaks something else than HTTP. */
export type EgressSocketRequest = SocketTarget &
  Readonly<{
    purpose: string;
    /** May shorten the purpose's own limit for opening, never lengthen it. */
    timeoutMs?: number;
  }>;

/** Answers with every address of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The purposes this process may call out for, and for tests another source of addresses. */
export type EgressOptions = Readonly<{
  purposes: Readonly<Record<string, EgressPolicy>>;
  resolve?: Resolve;
}>;

/** The one way out of the product. Whatever goes wrong is an `EgressRefused`. */
export type Egress = AsyncDisposable &
  Readonly<{
    send: (request: EgressRequest) => Promise<EgressResponse>;
    /** Opens a connection and hands it over. Its life after that has no deadline here: the caller sets its own. */
    openSocket: (request: EgressSocketRequest) => Promise<EgressSocket>;
    /** Refuses new calls, waits for those under way (each has its deadline), drops the connections. */
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

/** Opens the client. A policy that makes no sense throws here, at start, not at the first call. */
export function createEgress(options: EgressOptions): Egress {
  const resolve = options.resolve ?? resolveByHost;
  const purposes = new Map(
    Object.entries(options.purposes).map(([name, policy]) => [name, openPurpose(name, policy)]),
  );
  let isClosed = false;

  const enter = async <Answer>(
    name: string,
    call: (purpose: Purpose) => Promise<Answer>,
  ): Promise<Answer> => {
    const purpose = purposes.get(name);
    const told = { purpose: name };
    if (purpose === undefined) throw new EgressRefused('purpose-unknown', told);
    if (isClosed) throw new EgressRefused('closed', told);
    if (purpose.underWay.size >= underWayMax) throw new EgressRefused('busy', told);
    const answer = call(purpose);
    purpose.underWay.add(answer);
    try {
      return await answer;
    } finally {
      purpose.underWay.delete(answer);
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
    send: (request) => enter(request.purpose, (purpose) => sendFor(purpose, request, resolve)),
    openSocket: (request) => enter(request.purpose, (purpose) => openFor(purpose, request, resolve)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function openPurpose(name: string, policy: EgressPolicy): Purpose {
  return {
    policy: checkPolicy(name, policy),
    pool: createConnectionPool(policy.caPem),
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
  const told = { purpose: policy.purpose, target: target.origin };
  if (sockets.size >= openSocketsMax) throw new EgressRefused('busy', told);
  const deadline = deadlineOf(policy, request.timeoutMs);
  const addresses = await findAddresses(target, resolve, { ...told, deadline });
  if (!addresses.every(policy.mayReachAddress)) throw new EgressRefused('address', told);
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
  const told = { purpose: policy.purpose, target: `${request.method} ${target.origin}` };
  const headers = outgoingHeaders(request.headers ?? {}, policy.credentials);
  if (headers === undefined) throw new EgressRefused('header', told);
  if (Buffer.byteLength(request.body ?? '') > policy.bodyMaxBytes) throw new EgressRefused('too-large', told);
  const deadline = deadlineOf(policy, request.timeoutMs);
  const addresses = await findAddresses(target, resolve, { ...told, deadline });
  // One forbidden answer spoils the name: whoever mixes them in wants us to fall back on it.
  if (!addresses.every(policy.mayReachAddress)) throw new EgressRefused('address', told);
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
  const told = { purpose: call.purpose, target: call.target };
  const expired = Promise.withResolvers<never>();
  const expire = (): void => expired.reject(new EgressRefused('timeout', told));
  call.deadline.addEventListener('abort', expire, { once: true });
  // A name without an answer is an outside system that is not there, as the caller sees it.
  try {
    const addresses = await Promise.race([resolve(target.host), expired.promise]);
    if (addresses.length === 0) throw new EgressRefused('unreachable', told);
    return addresses;
  } catch (error) {
    if (error instanceof EgressRefused) throw error;
    const code = errorCode(error);
    throw new EgressRefused('unreachable', code === undefined ? told : { ...told, code });
  } finally {
    call.deadline.removeEventListener('abort', expire);
  }
}

async function resolveByHost(host: string): Promise<readonly string[]> {
  const answers = await lookup(host, { all: true, order: 'verbatim' });
  return answers.map((answer) => answer.address);
}

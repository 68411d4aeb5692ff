import { lookup } from 'node:dns/promises';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { type EgressHeaders, outgoingHeaders } from './egress-headers.ts';
import {
  type CheckedPolicy,
  checkPolicy,
  checkTarget,
  type EgressPolicy,
  type EgressTarget,
} from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';
import { type EgressResponse, errorCode, exchange } from './pinned-exchange.ts';

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
    /** Refuses new calls, waits for those under way (each has its deadline), drops the connections. */
    close: () => Promise<void>;
  }>;

type Purpose = Readonly<{
  policy: CheckedPolicy;
  pool: ConnectionPool;
  underWay: Set<Promise<EgressResponse>>;
}>;

const underWayMax = 256;

/** Opens the client. A policy that makes no sense throws here, at start, not at the first call. */
export function createEgress(options: EgressOptions): Egress {
  const resolve = options.resolve ?? resolveByHost;
  const purposes = new Map(
    Object.entries(options.purposes).map(([name, policy]) => [name, openPurpose(name, policy)]),
  );
  let isClosed = false;

  const send = async (request: EgressRequest): Promise<EgressResponse> => {
    const purpose = purposes.get(request.purpose);
    const told = { purpose: request.purpose };
    if (purpose === undefined) throw new EgressRefused('purpose-unknown', told);
    if (isClosed) throw new EgressRefused('closed', told);
    if (purpose.underWay.size >= underWayMax) throw new EgressRefused('busy', told);
    const call = sendFor(purpose, request, resolve);
    purpose.underWay.add(call);
    try {
      return await call;
    } finally {
      purpose.underWay.delete(call);
    }
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.allSettled([...purposes.values()].flatMap((purpose) => [...purpose.underWay]));
    for (const purpose of purposes.values()) purpose.pool.destroy();
  };

  return { send, close, [Symbol.asyncDispose]: close };
}

function openPurpose(name: string, policy: EgressPolicy): Purpose {
  return { policy: checkPolicy(name, policy), pool: createConnectionPool(policy.caPem), underWay: new Set() };
}

async function sendFor(purpose: Purpose, request: EgressRequest, resolve: Resolve): Promise<EgressResponse> {
  const { policy, pool } = purpose;
  const target = checkTarget(policy, request.url);
  const told = { purpose: policy.purpose, target: `${request.method} ${target.origin}` };
  const headers = outgoingHeaders(request.headers ?? {}, policy.credentials);
  if (headers === undefined) throw new EgressRefused('header', told);
  if (Buffer.byteLength(request.body ?? '') > policy.bodyMaxBytes) throw new EgressRefused('too-large', told);
  const deadline = AbortSignal.timeout(Math.min(request.timeoutMs ?? policy.timeoutMs, policy.timeoutMs));
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

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, TLSSocket } from 'node:tls';
import type { ConnectionPool } from './connection-pool.ts';
import type { EgressTarget } from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';
import { errorCode, isTlsCode, pinnedLookup } from './pinned-exchange.ts';

/** Everything decided about one connection before the first packet is sent. */
export type PinnedSocket = Readonly<{
  purpose: string;
  target: EgressTarget;
  /** Checked addresses of the target; no other is connected to. */
  addresses: readonly string[];
  pool: ConnectionPool;
  deadline: AbortSignal;
}>;

/** What a protocol that upgrades an open connection to TLS must require of the remote server. */
export type UpgradeTerms = Readonly<{
  secureContext: SecureContext;
  rejectUnauthorized: true;
  host: string;
  servername: string;
}>;

/** A connection that the caller now owns: it reads, writes, handles errors and closes it. */
export type EgressSocket = Readonly<{ socket: Socket; upgrade: UpgradeTerms }>;

/** Connects to one of the checked addresses within the deadline; with TLS the remote server has proved its name. */
export async function openPinnedSocket(plan: PinnedSocket): Promise<EgressSocket> {
  const context = { purpose: plan.purpose, target: plan.target.origin };
  if (plan.deadline.aborted) throw new EgressRefused('timeout', context);
  const upgrade = upgradeTerms(plan);
  const socket = dial(plan, upgrade);
  const opened = Promise.withResolvers<void>();
  const expire = (): void => opened.reject(new EgressRefused('timeout', context));
  const end = (): void => opened.reject(new EgressRefused('unreachable', context));
  plan.deadline.addEventListener('abort', expire, { once: true });
  socket.once(plan.target.isTls ? 'secureConnect' : 'connect', opened.resolve);
  socket.once('close', end);
  // Stays on the socket: an error between opening and returning it must not end the process.
  socket.on('error', opened.reject);
  // Every network error becomes a refusal, so that no caller has to handle errors of the runtime.
  try {
    await opened.promise;
    return { socket, upgrade };
  } catch (error) {
    socket.destroy();
    throw error instanceof EgressRefused ? error : toRefusal(socket, context, error);
  } finally {
    plan.deadline.removeEventListener('abort', expire);
    socket.removeListener('close', end);
  }
}

function upgradeTerms({ pool, target }: PinnedSocket): UpgradeTerms {
  // The certificate must be for the requested name; addresses have no server name indication.
  return {
    secureContext: pool.secureContext,
    rejectUnauthorized: true,
    host: target.host,
    servername: target.isLiteral ? '' : target.host,
  };
}

function dial({ addresses, target }: PinnedSocket, upgrade: UpgradeTerms): Socket {
  const to = {
    host: target.host,
    port: target.port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    noDelay: true,
  };
  return target.isTls ? connectTls({ ...to, ...upgrade }) : connectPlain(to);
}

function toRefusal(
  socket: Socket,
  context: Readonly<{ purpose: string; target: string }>,
  error: unknown,
): EgressRefused {
  const code = errorCode(error);
  const isTls = (socket instanceof TLSSocket && Boolean(socket.authorizationError)) || isTlsCode(code);
  return new EgressRefused(
    isTls ? 'tls' : 'unreachable',
    code === undefined ? context : { ...context, code },
  );
}

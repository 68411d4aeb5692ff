import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { ListenOptions } from 'node:net';
import { type EarlyRefusal, refuseEarly } from './early-refusals.ts';

/** How a request arrived: plain http, TLS terminated here, or the listener that only the bank's proxy can reach. */
export type ListenerKind = 'plain' | 'tls' | 'proxy';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Attaches itself to a server before the server listens. */
export type ConnectionGuard = (server: Server, kind: ListenerKind) => void;

export interface ListenerOptions {
  readonly kind: ListenerKind;
  readonly listen: ListenOptions;
  readonly tls?: ServerOptions;
  /** Limits connections and counts those that are closed. */
  readonly guard?: ConnectionGuard;
  /** Refuses requests before they are parsed. */
  readonly earlyRefusal?: EarlyRefusal;
  readonly timeouts?: ListenerTimeouts;
}

/** Time limits of a connection, by step. */
export interface ListenerTimeouts {
  /** From the connection, or the first byte of a later request, to the end of the head. */
  readonly headersTimeout: number;
  /** To the end of the body. The pace of bodies ends earlier; this is the backstop. */
  readonly requestTimeout: number;
  /** Between a response and the next request. Longer than the keep-alive of load balancers. */
  readonly keepAliveTimeout: number;
  readonly handshakeTimeout: number;
  /** How often Node checks the timeouts; its default of 30 s would make the timeouts below too long. */
  readonly connectionsCheckingInterval: number;
}

export interface Listener {
  readonly kind: ListenerKind;
  readonly server: Server;
  /** The actual address; port 0 requests any free one. */
  address(): { readonly host: string; readonly port: number };
  /** Stops accepting connections and waits for running requests, at most this long. */
  close(deadlineMs: number): Promise<void>;
}

/** The timeouts in production, in milliseconds. */
export const listenerTimeouts: ListenerTimeouts = {
  headersTimeout: 5_000,
  requestTimeout: 130_000,
  keepAliveTimeout: 65_000,
  handshakeTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
/** Connections of one listener, of all networks together. */
const connectionsMax = 16_384;
const limits = { maxHeaderSize: 16_384, insecureHTTPParser: false } as const;

const kinds = new WeakMap<Server, ListenerKind>();

/** The listener a request arrived by; an injected request counts as plain. */
export function listenerOf(request: IncomingMessage): ListenerKind {
  const server: unknown = Reflect.get(request.socket, 'server');
  return (server !== undefined && isServer(server) && kinds.get(server)) || 'plain';
}

function isServer(value: unknown): value is Server {
  return typeof value === 'object' && value !== null;
}

/** Opens a listener; several of different kinds may share one handler. */
export async function openListener(options: ListenerOptions, handler: Handler): Promise<Listener> {
  const settings = { ...listenerTimeouts, ...options.timeouts, ...limits };
  const server =
    options.kind === 'tls'
      ? createTlsServer({ ...settings, ...options.tls }, handler)
      : createServer(settings, handler);
  kinds.set(server, options.kind);
  server.maxRequestsPerSocket = 0;
  server.maxConnections = connectionsMax;
  options.guard?.(server, options.kind);
  if (options.earlyRefusal !== undefined)
    refuseEarly(server, options.kind === 'tls' ? 'secureConnection' : 'connection', options.earlyRefusal);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.listen, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    kind: options.kind,
    server,
    address: () => addressOf(server),
    close: (ms) => closeServer(server, ms),
  };
}

function addressOf(server: Server): { readonly host: string; readonly port: number } {
  const address = server.address();
  return typeof address === 'object' && address !== null
    ? { host: address.address, port: address.port }
    : { host: address ?? '', port: 0 };
}

/** `close` alone may never end under load: idle connections are closed at once, the rest at the deadline. */
async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

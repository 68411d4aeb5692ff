import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { ListenOptions } from 'node:net';

/** How a request reached us: plain http, TLS that ends here, or the listener only the bank's proxy can reach. */
export type ListenerKind = 'plain' | 'tls' | 'proxy';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenerOptions {
  readonly kind: ListenerKind;
  readonly listen: ListenOptions;
  readonly tls?: ServerOptions;
}

export interface Listener {
  readonly kind: ListenerKind;
  readonly server: Server;
  /** Where it really listens; port 0 asked for any. */
  address(): { readonly host: string; readonly port: number };
  /** Stops taking connections and waits for what is under way, at most this long. */
  close(deadlineMs: number): Promise<void>;
}

const timeouts = { requestTimeout: 10_000, headersTimeout: 8_000, keepAliveTimeout: 65_000 } as const;
const limits = { maxHeaderSize: 16_384, insecureHTTPParser: false } as const;

const kinds = new WeakMap<Server, ListenerKind>();

/** The listener a request came in by; a request without network is as good as plain. */
export function listenerOf(request: IncomingMessage): ListenerKind {
  const server: unknown = Reflect.get(request.socket, 'server');
  return (server !== undefined && isServer(server) && kinds.get(server)) || 'plain';
}

function isServer(value: unknown): value is Server {
  return typeof value === 'object' && value !== null;
}

/** Opens a listener; several of different kinds may share one handler. */
export async function openListener(options: ListenerOptions, handler: Handler): Promise<Listener> {
  const settings = { ...timeouts, ...limits };
  const server =
    options.kind === 'tls'
      ? createTlsServer({ ...settings, ...options.tls }, handler)
      : createServer(settings, handler);
  kinds.set(server, options.kind);
  server.maxRequestsPerSocket = 0;
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

/** `close` alone may never end under load: idle connections go at once, the rest when the deadline is over. */
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

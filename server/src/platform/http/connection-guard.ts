import type { Socket } from 'node:net';
import type { CountClosed } from './closed-connections.ts';
import type { ConnectionGuard } from './listeners.ts';
import { createNetworkCounts } from './network-counts.ts';

export interface ConnectionGuardOptions {
  /** Maximum number of open connections of one network, on all listeners together. */
  readonly perNetworkMax: number;
  /** Addresses without that limit, such as those of probes. */
  readonly isExempt: (address: string) => boolean;
  readonly countClosed: CountClosed;
}

/** Creates the guard of a process: limits connections per network, and counts those that Node closes as too slow. */
export function createConnectionGuard({
  countClosed,
  isExempt,
  perNetworkMax,
}: ConnectionGuardOptions): ConnectionGuard {
  const counts = createNetworkCounts(perNetworkMax);

  const limit = (socket: Socket): void => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    if (counts.enter(address)) {
      socket.once('close', () => counts.leave(address));
    } else {
      countClosed('network');
      socket.destroy();
    }
  };
  const countTimeout = (socket: Socket): void => {
    socket.on('error', (error) => {
      if (codeOf(error) === 'ERR_HTTP_REQUEST_TIMEOUT') countClosed('slow-headers');
    });
  };

  return (server, kind) => {
    // All connections of the proxy listener come from the proxy: there the requests are counted, by forwarded address.
    if (kind !== 'proxy') server.on('connection', limit);
    server.on(kind === 'tls' ? 'secureConnection' : 'connection', countTimeout);
    server.on('drop', () => countClosed('connections'));
    server.on('tlsClientError', (error: Error) => {
      if (codeOf(error) === 'ERR_TLS_HANDSHAKE_TIMEOUT') countClosed('slow-handshake');
    });
  };
}

function codeOf(error: Error): unknown {
  return Reflect.get(error, 'code');
}

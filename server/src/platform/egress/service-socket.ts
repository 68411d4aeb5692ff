import { connect, type Socket } from 'node:net';

/** A connection that the caller owns: it reads, writes, handles errors and closes it. */
export type ServiceSocket = Socket;

/** A service of the operator: on its network, or behind a Unix socket of this machine. */
export type ServiceAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Connects to a service at an address that only the operator sets. Errors destroy the socket and are thrown; the caller
 * owns the connection that is returned.
 */
export async function openServiceSocket(address: ServiceAddress, timeoutMs: number): Promise<ServiceSocket> {
  const socket = connect(address);
  const opened = Promise.withResolvers<void>();
  const timer = setTimeout(() => opened.reject(new Error('no connection in time')), timeoutMs);
  socket.once('connect', opened.resolve);
  // Stays on the socket: an error between opening and returning it must not end the process.
  socket.on('error', opened.reject);
  try {
    await opened.promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
